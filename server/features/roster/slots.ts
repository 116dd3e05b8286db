/** A number is not given to another animal while frames and rosters that mean the first may still be under way. */
const restMs = 60_000

/** Small numbers for who is on the map, so that a frame names an animal in a few bits. */
export function createSlots(limit: number) {
  const byId = new Map<string, number>()
  const resting: { slot: number; freeAt: number }[] = []
  let next = 0

  const take = (now: number): number | null => {
    const [oldest] = resting
    if (oldest && oldest.freeAt <= now) {
      resting.shift()
      return oldest.slot
    }
    return next < limit ? next++ : null
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
        resting.push({ slot, freeAt: now + restMs })
        freed.push(slot)
      }
      for (const id of ids) {
        if (byId.has(id)) continue
        const slot = take(now)
        if (slot !== null) byId.set(id, slot)
      }
      return { slots: byId, freed }
    },
  }
}
