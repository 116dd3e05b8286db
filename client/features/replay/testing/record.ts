import { enablePatches, produceWithPatches } from 'immer'
import type { ReplaySegment } from '../../../../shared/features/replay/queries.ts'
import type { Roster } from '../../../../shared/features/roster/roster.ts'
import { createPositionsDecoder } from '../../../../shared/protocol/positions/positionsDecoder.ts'
import { createPositionsEncoder } from '../../../../shared/protocol/positions/positionsEncoder.ts'
import { createRandom, createTestAnimals } from '../../../../shared/protocol/positions/testAnimals.ts'
import type { PositionReading } from '../../../map/tracks.ts'
import { degreesOf } from '../../map/positionStream.ts'

enablePatches()

export const beganAt = 1_700_000_000_000
export const everyMs = 2_000

/** The state that a live page held at a reading. */
export interface Witnessed {
  readonly at: number
  readonly players: Roster['players']
  readonly places: ReadonlyMap<number, PositionReading>
}

type Draft = { -readonly [Key in keyof ReplaySegment]: ReplaySegment[Key] }

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const entryOf = (slot: number, growth: number): Roster['players'][string] => ({
  id: `p${slot}`,
  name: `Player ${slot}`,
  animal: {
    species: 'Troodon',
    gender: null,
    growth,
    health: 90,
    stamina: 100,
    hunger: 50,
    thirst: 50,
    dead: false,
    slot,
    isPlaced: true,
    region: null,
    square: null,
    near: null,
  },
})

/** The roster with the present animals, one of them growing. */
const withHerd = (roster: Roster, slots: readonly number[], at: number, grown: number) =>
  produceWithPatches(roster, (draft) => {
    draft.readAt = at
    const present = new Set(slots.map((slot) => `p${slot}`))
    for (const id of Object.keys(draft.players)) if (!present.has(id)) delete draft.players[id]
    for (const slot of slots) draft.players[`p${slot}`] ??= entryOf(slot, 40)
    const first = draft.players[`p${slots[0] ?? -1}`]
    if (first?.animal) first.animal.growth = grown
  })

/**
 * Records random animals as the hub does: segments with a key frame, and every reading after it.
 * @param gaps indices of readings that are followed by ten minutes without readings
 */
export function record(seed: number, readings: number, gaps: readonly number[] = []) {
  const animals = createTestAnimals(seed, 12)
  const { below } = createRandom(seed + 1)
  const encoder = createPositionsEncoder()
  const watcher = createPositionsDecoder()
  const segments: ReplaySegment[] = []
  const witnessed: Witnessed[] = []
  let roster: Roster = { players: {}, readAt: null, everyMs }
  let segment: Draft | null = null
  let at = beganAt

  for (let reading = 0; reading < readings; reading++) {
    animals.tick(encoder)
    const slots = animals.seen().map(({ slot }) => slot)
    const [next, patches] = withHerd(roster, slots, at, reading)
    roster = next
    const frame = encoder.delta(at)
    const key = encoder.key(at)
    watcher.apply(reading === 0 ? key : frame)
    const places = new Map<number, PositionReading>()
    watcher.visit((slot, x, y, heading) => void places.set(slot, { x, y, heading: degreesOf(heading) }))
    witnessed.push({ at, players: roster.players, places })
    segment?.steps.push({ at, patches: patches as ReplaySegment['steps'][number]['patches'], frame: base64(frame) })
    if (segment) segment.until = at
    // The last reading of one segment is the key frame of the next.
    if (!segment || at - segment.from >= 58_000) {
      segment = { from: at, until: at, everyMs, players: roster.players, key: base64(key), steps: [] }
      segments.push(segment)
    }
    const isBeforeGap = gaps.includes(reading)
    if (isBeforeGap) segment = null
    at += isBeforeGap ? 600_000 : everyMs - 40 + below(80)
  }
  return { segments, witnessed }
}
