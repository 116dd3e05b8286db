import { useSyncExternalStore } from 'react'

const query = '(max-width: 720px)'

const subscribe = (listener: () => void) => {
  const narrow = matchMedia(query)
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the page is as narrow as a telephone, where other content is shown and not only another layout. */
export const useIsNarrow = () => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
