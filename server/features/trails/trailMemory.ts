import { type TrailPoint, trailKeptMs } from '../../../shared/features/trails/queries.ts'
import type { Frame } from '../../../shared/features/world/frame.ts'
import { metresPerUnit } from '../../../shared/features/world/frame.ts'
import type { ReadAnimal, Reading } from '../roster/reading.ts'

/** Epoch ms between two points of one way, at least, and map units. */
const pointEveryMs = 2_000
const leastUnits = 1
/** Who was away for longer did not walk from there to here, as far as anybody knows. */
const longestAwayMs = 15_000
/** Metres per second, and metres: what is faster was moved by somebody. */
const fastestMetres = 40
const slackMetres = 30

interface Way {
  /** Oldest first; only the last one grows. */
  readonly pieces: TrailPoint[][]
  /** The life that is walked, and where and when it was seen last. */
  life: string
  seenAt: number
  x: number
  y: number
}

export type TrailMemory = ReturnType<typeof createTrailMemory>

/** Where each player's animal went in the last ten minutes, by SteamID64. */
export function createTrailMemory(frameNow: () => Frame) {
  const ways = new Map<string, Way>()
  let frame: Frame | null = null

  const step = (id: string, animal: ReadAnimal, reading: Reading) => {
    const known = ways.get(id)
    const way = known ?? { pieces: [], life: '', seenAt: 0, x: 0, y: 0 }
    const isNew = !known || !isUnbroken(metresPerUnit(frameNow()), known, animal, reading)
    Object.assign(way, { life: lifeOf(animal), seenAt: reading.at, x: animal.x, y: animal.y })
    ways.set(id, way)
    // A body goes nowhere.
    if (animal.dead) return
    if (isNew) way.pieces.push([])
    const piece = way.pieces.at(-1)
    const last = piece?.at(-1)
    if (!last || isWorthAPoint(last, animal, reading.at)) piece?.push([reading.at, animal.x, animal.y])
  }

  return {
    take(reading: Reading) {
      // On a map that lies anew the old places are wrong.
      if (frame !== frameNow()) ways.clear()
      frame = frameNow()
      for (const { id, animal } of reading.players) if (animal) step(id, animal, reading)
      forget(ways, reading.at)
    },
    /** The pieces of a player's way that were walked at `from` or after, oldest first. @param from epoch ms */
    of(id: string, from: number, now: number): TrailPoint[][] {
      // The next reading forgets them; nobody may be shown them until then.
      if (frame !== frameNow()) return []
      const since = Math.max(from, now - trailKeptMs)
      const pieces = ways.get(id)?.pieces ?? []
      return pieces.map((piece) => piece.filter(([at]) => at >= since)).filter((piece) => piece.length > 0)
    },
    /** How many players have a way. */
    size: () => ways.size,
  }
}

/** Whether an animal may have walked there from where it was last seen. @param unit metres */
function isUnbroken(unit: number, way: Way, animal: ReadAnimal, { at, everyMs }: Reading) {
  const passedMs = at - way.seenAt
  const metres = Math.hypot(animal.x - way.x, animal.y - way.y) * unit
  return (
    way.life === lifeOf(animal) &&
    passedMs >= 0 &&
    passedMs <= Math.max(longestAwayMs, 1.5 * everyMs) &&
    metres <= (fastestMetres * passedMs) / 1_000 + slackMetres
  )
}

/** What is too old goes, and whoever has nothing left. */
function forget(ways: Map<string, Way>, now: number) {
  for (const [id, way] of ways) {
    for (const piece of way.pieces) {
      const young = piece.findIndex(([at]) => at >= now - trailKeptMs)
      piece.splice(0, young < 0 ? piece.length : young)
    }
    const ended = way.pieces.slice(0, -1).filter((piece) => piece.length > 0)
    way.pieces.splice(0, way.pieces.length - 1, ...ended)
    if (now - way.seenAt > trailKeptMs) ways.delete(id)
  }
}

const lifeOf = ({ species, gender, dead }: ReadAnimal) => `${species} ${gender} ${dead}`

const isWorthAPoint = ([at, x, y]: TrailPoint, animal: ReadAnimal, now: number) =>
  now - at >= pointEveryMs && Math.hypot(animal.x - x, animal.y - y) > leastUnits
