/** Whether the reader wants nothing to move. Asked each time: it can be changed while the page is open. */
const wish = () => matchMedia('(prefers-reduced-motion: reduce)')

export const prefersReducedMotion = (): boolean => wish().matches

/** @returns the way to stop listening */
export const onReducedMotionChange = (listener: (still: boolean) => void): (() => void) => {
  const query = wish()
  const tell = () => listener(query.matches)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
