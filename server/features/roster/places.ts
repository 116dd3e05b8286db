import type { Point } from '../../../shared/features/world/frame.ts'
import { createPositionsEncoder } from '../../../shared/protocol/positions/positionsEncoder.ts'

/** Map units from the corner of the map, eight maps away. */
const farthest = 32_767

/** A place that no frame can carry is no place: the animal is listed and not drawn. */
const isDrawable = ({ x, y }: Point) => Math.abs(x) <= farthest && Math.abs(y) <= farthest

/** Takes a frame of a stream, or the way to make it when it is about to leave: it then says what holds in that moment. */
export type OfferFrame = (frame: () => Uint8Array) => void

export type Places = ReturnType<typeof createPlaces>

/** Where everyone is whom one audience sees, as its stream tells it. */
export function createPlaces(offer: OfferFrame) {
  const encoder = createPositionsEncoder()
  const shown = new Set<number>()
  let at = 0
  let isAhead = false

  const removeOne = (slot: number) => {
    if (!shown.delete(slot)) return
    encoder.remove(slot)
    isAhead = true
  }
  const put = (places: ReadonlyMap<number, Point>, readAt: number) => {
    at = readAt
    isAhead = true
    for (const slot of [...shown]) if (!places.has(slot)) removeOne(slot)
    for (const [slot, place] of places) {
      if (!isDrawable(place)) removeOne(slot)
      else {
        encoder.set(slot, place.x, place.y)
        shown.add(slot)
      }
    }
  }
  const delta = () => {
    isAhead = false
    return encoder.delta(at)
  }
  return {
    /** Before anybody follows: what the first key frame holds. */
    begin: put,
    /** These and nobody else. @param places by slot, in whole map units */
    show(places: ReadonlyMap<number, Point>, readAt: number) {
      put(places, readAt)
      offer(delta)
    },
    /** They leave the stream now, and no frame that is made after this knows where they were. */
    remove(slots: Iterable<number>) {
      for (const slot of slots) removeOne(slot)
      offer(delta)
    },
    /** For who joins, when the frames offered have been made. One that was not, because nobody follows, is made up for. */
    key(now: number) {
      if (isAhead) delta()
      return encoder.key(now)
    },
  }
}
