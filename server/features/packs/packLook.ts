import type { Hub } from '../../engine/hub.ts'
import type { Reading, ReadPlayer } from '../roster/reading.ts'
import { createSlots } from '../roster/slots.ts'
import { type Sharer, sharersOf } from './sharers.ts'

/** The slots of a pack's stream are its own, and say nothing of those of staff. One's own place has slot 0. */
const firstSlot = 1
const packSlots = 31

/** A member who shares, and the number by which the pack's stream names them; null where all are taken. */
export interface Placed extends Sharer {
  readonly slot: number | null
}

export type PackLook = ReturnType<typeof createPackLook>

/** Looks at each reading for those of one pack who share, and gives them their numbers. */
export function createPackLook(hub: Pick<Hub, 'read'>, pack: string) {
  const slots = createSlots(packSlots, firstSlot)
  let placed: readonly Placed[] = []
  return {
    take(players: ReadonlyMap<string, ReadPlayer>, { at }: Reading) {
      const sharers = sharersOf(hub, pack, players)
      const ids = sharers.map(({ account }) => account)
      const { slots: slotOf } = slots.assign(ids, at)
      placed = sharers.map((sharer) => ({ ...sharer, slot: slotOf.get(sharer.account) ?? null }))
      return placed
    },
    /** Those of the last reading. */
    placed: () => placed,
  }
}
