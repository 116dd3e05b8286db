import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 720px)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the page is as narrow as a telephone, for what is another thing there and not only otherwise laid out. */
export const useIsNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches)
