import { type TrailPoint, trailKeptMs } from '../../../shared/features/trails/queries.ts'
import type { Frame, Point } from '../../../shared/features/world/frame.ts'
import { metresPerUnit } from '../../../shared/features/world/frame.ts'
import type { ReadAnimal, Reading } from '../roster/reading.ts'

/** The smallest distance of two points of a trail, in ms and in map units. */
const pointEveryMs = 2_000
const minUnits = 1
/** After a longer absence a new segment begins. */
const maxAwayMs = 15_000
/** Metres per second, and metres of tolerance: a faster animal was teleported. */
const maxSpeed = 40
const toleranceMetres = 30

interface Trail {
  /** Oldest first; only the last one grows. */
  readonly segments: TrailPoint[][]
  /** Identifies the animal; with its last time and position. */
  life: string
  seenAt: number
  x: number
  y: number
}

export type TrailMemory = ReturnType<typeof createTrailMemory>

/** The trails of all animals in the last ten minutes, by SteamID64. */
export function createTrailMemory(frameNow: () => Frame) {
  const trails = new Map<string, Trail>()
  let frame: Frame | null = null
  let readAt = Number.NEGATIVE_INFINITY

  const step = (id: string, animal: ReadAnimal, place: Point, reading: Reading) => {
    const known = trails.get(id)
    const trail = known ?? { segments: [], life: '', seenAt: 0, x: 0, y: 0 }
    const isNew = !known || !isUnbroken(metresPerUnit(frameNow()), known, { animal, place }, reading)
    Object.assign(trail, { life: lifeOf(animal), seenAt: reading.at, x: place.x, y: place.y })
    trails.set(id, trail)
    // A dead animal does not move.
    if (animal.dead) return
    if (isNew) trail.segments.push([])
    const segment = trail.segments.at(-1)
    const last = segment?.at(-1)
    if (!last || isDistinct(last, place, reading.at)) segment?.push([reading.at, place.x, place.y])
  }

  return {
    take(reading: Reading) {
      // After a new calibration the old positions are wrong.
      if (frame !== frameNow()) trails.clear()
      // The clock was set back, or the next leader's is behind.
      else if (reading.at < readAt) dropLater(trails, reading.at)
      frame = frameNow()
      readAt = reading.at
      for (const { id, animal } of reading.players) if (animal?.place) step(id, animal, animal.place, reading)
      forget(trails, reading.at)
    },
    /** The segments of a player's trail since `from`, oldest first. @param from epoch ms */
    of(id: string, from: number, now: number): TrailPoint[][] {
      // Of the former calibration: the next reading forgets them.
      if (frame !== frameNow()) return []
      const since = Math.max(from, now - trailKeptMs)
      const segments = trails.get(id)?.segments ?? []
      return segments.map((segment) => segment.filter(([at]) => at >= since)).filter((segment) => segment.length > 0)
    },
    /** How many players have a trail. */
    size: () => trails.size,
  }
}

/** Whether the animal can have walked from its last position. @param unit metres in a map unit */
function isUnbroken(
  unit: number,
  trail: Trail,
  { animal, place }: { readonly animal: ReadAnimal; readonly place: Point },
  { at, everyMs }: Reading,
) {
  const passedMs = at - trail.seenAt
  const metres = Math.hypot(place.x - trail.x, place.y - trail.y) * unit
  return (
    trail.life === lifeOf(animal) &&
    passedMs >= 0 &&
    passedMs <= Math.max(maxAwayMs, 1.5 * everyMs) &&
    metres <= (maxSpeed * passedMs) / 1_000 + toleranceMetres
  )
}

/** Removes points after `now`, and trails without points. The rest goes on from its last point. */
function dropLater(trails: Map<string, Trail>, now: number) {
  for (const [id, trail] of trails) {
    const earlier = trail.segments.map((segment) => segment.filter(([at]) => at <= now))
    trail.segments.splice(0, trail.segments.length, ...earlier.filter((segment) => segment.length > 0))
    const last = trail.segments.at(-1)?.at(-1)
    // An animal that rests gets no new points, and was seen.
    if (last) Object.assign(trail, { seenAt: Math.min(trail.seenAt, now), x: last[1], y: last[2] })
    else trails.delete(id)
  }
}

/** Removes old points, and trails without points. */
function forget(trails: Map<string, Trail>, now: number) {
  for (const [id, trail] of trails) {
    for (const segment of trail.segments) {
      const young = segment.findIndex(([at]) => at >= now - trailKeptMs)
      segment.splice(0, young < 0 ? segment.length : young)
    }
    const ended = trail.segments.slice(0, -1).filter((segment) => segment.length > 0)
    trail.segments.splice(0, trail.segments.length - 1, ...ended)
    if (now - trail.seenAt > trailKeptMs) trails.delete(id)
  }
}

const lifeOf = ({ species, gender, dead }: ReadAnimal) => `${species} ${gender} ${dead}`

const isDistinct = ([at, x, y]: TrailPoint, place: Point, now: number) =>
  now - at >= pointEveryMs && Math.hypot(place.x - x, place.y - y) > minUnits
