import type { Point } from '../../shared/features/world/frame.ts'

/** Position and heading of an animal: map units, and degrees clockwise from north. */
export interface Pose {
  readonly x: number
  readonly y: number
  readonly heading: number
}

/** A position reading. With a null heading the direction of movement is used. */
export interface PositionReading {
  readonly x: number
  readonly y: number
  readonly heading: number | null
}

interface Track {
  from: Pose
  to: Pose
  /**
   * A point towed behind the animal by `towUnits`, from which the heading is derived: rounding to whole units would
   * make it jitter.
   */
  tail: Point
  readAt: number
  startAt: number
  untilAt: number
}

/** Faster than any animal, metres per second: a faster change of place is a teleport. */
export const fastestMetres = 40
/** Tolerance of a reading for clock and rounding errors, metres. */
export const slackMetres = 30
/** Minimum distance to the towed point from which a heading is derived, units. */
const leastWay = 1
const towUnits = 3
/** Duration of a turn; shorter than a movement. */
const turnMs = 450

const turn = (from: number, to: number) => ((((to - from) % 360) + 540) % 360) - 180

/** Interpolates between two headings, the short way round. Degrees, 0 to 360. */
export const headingBetween = (from: number, to: number, part: number): number =>
  (((from + turn(from, to) * part) % 360) + 360) % 360

/** The heading of a direction: 0 is north, 90 is east (y grows to the south). */
export const headingOf = (dx: number, dy: number): number => ((Math.atan2(dx, -dy) * 180) / Math.PI + 360) % 360

const wayOf = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y)

/** The towed point after its animal has moved to a place. */
const towedPoint = (tail: Point, to: Point): Point => {
  const way = wayOf(tail, to)
  const part = way > towUnits ? towUnits / way : 1
  return { x: to.x + (tail.x - to.x) * part, y: to.y + (tail.y - to.y) * part }
}

/** The highest speed and turn rate of all animals: map units and degrees per ms. */
export interface Speed {
  readonly units: number
  readonly degrees: number
}

export interface TracksOptions {
  readonly metresPerUnit: number
  /** With reduced motion every animal is drawn at its read place at once. */
  readonly reducedMotion: boolean
}

export interface Tracks {
  /** Takes a reading. @param now any monotonic clock, ms @param everyMs time until the next reading */
  receive(slot: number, fix: PositionReading, now: number, everyMs: number): void
  forget(slot: number): void
  /** Forgets all other slots; with `among`, only those that it accepts. */
  keepOnly(slots: ReadonlySet<number>, among?: (slot: number) => boolean): void
  /** Moves the animal to its last read place at once, because the slot was reassigned. */
  snap(slot: number): void
  clear(): void
  /** The pose to draw at `now`; null if unknown. */
  poseAt(slot: number, now: number): Pose | null
  /** Whether anything moves at `now`. */
  isMoving(now: number): boolean
  topSpeed(now: number): Speed
  setReducedMotion(reducedMotion: boolean): void
  /** Sets metres per map unit, once the server has sent it. */
  setScale(metresPerUnit: number): void
}

const poseOn = ({ from, to, startAt, untilAt }: Track, now: number): Pose => {
  if (now >= untilAt) return to
  const part = Math.max(0, (now - startAt) / (untilAt - startAt))
  const turned = Math.min(1, Math.max(0, now - startAt) / Math.min(turnMs, untilAt - startAt))
  return {
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
    heading: headingBetween(from.heading, to.heading, turned),
  }
}

const turnsUntil = ({ startAt, untilAt }: Track) => startAt + Math.min(turnMs, untilAt - startAt)

const speedOf = (track: Track, now: number): Speed => {
  const { from, to, startAt, untilAt } = track
  const turned = turnsUntil(track)
  return {
    units: now < untilAt ? wayOf(from, to) / (untilAt - startAt) : 0,
    degrees: now < turned ? Math.abs(turn(from.heading, to.heading)) / (turned - startAt) : 0,
  }
}

/**
 * Interpolates the positions of all animals between readings, outside React. Animals move over the reading interval,
 * turn the short way, and jump on a teleport.
 */
export function createTracks({ metresPerUnit, reducedMotion }: TracksOptions): Tracks {
  const tracks = new Map<number, Track>()
  let isReduced = reducedMotion
  let scale = metresPerUnit
  let lastUntil = 0

  const plausible = (track: Track, fix: PositionReading, now: number) =>
    wayOf(track.to, fix) * scale <= slackMetres + (fastestMetres * Math.max(0, now - track.readAt)) / 1_000

  const headingTo = (track: Track | undefined, fix: PositionReading) => {
    if (fix.heading !== null) return fix.heading
    if (!track || wayOf(track.tail, fix) < leastWay) return track?.to.heading ?? 0
    return headingOf(fix.x - track.tail.x, fix.y - track.tail.y)
  }

  const receive = (slot: number, fix: PositionReading, now: number, everyMs: number) => {
    const held = tracks.get(slot)
    const walked = held !== undefined && plausible(held, fix, now)
    const to = { x: fix.x, y: fix.y, heading: walked ? headingTo(held, fix) : (fix.heading ?? held?.to.heading ?? 0) }
    const eases = walked && !isReduced
    const untilAt = eases ? now + everyMs : now
    const tail = walked ? towedPoint(held.tail, to) : { x: to.x, y: to.y }
    tracks.set(slot, { from: eases ? poseOn(held, now) : to, to, tail, readAt: now, startAt: now, untilAt })
    lastUntil = Math.max(lastUntil, untilAt)
  }

  const snap = (slot: number) => {
    const track = tracks.get(slot)
    if (track) Object.assign(track, { from: track.to, untilAt: track.startAt })
  }

  return {
    receive,
    snap: snap,
    forget: (slot) => void tracks.delete(slot),
    keepOnly(slots, among = () => true) {
      for (const slot of tracks.keys()) if (!slots.has(slot) && among(slot)) tracks.delete(slot)
    },
    clear() {
      tracks.clear()
      lastUntil = 0
    },
    poseAt(slot, now) {
      const track = tracks.get(slot)
      return track ? poseOn(track, now) : null
    },
    isMoving: (now) => now < lastUntil,
    topSpeed(now) {
      let [units, degrees] = [0, 0]
      for (const track of tracks.values()) {
        const own = speedOf(track, now)
        units = Math.max(units, own.units)
        degrees = Math.max(degrees, own.degrees)
      }
      return { units, degrees }
    },
    setReducedMotion(wanted) {
      isReduced = wanted
      if (wanted) for (const slot of tracks.keys()) snap(slot)
    },
    setScale(metres) {
      scale = metres
    },
  }
}
