import { useSyncExternalStore } from 'react'
import type { Herd, Marker } from './herd.ts'

/** One's own and one's pack's animals, anew only when one of them changes and not when they walk. */
export const useKin = (herd: Herd): readonly Marker[] => useSyncExternalStore(herd.subscribe, herd.kin)
