/** A number is not given to another animal while frames and rosters that mean the first may still be under way. */
const restMs = 60_000

/**
 * Small numbers for who is on the map, so that a frame names an animal in a few bits. Who comes back while their number
 * rests gets the same again: it has meant nobody else since.
 * @param limit how many there are @param first the smallest
 */
export function createSlots(limit: number, first = 0) {
  const byId = new Map<string, number>()
  let resting: { readonly id: string; readonly slot: number; readonly freeAt: number }[] = []
  let next = first

  const ownOf = (id: string): number | null => {
    const own = resting.find((rest) => rest.id === id)
    if (own) resting = resting.filter((rest) => rest !== own)
    return own?.slot ?? null
  }
  const freeAt = (now: number): number | null => {
    const [oldest] = resting
    if (oldest && oldest.freeAt <= now) {
      resting.shift()
      return oldest.slot
    }
    return next < first + limit ? next++ : null
  }
  const give = (id: string, slot: number | null) => {
    if (slot !== null) byId.set(id, slot)
  }
  return {
    /** Gives each id its slot and frees those of ids that are no longer here. Without a slot: all are taken. */
    assign(
      ids: readonly string[],
      now: number,
    ): { readonly slots: ReadonlyMap<string, number>; readonly freed: readonly number[] } {
      const present = new Set(ids)
      const freed: number[] = []
      for (const [id, slot] of byId) {
        if (present.has(id)) continue
        byId.delete(id)
        resting.push({ id, slot, freeAt: now + restMs })
        freed.push(slot)
      }
      const waiting = [...present].filter((id) => !byId.has(id))
      for (const id of waiting) give(id, ownOf(id))
      for (const id of waiting) if (!byId.has(id)) give(id, freeAt(now))
      return { slots: byId, freed }
    },
  }
}
export type Slots = ReturnType<typeof createSlots>
