import type { Point } from '../../../shared/features/world/frame.ts'
import { createPositionsEncoder } from '../../../shared/protocol/positions/positionsEncoder.ts'
import type { Reading } from './reading.ts'

/** How long a freed slot is not reused, since frames and rosters with its former animal may still be on their way. */
const reserveMs = 60_000

/**
 * Assigns small numbers to animals, so that a frame names one in a few bits. An animal that returns while its slot is reserved gets
 * the same slot.
 * @param limit how many slots there are @param first the smallest
 */
export function createSlots(limit: number, first = 0) {
  const byId = new Map<string, number>()
  let reserved: { readonly id: string; readonly slot: number; readonly freeAt: number }[] = []
  let next = first

  const reservedFor = (id: string): number | null => {
    const own = reserved.find((one) => one.id === id)
    if (own) reserved = reserved.filter((one) => one !== own)
    return own?.slot ?? null
  }
  const nextFree = (now: number): number | null => {
    const [oldest] = reserved
    if (oldest && oldest.freeAt <= now) {
      reserved.shift()
      return oldest.slot
    }
    return next < first + limit ? next++ : null
  }
  const assign = (id: string, slot: number | null) => {
    if (slot !== null) byId.set(id, slot)
  }
  return {
    /**
     * Assigns each id its slot and frees the slots of missing ids. An id without a slot means that all are taken.
     * @param now monotonic ms
     */
    assign(
      ids: readonly string[],
      now: number,
    ): { readonly slots: ReadonlyMap<string, number>; readonly freed: readonly number[] } {
      const present = new Set(ids)
      const freed: number[] = []
      for (const [id, slot] of byId) {
        if (present.has(id)) continue
        byId.delete(id)
        reserved.push({ id, slot, freeAt: now + reserveMs })
        freed.push(slot)
      }
      const waiting = [...present].filter((id) => !byId.has(id))
      for (const id of waiting) assign(id, reservedFor(id))
      for (const id of waiting) if (!byId.has(id)) assign(id, nextFree(now))
      return { slots: byId, freed }
    },
  }
}
export type Slots = ReturnType<typeof createSlots>

/** The largest coordinate that a frame can carry, in map units. */
const maxCoordinate = 32_767

/** An animal at a position that no frame can carry is listed and not drawn. */
const isDrawable = ({ x, y }: Point) => Math.abs(x) <= maxCoordinate && Math.abs(y) <= maxCoordinate

/** Offers a frame to a stream. It is made when it is sent, so that it holds the state at that time. */
export type OfferFrame = (frame: () => Uint8Array) => void

export type Places = ReturnType<typeof createPlaces>

/** The positions that one audience sees, encoded for its stream. */
export function createPlaces(offer: OfferFrame) {
  const encoder = createPositionsEncoder()
  const shown = new Set<number>()
  let at = 0
  let hasUnsent = false

  const removeOne = (slot: number) => {
    if (!shown.delete(slot)) return
    encoder.remove(slot)
    hasUnsent = true
  }
  const set = (places: ReadonlyMap<number, Point>, readAt: number) => {
    at = readAt
    hasUnsent = true
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
    hasUnsent = false
    return encoder.delta(at)
  }
  return {
    /** Sets the positions of the first key frame, before the stream is watched. */
    begin: set,
    /** Shows exactly these. @param places by slot, in whole map units */
    show(places: ReadonlyMap<number, Point>, readAt: number) {
      set(places, readAt)
      offer(delta)
    },
    /** Removes these slots at once. No later frame holds their positions. */
    remove(slots: Iterable<number>) {
      for (const slot of slots) removeOne(slot)
      offer(delta)
    },
    /** The key frame for a new watcher. Makes up for an offered frame that was not made because the stream was unwatched. */
    key(now: number) {
      if (hasUnsent) delta()
      return encoder.key(now)
    },
  }
}

/** The positions of all animals, by the slots in the roster. */
export function placesOfAll({ players }: Reading): ReadonlyMap<number, Point> {
  const bySlot = new Map<number, Point>()
  for (const { animal } of players) if (animal?.place && animal.slot !== null) bySlot.set(animal.slot, animal.place)
  return bySlot
}
