import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import type { ReplaySegment } from '../../shared/features/replay/queries.ts'
import type { Roster, RosterEntry } from '../../shared/features/roster/roster.ts'
import { Down } from '../../shared/protocol/down.ts'
import { createPositionsDecoder } from '../../shared/protocol/positions/positionsDecoder.ts'
import type { TestClient } from './testClient.ts'

enablePatches()

/** What one looks at after one reading: who is there, and where. */
export interface RosterReading {
  readonly at: number | null
  readonly players: Readonly<Record<string, RosterEntry>>
  readonly places: readonly string[]
}
/** With the bytes that brought the places, base64. */
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

/** The roster after the snapshot and after each reading that followed it. */
function rostersOf({ downs }: TestClient): Roster[] {
  const rosters: Roster[] = []
  for (const change of downs.flatMap((down) => Down.parse(down).changes)) {
    if (change.id !== 'roster/main') continue
    if (change.type === 'snapshot') rosters.push(change.value as Roster)
    if (change.type === 'patch') rosters.push(applyPatches(rosters.at(-1) as Roster, change.patches as ImmerPatch[]))
  }
  return rosters
}

/** All that one saw who watches `roster/main` and `positions/main` since one moment: both begin and go on together. */
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

/** The same of a segment of the replay, played as a page does: its beginning, and every step after it. */
export function readingsPlayedFrom({ from, players, key, steps }: ReplaySegment): {
  start: RosterReading
  steps: RosterStep[]
} {
  const decoder = createPositionsDecoder()
  apply(decoder, Buffer.from(key, 'base64'))
  const start = { at: from, players, places: placesIn(decoder) }
  let standing: object = { players }
  return {
    start,
    steps: steps.map(({ at, patches, frame }) => {
      standing = applyPatches(standing, patches as ImmerPatch[])
      apply(decoder, Buffer.from(frame, 'base64'))
      return { at, players: (standing as Roster).players, places: placesIn(decoder), frame }
    }),
  }
}
