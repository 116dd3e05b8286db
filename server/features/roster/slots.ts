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
    /** Assigns each id its slot and frees the slots of missing ids. An id without a slot means that all are taken. */
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
