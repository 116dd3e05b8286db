import { reportRoster } from '../../../shared/features/roster/commands.ts'
import type { RosterEntry } from '../../../shared/features/roster/roster.ts'
import type { Frame } from '../../../shared/features/world/frame.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import { entryOf, type Listed, type Place, placeOf, type Sighted } from './sighted.ts'
import { createSlots } from './slots.ts'

/** What this worker wants of a game link; `server/game/link.ts` has it. */
export interface SightingSource {
  state(): { readonly name: string }
  players(): Promise<readonly Listed[]>
  sightings(): Promise<readonly Sighted[]>
}

/** Where places go: the stream's encoder, and the tick that sends what it holds together with the patches due. */
export interface PositionsOut {
  set(slot: number, x: number, y: number): void
  remove(slot: number): void
  tick(at: number): void
}

/** Map units from the corner of the map, eight maps away. */
const farthest = 32_767

interface RosterWorkerParts {
  readonly hub: Pick<Hub, 'order'>
  readonly source: SightingSource
  readonly server: string
  readonly frame: Frame
  readonly clock: Clock
  readonly everyMs: number
  readonly positions: PositionsOut
  /** The living animals' regions, once a reading. */
  readonly onRegions: (at: number, regions: readonly (string | null)[]) => void
  readonly isWatched: () => boolean
  readonly onFault: (what: string, error: unknown) => void
}

/** A stream's frame names animals by slot; a full community server has a third of this. */
export const mostSlots = 1_000

/**
 * Reads who is where, once for all viewers, and only while somebody watches. `wake` is for when somebody
 * begins to; however often it is called, readings begin `everyMs` apart. A reading that fails changes nothing: the last
 * one stays, with its age.
 */
export function startRosterWorker({ clock, everyMs, isWatched, onFault, ...parts }: RosterWorkerParts) {
  const slots = createSlots(mostSlots)
  let isReading = false
  let isStopped = false
  let begunAt: number | null = null
  let cancel = () => {}

  const read = async () => {
    const seen = await look(parts.source)
    if (seen) await tell({ ...parts, clock, everyMs }, slots, seen)
  }
  /** Never longer than `everyMs`, also where the machine's clock was set back. */
  const untilDue = () => (begunAt === null ? 0 : Math.min(everyMs, Math.max(0, begunAt + everyMs - clock.now())))
  const runAfter = (ms: number) => {
    cancel()
    if (!isStopped) cancel = clock.after(ms, () => void run())
  }
  const run = async () => {
    // Whoever calls during a reading is served by the one that follows it.
    if (isReading || isStopped || !isWatched()) return
    if (parts.source.state().name !== 'up') return runAfter(everyMs)
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

async function tell(
  {
    hub,
    server,
    frame,
    clock,
    everyMs,
    positions,
    onRegions,
  }: Omit<RosterWorkerParts, 'isWatched' | 'onFault' | 'source'>,
  slotsOf: ReturnType<typeof createSlots>,
  { listed, animals }: Seen,
) {
  const readAt = clock.now()
  const { slots, freed } = slotsOf.assign(
    animals.map(({ id }) => id),
    readAt,
  )
  const places = new Map(animals.map((animal) => [animal.id, placeOf(animal, frame)]))
  for (const slot of freed) positions.remove(slot)
  for (const [id, { x, y }] of places) {
    const slot = slots.get(id)
    if (slot === undefined) continue
    // A place that no frame can carry is no place: the animal is listed and not drawn.
    if (Math.abs(x) <= farthest && Math.abs(y) <= farthest) positions.set(slot, x, y)
    else positions.remove(slot)
  }
  onRegions(
    readAt,
    animals.filter(({ health }) => health > 0).map(({ id }) => places.get(id)?.region ?? null),
  )
  const players = entriesOf({ listed, animals }, places, slots)
  // The tick comes right after the patches were published, so that both leave in one write.
  await hub
    .order('game link', reportRoster.name, { server, players, readAt, everyMs })
    .finally(() => positions.tick(readAt))
}

function entriesOf(
  { listed, animals }: Seen,
  places: ReadonlyMap<string, Place>,
  slots: ReadonlyMap<string, number>,
): RosterEntry[] {
  const byId = new Map(animals.map((animal) => [animal.id, animal]))
  return listed.map(({ id, name }) => {
    const animal = byId.get(id)
    if (!animal) return { id, name, animal: null }
    return entryOf(animal, slots.get(id) ?? null, places.get(id)?.region ?? null)
  })
}
