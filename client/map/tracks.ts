import type { Point } from '../../shared/features/world/frame.ts'

/** Where an animal stands and looks: map units, and degrees clockwise from north. */
export interface Pose {
  readonly x: number
  readonly y: number
  readonly heading: number
}

/** A reading of one animal. A heading of null is taken from the way that it went. */
export interface PositionReading {
  readonly x: number
  readonly y: number
  readonly heading: number | null
}

interface Track {
  from: Pose
  to: Pose
  /** A point that is towed behind at `towUnits`: whole map units alone would make a walking animal look about in jerks. */
  tail: Point
  readAt: number
  startAt: number
  untilAt: number
}

/** Faster than anything that walks, swims or flies here, in metres per second: what is faster was moved by somebody. */
export const fastestMetres = 40
/** A reading may be this far off for a lame clock or a coarse unit, in metres. */
export const slackMetres = 30
/** An animal that is nearer to its towed point than this, in units, has not told where it looks. */
const leastWay = 1
const towUnits = 3
/** Turning is quicker than walking. */
const turnMs = 450

const turn = (from: number, to: number) => ((((to - from) % 360) + 540) % 360) - 180

/** The heading a part of the way from one to another, the short way round. Degrees, 0 to 360. */
export const headingBetween = (from: number, to: number, part: number): number =>
  (((from + turn(from, to) * part) % 360) + 360) % 360

/** From one place towards another; 0 is north, 90 is east (y grows to the south). */
export const headingOf = (dx: number, dy: number): number => ((Math.atan2(dx, -dy) * 180) / Math.PI + 360) % 360

const wayOf = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y)

/** The towed point after its animal has come to a place. */
const towed = (tail: Point, to: Point): Point => {
  const way = wayOf(tail, to)
  const part = way > towUnits ? towUnits / way : 1
  return { x: to.x + (tail.x - to.x) * part, y: to.y + (tail.y - to.y) * part }
}

/** How fast the quickest of all animals goes and turns: map units and degrees per ms. */
export interface Speed {
  readonly units: number
  readonly degrees: number
}

export interface TracksOptions {
  readonly metresPerUnit: number
  /** With reduced motion every animal is put where it is, at once. */
  readonly reducedMotion: boolean
}

export interface Tracks {
  /** Takes a reading. @param now any steady clock, ms @param everyMs until the next one is due */
  receive(slot: number, fix: PositionReading, now: number, everyMs: number): void
  forget(slot: number): void
  /** Forgets all others; with `among`, only those of the others that it names. */
  keepOnly(slots: ReadonlySet<number>, among?: (slot: number) => boolean): void
  /** Puts the animal where it was last read, at once: the slot has changed hands. */
  snap(slot: number): void
  clear(): void
  /** Where to draw the animal now; null where nothing is known. */
  poseAt(slot: number, now: number): Pose | null
  /** Whether anything still moves at `now`: if not, drawing may rest. */
  isMoving(now: number): boolean
  topSpeed(now: number): Speed
  setReducedMotion(still: boolean): void
  /** How large a unit of the map is, as soon as the server has told. */
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
 * The ways of all animals between two readings. Lives outside React: a reading changes numbers, and drawing asks for
 * them. An animal eases over the interval, turns the short way, and is never seen to fly across a teleport.
 */
export function createTracks({ metresPerUnit, reducedMotion: still }: TracksOptions): Tracks {
  const tracks = new Map<number, Track>()
  let stillness = still
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
    const eases = walked && !stillness
    const untilAt = eases ? now + everyMs : now
    const tail = walked ? towed(held.tail, to) : { x: to.x, y: to.y }
    tracks.set(slot, { from: eases ? poseOn(held, now) : to, to, tail, readAt: now, startAt: now, untilAt })
    lastUntil = Math.max(lastUntil, untilAt)
  }

  const settle = (slot: number) => {
    const track = tracks.get(slot)
    if (track) Object.assign(track, { from: track.to, untilAt: track.startAt })
  }

  return {
    receive,
    snap: settle,
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
      stillness = wanted
      if (wanted) for (const slot of tracks.keys()) settle(slot)
    },
    setScale(metres) {
      scale = metres
    },
  }
}
