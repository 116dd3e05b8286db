/** The user's preference for reduced motion. Queried each time, since it can change while the page is open. */
const query = () => matchMedia('(prefers-reduced-motion: reduce)')

export const prefersReducedMotion = (): boolean => query().matches

/** @returns a function that removes the listener */
export const onReducedMotionChange = (listener: (isReduced: boolean) => void): (() => void) => {
  const media = query()
  const notify = () => listener(media.matches)
  media.addEventListener('change', notify)
  return () => media.removeEventListener('change', notify)
}
