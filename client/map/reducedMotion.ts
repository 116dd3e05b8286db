/** The user's preference for reduced motion. Queried each time, since it can change while the page is open. */
const wish = () => matchMedia('(prefers-reduced-motion: reduce)')

export const prefersReducedMotion = (): boolean => wish().matches

/** @returns a function that removes the listener */
export const onReducedMotionChange = (listener: (still: boolean) => void): (() => void) => {
  const query = wish()
  const tell = () => listener(query.matches)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
