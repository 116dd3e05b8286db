import type { ServerId } from '../../../shared/engine/ids.ts'
import { mostFilmed, mostFrames } from '../../../shared/features/events/eventFilm.ts'
import { events, type ScheduledEvent } from '../../../shared/features/events/events.ts'
import { keepFilm, recordAttendance } from '../../../shared/features/events/hubCommands.ts'
import { minShownCount } from '../../../shared/features/regions/regionCounts.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Reading as ReadState } from '../../engine/principal.ts'
import { erasedAtOf, isUnrecorded } from '../play/unrecordedPlayers.ts'
import type { Reading, ReadingSink } from '../roster/reading.ts'
import { isInside } from './attendance.ts'

interface AttendanceDeps {
  readonly hub: Pick<Hub, 'read' | 'execute'>
  readonly server: ServerId
}

/** What was seen of an event since the last report. */
interface Seen {
  readings: number
  players: Record<string, { readings: number; heldMs: number }>
  present: number
  holder: string | null
  isContested: boolean
  /** Of the last reading and of the last report, epoch ms. */
  readAt: number | null
  reportedAt: number
  film: Film
  /** Readings that could be in the film. */
  filmed: number
}

interface Frame {
  readonly at: number
  readonly places: readonly (readonly [player: string, x: number, y: number])[]
}
/** Only while the event runs, and in memory: it is stored when the event is over. */
interface Film {
  species: Record<string, string>
  frames: Frame[]
  /** Readings for one frame. It doubles when there are too many frames. */
  every: number
}

const reportEveryMs = 10_000
/** A longer time between two readings says nothing about who held the hill. */
const longestGapMs = 30_000

/**
 * Counts who is in the area of the events that run, from the readings that there are anyway. Call `finish` when events have changed: it
 * stores the film of an event that is over. A hill is held by the only living player on it, for the time between two readings that both show
 * that player alone there; while there are several, no one holds it.
 */
export function createAttendance({ hub, server }: AttendanceDeps) {
  const seen = new Map<string, Seen>()

  const report = async (event: string, one: Seen, at: number) => {
    const { readings, players, present, holder, isContested } = one
    Object.assign(one, { readings: 0, players: {}, reportedAt: at })
    try {
      await hub.execute('attendance', recordAttendance.name, { event, readings, players, present, holder, isContested })
    } catch (error) {
      countAgain(one, { readings, players })
      throw error
    }
  }
  const isRunning = ({ status }: ScheduledEvent) => status === 'active'
  const running = () => Object.values(hub.read(events, server).events).filter(isRunning)
  /** Reports the last of the events that are over, and stores their films. Where the store refuses, the next call tries again. */
  const finish = async () => {
    const runningIds = new Set(running().map(({ id }) => id))
    const over = [...seen].filter(([id]) => !runningIds.has(id))
    for (const [event, one] of over) {
      seen.delete(event)
      try {
        await report(event, one, one.readAt ?? 0)
        forgetErased(hub.read, one.film)
        const { species, frames } = one.film
        if (frames.length > 0) await hub.execute('attendance', keepFilm.name, { event, species, frames })
      } catch (error) {
        seen.set(event, one)
        throw error
      }
    }
  }

  return {
    /** While an event runs, the game is read as often as if someone watched. */
    isRunning: () => running().length > 0,
    finish,
    sink: {
      async report(reading: Reading) {
        await finish()
        const due: Promise<void>[] = []
        for (const event of running()) {
          const one = seen.get(event.id) ?? blank()
          seen.set(event.id, one)
          add(hub.read, one, event, reading)
          // A score is shown as it changes.
          const isDue = event.type === 'King of the Hill' || reading.at - one.reportedAt >= reportEveryMs
          if (isDue) due.push(report(event.id, one, reading.at))
        }
        await Promise.all(due)
      },
      async flush() {
        await finish()
        const unreported = [...seen].filter(([, { readings }]) => readings > 0)
        await Promise.all(unreported.map(([event, one]) => report(event, one, one.readAt ?? 0)))
      },
    } satisfies ReadingSink,
  }
}

const blank = (): Seen => ({
  readings: 0,
  players: {},
  present: 0,
  holder: null,
  isContested: false,
  readAt: null,
  reportedAt: Number.NEGATIVE_INFINITY,
  film: { species: {}, frames: [], every: 1 },
  filmed: 0,
})

function add(read: ReadState, one: Seen, event: ScheduledEvent, { at, players }: Reading) {
  const found = players.flatMap(({ id, animal }) =>
    animal && !animal.dead && animal.place && isInside(event, animal.place)
      ? [{ id, ...animal, place: animal.place }]
      : [],
  )
  const inside = found.map(({ id }) => id)
  forgetErased(read, one.film)
  const shown = found.filter(({ id }) => !isUnrecorded(read, id))
  if (isFilmed(event) && shown.length >= minShownCount) {
    for (const { id, species } of shown) one.film.species[id] = species
    if (one.filmed % one.film.every === 0)
      addFrame(one.film, { at, places: shown.map(({ id, place }) => [id, place.x, place.y] as const) })
    one.filmed += 1
  }
  const [first] = inside
  const alone = inside.length === 1 && first !== undefined ? first : null
  const sinceLast = one.readAt === null ? 0 : at - one.readAt
  const heldMs = alone === one.holder && sinceLast > 0 && sinceLast <= longestGapMs ? sinceLast : 0
  for (const id of inside) {
    const player = one.players[id] ?? { readings: 0, heldMs: 0 }
    one.players[id] = { readings: player.readings + 1, heldMs: player.heldMs + (id === alone ? heldMs : 0) }
  }
  Object.assign(one, {
    readings: one.readings + 1,
    present: inside.length,
    holder: alone,
    isContested: inside.length > 1,
    readAt: at,
  })
}

/** Takes out of a film what it has of players before they were erased. */
function forgetErased(read: ReadState, film: Film) {
  for (const player of Object.keys(film.species)) {
    const erasedAt = erasedAtOf(read, player)
    if (erasedAt === null) continue
    if (isUnrecorded(read, player)) delete film.species[player]
    film.frames = film.frames.map(({ at, places }) => ({
      at,
      places: at > erasedAt ? places : places.filter(([id]) => id !== player),
    }))
  }
}

/** A hunt without a place is held on the whole island: its film would show everyone where everyone is. */
const isFilmed = ({ location, migrationPath }: ScheduledEvent) => location !== null || migrationPath !== null

/** Takes back what could not be reported. */
function countAgain(one: Seen, { readings, players }: Pick<Seen, 'readings' | 'players'>) {
  one.readings += readings
  for (const [id, more] of Object.entries(players)) {
    const since = one.players[id] ?? { readings: 0, heldMs: 0 }
    one.players[id] = { readings: since.readings + more.readings, heldMs: since.heldMs + more.heldMs }
  }
}

/** Of too many frames every second one goes, and from then on every second reading is left out. */
function addFrame(film: Film, frame: Frame) {
  film.frames.push(frame)
  const places = film.frames.reduce((sum, one) => sum + one.places.length, 0)
  if (film.frames.length < mostFrames && places < mostFilmed) return
  film.frames = film.frames.filter((_frame, nth) => nth % 2 === 0)
  film.every *= 2
}
