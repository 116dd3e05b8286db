import { reportRoster } from '../../../shared/features/roster/commands.ts'
import type { Frame } from '../../../shared/features/world/frame.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import {
  type ListedPlayer,
  type ObservedAnimal,
  type Reading,
  type ReadingSink,
  type ReadPlayer,
  readAnimal,
} from './reading.ts'
import { createSlots, type Slots } from './slots.ts'

/** What this worker needs of a game link (`server/game/link.ts`). */
interface PlayerSource {
  state(): { readonly name: string }
  players(): Promise<readonly ListedPlayer[]>
  animals(): Promise<readonly ObservedAnimal[]>
}

interface RosterWorkerOptions {
  readonly source: PlayerSource
  /** The map's current frame, read at each reading. */
  frame(): Frame
  readonly clock: Clock
  /** Interval between the starts of two readings while something is watched. */
  readonly everyMs: number
  /** The interval while nothing is watched, for what is recorded; 0 for no readings. */
  readonly idleMs: number
  readonly sinks: readonly ReadingSink[]
  readonly isWatched: () => boolean
  readonly onFault: (what: string, error: unknown) => void
}

/** The limit of slots in the staff's stream; a full community server needs a third of this. */
export const mostSlots = 1_000

/**
 * Reads the players and animals and passes each reading to all sinks. Call `wake` when something begins to be watched; readings still
 * begin at least `everyMs` apart. A failed reading changes nothing: the last one stays, with its age.
 */
export function startRosterWorker({ clock, everyMs, idleMs, isWatched, onFault, ...parts }: RosterWorkerOptions) {
  const slots = createSlots(mostSlots)
  let isReading = false
  let isStopped = false
  /** By the monotonic clock. */
  let begunAt: number | null = null
  let cancel = () => {}

  const intervalMs = () => (isWatched() ? everyMs : idleMs)
  const read = async () => {
    const observation = await observe(parts.source)
    if (!observation) return
    const reading = readingOf(observation, {
      slots,
      frame: parts.frame(),
      at: clock.now(),
      monotonicAt: clock.monotonic(),
      everyMs: intervalMs() || everyMs,
    })
    await passOn(parts.sinks, onFault, reading)
  }
  const untilDue = () => (begunAt === null ? 0 : Math.max(0, begunAt + intervalMs() - clock.monotonic()))
  const runAfter = (ms: number) => {
    cancel()
    if (!isStopped) cancel = clock.after(ms, () => void run())
  }
  const run = async () => {
    // A call during a reading is served by the next one.
    if (isReading || isStopped || intervalMs() === 0) return
    if (parts.source.state().name !== 'up') return runAfter(intervalMs())
    if (untilDue() > 0) return runAfter(untilDue())
    cancel()
    isReading = true
    begunAt = clock.monotonic()
    await read().catch((error: unknown) => onFault('roster reading', error))
    isReading = false
    runAfter(untilDue())
  }
  void run()
  return {
    wake: () => void run(),
    /** Resolves when what the sinks hold is written. A reading under way is not waited for. */
    async stop() {
      isStopped = true
      cancel()
      const guarded = guardedBy(onFault, 'writing what was counted')
      await Promise.all(parts.sinks.map((sink) => guarded(() => sink.flush?.())))
    },
  }
}

const guardedBy = (onFault: RosterWorkerOptions['onFault'], what: string) => async (act: () => unknown) => {
  try {
    await act()
  } catch (error) {
    onFault(what, error)
  }
}

async function passOn(sinks: readonly ReadingSink[], onFault: RosterWorkerOptions['onFault'], reading: Reading) {
  const guarded = guardedBy(onFault, 'passing on a reading')
  await Promise.all(sinks.map((sink) => guarded(() => sink.report?.(reading))))
  // In the same turn in which the commands were published.
  for (const sink of sinks) void guarded(() => sink.send?.(reading))
}

interface Observation {
  readonly listed: readonly ListedPlayer[]
  readonly animals: readonly ObservedAnimal[]
}

/** The game also reports bodies and rows of players who have left: only listed players count, and of two rows the living one. */
async function observe(source: PlayerSource): Promise<Observation | null> {
  try {
    const listed = await source.players()
    const online = new Set(listed.map(({ id }) => id))
    const byId = new Map<string, ObservedAnimal>()
    for (const observed of await source.animals()) {
      const known = byId.get(observed.id)
      if (online.has(observed.id) && !(known && known.health > 0)) byId.set(observed.id, observed)
    }
    return { listed, animals: [...byId.values()] }
  } catch {
    // The link has counted and logged the error, and its state says when it is down.
    return null
  }
}

interface ReadingContext {
  readonly slots: Slots
  readonly frame: Frame
  readonly at: number
  /** The same moment by the monotonic clock. */
  readonly monotonicAt: number
  readonly everyMs: number
}

function readingOf(
  { listed, animals }: Observation,
  { slots, frame, at, monotonicAt, everyMs }: ReadingContext,
): Reading {
  const byId = new Map(animals.map((animal) => [animal.id, animal]))
  const { slots: slotOf } = slots.assign([...byId.keys()], monotonicAt)
  const players = listed.map(({ id, name }) => {
    const animal = byId.get(id)
    return {
      id,
      name: name ?? animal?.name ?? '',
      animal: animal ? readAnimal(animal, slotOf.get(id) ?? null, frame) : null,
    }
  })
  return { at, everyMs, players }
}

interface RosterSinkOptions {
  readonly hub: Pick<Hub, 'execute'>
  readonly server: string
}

/** Writes each reading to the roster. Positions are sent as a stream. */
export const createRosterSink = ({ hub, server }: RosterSinkOptions): ReadingSink => ({
  report: ({ at: readAt, everyMs, players }) =>
    hub.execute('game link', reportRoster.name, { server, players: players.map(entryOf), readAt, everyMs }),
})

/** The entry without the position. */
function entryOf({ id, name, animal }: ReadPlayer) {
  if (!animal) return { id, name, animal: null }
  const { place, ...rest } = animal
  return { id, name, animal: { ...rest, isPlaced: place !== null } }
}
