import type { Hub } from '../../engine/hub.ts'
import { createPlaces, type OfferFrame } from '../roster/places.ts'
import type { Placed } from './packLook.ts'
import { stillShares } from './sharers.ts'

interface PackRoomParts {
  readonly hub: Pick<Hub, 'read'>
  readonly pack: string
  readonly offer: OfferFrame
}

export type PackRoom = ReturnType<typeof createPackRoom>

/** What the watching members of one pack see of each other's places. */
export function createPackRoom({ hub, pack, offer }: PackRoomParts) {
  const places = createPlaces(offer)
  const shown = new Map<number, Placed>()
  let hasBegun = false

  return {
    /** Those of a reading who share still. @param at epoch ms of the reading */
    show(placed: readonly Placed[], at: number) {
      hasBegun = true
      shown.clear()
      for (const one of placed) if (one.slot !== null && stillShares(hub, pack, one)) shown.set(one.slot, one)
      places.show(new Map([...shown].map(([slot, { animal }]) => [slot, animal])), at)
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
