import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import type { ReplaySegment } from '../../shared/features/replay/queries.ts'
import type { Roster, RosterEntry } from '../../shared/features/roster/roster.ts'
import { Down } from '../../shared/protocol/down.ts'
import { createPositionsDecoder } from '../../shared/protocol/positions/positionsDecoder.ts'
import type { TestClient } from './testClient.ts'

enablePatches()

/** The roster and positions after one reading. */
export interface RosterReading {
  readonly at: number | null
  readonly players: Readonly<Record<string, RosterEntry>>
  readonly places: readonly string[]
}
/** With the frame of the positions, base64. */
export type RosterStep = RosterReading & { readonly frame: string }

type Decoder = ReturnType<typeof createPositionsDecoder>
const placesIn = (decoder: Decoder) => {
  const places: string[] = []
  decoder.visit((slot, x, y, heading, moved, placed) => places.push([slot, x, y, heading, moved, placed].join(' ')))
  return places
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

function apply(decoder: Decoder, frame: Uint8Array) {
  const applied = decoder.apply(frame)
  if (applied !== 'ok') throw new Error(`a frame does not follow those before it: ${applied}`)
}

/** The roster after the snapshot and after each reading. */
function rostersOf({ downs }: TestClient): Roster[] {
  const rosters: Roster[] = []
  for (const change of downs.flatMap((down) => Down.parse(down).changes)) {
    if (change.id !== 'roster/main') continue
    if (change.type === 'snapshot') rosters.push(change.value as Roster)
    if (change.type === 'patch') rosters.push(applyPatches(rosters.at(-1) as Roster, change.patches as ImmerPatch[]))
  }
  return rosters
}

/** The readings seen by a client that watches `roster/main` and `positions/main` from the same time. */
export function readingsSeenBy(visitor: TestClient): RosterStep[] {
  const decoder = createPositionsDecoder()
  const frames = visitor.frames.filter(({ stream }) => stream === 'positions/main')
  const rosters = rostersOf(visitor)
  return frames.slice(0, rosters.length).map(({ frame }, at) => {
    apply(decoder, frame)
    const { readAt, players } = rosters[at] as Roster
    return { at: readAt, players, places: placesIn(decoder), frame: base64(frame) }
  })
}

/** The readings of a segment of the replay, played as a page does: its start and its steps. */
export function readingsPlayedFrom({ from, players, key, steps }: ReplaySegment): {
  start: RosterReading
  steps: RosterStep[]
} {
  const decoder = createPositionsDecoder()
  apply(decoder, Buffer.from(key, 'base64'))
  const start = { at: from, players, places: placesIn(decoder) }
  let state: object = { players }
  return {
    start,
    steps: steps.map(({ at, patches, frame }) => {
      state = applyPatches(state, patches as ImmerPatch[])
      apply(decoder, Buffer.from(frame, 'base64'))
      return { at, players: (state as Roster).players, places: placesIn(decoder), frame }
    }),
  }
}
