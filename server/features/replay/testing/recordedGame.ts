import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import { ReplaySegment } from '../../../../shared/features/replay/queries.ts'
import { Roster, roster } from '../../../../shared/features/roster/roster.ts'
import { createPositionsDecoder } from '../../../../shared/protocol/positions/positionsDecoder.ts'
import { createPositionsEncoder } from '../../../../shared/protocol/positions/positionsEncoder.ts'
import type { Published } from '../../../engine/hub.ts'
import { transact } from '../../../engine/transaction.ts'
import { createRecorder } from '../recorder.ts'
import type { Compression, SegmentBuffer } from '../segments.ts'

enablePatches()

/** The state that a client saw after one reading: the roster and the positions in the stream. */
export interface SeenReading {
  readonly at: number
  readonly players: unknown
  readonly places: readonly string[]
  /** Base64. */
  readonly frame: string
}

const placesIn = (decoder: ReturnType<typeof createPositionsDecoder>) => {
  const places: string[] = []
  decoder.visit((slot, x, y, heading) => places.push(`${slot} ${x},${y} ${heading}`))
  return places
}

/** A deterministic random generator. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** A game with a recorder and a client that watches from the start. `seen` is what the client saw, which the recording must equal. */
export function createRecordedGame({
  buffer,
  animals = 12,
  seed = 3,
}: {
  buffer: SegmentBuffer
  animals?: number
  seed?: number
}) {
  const dice = createDice(seed)
  const encoder = createPositionsEncoder()
  const decoder = createPositionsDecoder()
  decoder.apply(encoder.key(0))
  let shown = Roster.parse({})
  let version = 0
  const seen: SeenReading[] = []
  const recorder = createRecorder({ buffer, rosterId: 'roster/main', roster: () => shown, key: encoder.key })

  const publish = (recipe: (draft: Roster) => void): Published[] => {
    const { changes } = transact(
      () => shown,
      ({ edit }) => recipe(edit(roster, 'main') as Roster),
    )
    return changes.map(({ id, next, patches }) => {
      shown = next as Roster
      version += 1
      return { id, version, patches }
    })
  }
  const live = (draft: Roster) => {
    for (let slot = 0; slot < animals; slot++) {
      const id = `7656${slot}`
      const isHere = dice(40) > 0
      if (!isHere) delete draft.players[id]
      else draft.players[id] ??= { id, name: `Näme "${slot}"`, animal: { ...newborn, slot } }
      const animal = draft.players[id]?.animal
      if (animal) Object.assign(animal, { hunger: dice(101), growth: animal.growth + dice(2) })
      if (isHere) encoder.set(slot, 1_000 + dice(2_000), 1_000 + dice(2_000))
      else encoder.remove(slot)
    }
  }
  return {
    seen,
    recorder,
    /** Shows and records one reading. */
    read(at: number, everyMs = 2_000, hides: Hidden = {}) {
      const published = publish((draft) => live(Object.assign(draft, { readAt: at, everyMs })))
      if (!hides.patches) recorder.published(published)
      const frame = encoder.delta(at)
      decoder.apply(frame)
      seen.push({ at, players: shown.players, places: placesIn(decoder), frame: base64(frame) })
      if (!hides.frame) recorder.tick(at, frame)
    },
  }
}

/** The readings that are hidden from the recorder. */
interface Hidden {
  readonly patches?: boolean
  readonly frame?: boolean
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const newborn = {
  species: 'Troodon',
  gender: null,
  growth: 20,
  health: 100,
  stamina: 100,
  hunger: 80,
  thirst: 70,
  dead: false,
  isPlaced: true,
  region: null,
  square: null,
  near: null,
}

/** Plays a segment from its beginning as a page does: the state at its beginning, then after each step. */
export function playSegment(text: string): {
  segment: ReplaySegment
  start: Omit<SeenReading, 'frame'>
  sights: SeenReading[]
} {
  const segment = ReplaySegment.parse(JSON.parse(text))
  const decoder = createPositionsDecoder()
  const applied = [decoder.apply(Buffer.from(segment.key, 'base64'))]
  let state = { players: segment.players } as object
  const start = { at: segment.from, players: segment.players, places: placesIn(decoder) }
  const sights = segment.steps.map(({ at, patches, frame }) => {
    state = applyPatches(state, patches as ImmerPatch[])
    applied.push(decoder.apply(Buffer.from(frame, 'base64')))
    const { players } = state as { players: unknown }
    return { at, players, places: placesIn(decoder), frame }
  })
  if (applied.some((result) => result !== 'ok')) throw new Error(`A frame does not follow: ${applied.join(' ')}`)
  return { segment, start, sights }
}

/** Segments are not compressed: compression is a concern of the store. */
export const noCompression: Compression = {
  compress: (text) => Buffer.from(text),
  decompress: (packed) => Buffer.from(packed).toString(),
}
