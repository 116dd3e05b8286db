import { atom } from 'jotai'

const place = 'waterhole.endedPack'

/** Storage may be forbidden: then it is forgotten with the page. */
const read = (): number | null => {
  try {
    const kept = localStorage.getItem(place)
    return kept === null ? null : Number(kept)
  } catch {
    return null
  }
}

const kept = atom(read())

/** When the pack ended whose end was read and put away on this device, epoch ms; null before the first. */
export const dismissedEndAtom = atom(
  (get) => get(kept),
  (_get, set, at: number) => {
    set(kept, at)
    try {
      localStorage.setItem(place, String(at))
    } catch {
      // Forbidden: it is put away for as long as the page is open.
    }
  },
)
