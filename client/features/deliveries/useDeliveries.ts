import { useAtomValue } from 'jotai'
import { type Deliveries, deliveriesAtom } from './deliveriesAtom.ts'

/** What was wanted of the game and what became of it, live. */
export const useDeliveries = (): Deliveries => useAtomValue(deliveriesAtom)
