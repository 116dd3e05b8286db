import type { Hub } from '../../engine/hub.ts'
import { createPlaces, type OfferFrame } from '../roster/places.ts'
import type { Reading, ReadPlayer } from '../roster/reading.ts'
import { createSlots } from '../roster/slots.ts'
import { type Sharer, sharersOf, stillShares } from './sharers.ts'

/** The slots of a pack's stream are its own, and say nothing of those of staff. One's own place has slot 0. */
const firstSlot = 1
const packSlots = 31

interface PackRoomParts {
  readonly hub: Pick<Hub, 'read'>
  readonly pack: string
  readonly offer: OfferFrame
}

export type PackRoom = ReturnType<typeof createPackRoom>

/** What the watching members of one pack see of each other's places. */
export function createPackRoom({ hub, pack, offer }: PackRoomParts) {
  const slots = createSlots(packSlots, firstSlot)
  const places = createPlaces(offer)
  const shown = new Map<number, Sharer>()
  let hasBegun = false
  let seen: readonly Sharer[] = []
  let slotOf: ReadonlyMap<string, number> = new Map()

  /** Those of the last reading who share still, by slot. */
  const current = () => {
    shown.clear()
    for (const sharer of seen) {
      const slot = slotOf.get(sharer.account)
      if (slot !== undefined && stillShares(hub, pack, sharer)) shown.set(slot, sharer)
    }
    return new Map([...shown].map(([slot, { animal }]) => [slot, animal]))
  }
  return {
    /** Takes a reading: who shares, with their slots. Nothing is shown yet. */
    look(players: ReadonlyMap<string, ReadPlayer>, { at }: Reading) {
      seen = sharersOf(hub, pack, players)
      slotOf = slots.assign(
        seen.map(({ account }) => account),
        at,
      ).slots
      return Object.fromEntries(
        seen.map(({ account, animal: { species, growth, dead, region } }) => [
          account,
          { species, growth, dead, region, slot: slotOf.get(account) ?? null },
        ]),
      )
    },
    show({ at }: Reading) {
      hasBegun = true
      places.show(current(), at)
    },
    /** Whoever may not be seen any more leaves the stream now. Who shares anew comes with the next reading. */
    screen() {
      const gone = [...shown].filter(([, sharing]) => !stillShares(hub, pack, sharing)).map(([slot]) => slot)
      for (const slot of gone) shown.delete(slot)
      if (gone.length > 0) places.remove(gone)
    },
    shows: (account: string) => [...shown.values()].some((sharing) => sharing.account === account),
    /** Nothing before the first reading: until then the pack's document may name other animals by these slots. */
    key: (now: number) => (hasBegun ? places.key(now) : null),
  }
}
