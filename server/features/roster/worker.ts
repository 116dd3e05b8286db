import type { Frame } from '../../../shared/features/world/frame.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Reading, ReadingSink } from './reading.ts'
import { type Listed, readAnimal, type Sighted } from './sighted.ts'
import { createSlots, type Slots } from './slots.ts'

/** What this worker wants of a game link; `server/game/link.ts` has it. */
export interface SightingSource {
  state(): { readonly name: string }
  players(): Promise<readonly Listed[]>
  sightings(): Promise<readonly Sighted[]>
}

interface RosterWorkerParts {
  readonly source: SightingSource
  /** How the map lies over the world; asked at each reading. */
  frame(): Frame
  readonly clock: Clock
  /** How far apart readings begin while somebody watches. */
  readonly everyMs: number
  /** The same while nobody does: what is kept for later asks no more. 0: not at all. */
  readonly idleMs: number
  readonly sinks: readonly ReadingSink[]
  readonly isWatched: () => boolean
  readonly onFault: (what: string, error: unknown) => void
}

/** A stream's frame names animals by slot; a full community server has a third of this. */
export const mostSlots = 1_000

/**
 * Reads who is where, once for everyone whom it is told. `wake` is for when somebody begins to watch; however often it is
 * called, readings begin `everyMs` apart. A reading that fails changes nothing: the last one stays, with its age.
 */
export function startRosterWorker({ clock, everyMs, idleMs, isWatched, onFault, ...parts }: RosterWorkerParts) {
  const slots = createSlots(mostSlots)
  let isReading = false
  let isStopped = false
  let begunAt: number | null = null
  let cancel = () => {}

  const paceMs = () => (isWatched() ? everyMs : idleMs)
  const read = async () => {
    const seen = await look(parts.source)
    if (!seen) return
    const reading = readingOf(seen, { slots, frame: parts.frame(), at: clock.now(), everyMs: paceMs() || everyMs })
    await tell(parts.sinks, onFault, reading)
  }
  /** Never longer than the pace, also where the machine's clock was set back. */
  const untilDue = () => (begunAt === null ? 0 : Math.min(paceMs(), Math.max(0, begunAt + paceMs() - clock.now())))
  const runAfter = (ms: number) => {
    cancel()
    if (!isStopped) cancel = clock.after(ms, () => void run())
  }
  const run = async () => {
    // Whoever calls during a reading is served by the one that follows it.
    if (isReading || isStopped || paceMs() === 0) return
    if (parts.source.state().name !== 'up') return runAfter(paceMs())
    if (untilDue() > 0) return runAfter(untilDue())
    cancel()
    isReading = true
    begunAt = clock.now()
    await read().catch((error: unknown) => onFault('roster reading', error))
    isReading = false
    runAfter(untilDue())
  }
  void run()
  return {
    wake: () => void run(),
    stop() {
      isStopped = true
      cancel()
    },
  }
}

async function tell(sinks: readonly ReadingSink[], onFault: RosterWorkerParts['onFault'], reading: Reading) {
  const guarded = async (act: () => unknown) => {
    try {
      await act()
    } catch (error) {
      onFault('telling of a reading', error)
    }
  }
  await Promise.all(sinks.map((sink) => guarded(() => sink.take?.(reading))))
  // No turn passes between the publishing of what was ordered and this.
  for (const sink of sinks) void guarded(() => sink.send?.(reading))
}

interface Seen {
  readonly listed: readonly Listed[]
  readonly animals: readonly Sighted[]
}

/** Bodies and rows of people who have left are told too: only who is listed counts, and of two rows the living one. */
async function look(source: SightingSource): Promise<Seen | null> {
  try {
    const listed = await source.players()
    const online = new Set(listed.map(({ id }) => id))
    const byId = new Map<string, Sighted>()
    for (const sighted of await source.sightings()) {
      const known = byId.get(sighted.id)
      if (online.has(sighted.id) && !(known && known.health > 0)) byId.set(sighted.id, sighted)
    }
    return { listed, animals: [...byId.values()] }
  } catch {
    // The link has counted and logged it, and its state says when it is down.
    return null
  }
}

interface ReadingParts {
  readonly slots: Slots
  readonly frame: Frame
  readonly at: number
  readonly everyMs: number
}

function readingOf({ listed, animals }: Seen, { slots, frame, at, everyMs }: ReadingParts): Reading {
  const byId = new Map(animals.map((animal) => [animal.id, animal]))
  const { slots: slotOf } = slots.assign([...byId.keys()], at)
  const players = listed.map(({ id, name }) => {
    const animal = byId.get(id)
    return { id, name, animal: animal ? readAnimal(animal, slotOf.get(id) ?? null, frame) : null }
  })
  return { at, everyMs, players }
}
