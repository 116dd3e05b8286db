import { applyPatches, type Patch as ImmerPatch } from 'immer'
import type { Roster } from '../../shared/features/roster/roster.ts'
import { createPositionsDecoder } from '../../shared/protocol/positions/positionsDecoder.ts'
import { createRawReader } from './rawTraffic.ts'
import type { Visitor } from './visitor.ts'

export type TruePlaces = ReturnType<typeof createTruePlaces>

/** Where everyone stood at each reading, by SteamID64, from what staff are shown: what all that players are shown must agree with. */
export function createTruePlaces(staff: Visitor) {
  const reader = createRawReader(staff.raw)
  const decoder = createPositionsDecoder()
  const readings = new Map<number, ReadonlyMap<string, string>>()
  let roster: Roster | null = null

  const note = () => {
    const at = decoder.at() ?? 0
    const bySlot = new Map<number, string>()
    decoder.visit((slot, x, y) => bySlot.set(slot, `${x},${y}`))
    const places = Object.values(roster?.players ?? {}).flatMap(({ id, animal }) => {
      const place = bySlot.get(animal?.slot ?? -1)
      return place === undefined ? [] : [[id, place] as const]
    })
    readings.set(at, new Map(places))
  }
  return {
    /** @param at epoch ms of a reading, as frames tell it */
    at: (at: number) => readings.get(at),
    count: () => readings.size,
    take() {
      for (const traffic of reader.take()) {
        if (traffic.kind === 'frame' && traffic.stream === 'positions/main') {
          decoder.apply(traffic.frame)
          note()
        }
        if (traffic.kind !== 'change' || traffic.change.id !== 'roster/main') continue
        const { change } = traffic
        if (change.type === 'snapshot') roster = change.value as unknown as Roster
        if (change.type === 'patch' && roster) roster = applyPatches(roster, change.patches as ImmerPatch[])
      }
    },
  }
}
