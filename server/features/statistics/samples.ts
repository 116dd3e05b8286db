import { heatSide, hourMs, leastInSquare, partsPerHour, type Sums } from '../../../shared/features/statistics/sums.ts'
import { mapSize } from '../../../shared/features/world/frame.ts'
import type { Reading } from '../roster/reading.ts'
import { addSums, hourOf } from './sums.ts'

/** What is seen at a moment. Players are null where the link does not report them. */
export interface Sample {
  readonly isLinkUp: boolean
  /** Null where it is not known whether the game runs. */
  readonly isGameUp: boolean | null
  readonly players: number | null
  /** Of the players in the game, as far as known. */
  readonly species: readonly string[]
}

const partMs = hourMs / partsPerHour

/** What was measured and is not saved yet, by hour. Each moment counts in the hour in which it was. */
export function createSamples() {
  let hours = new Map<number, Sums>()
  /** Of the part of an hour that runs: it is saved again and again, each time as the mean of the whole part. */
  let part = { from: 0, seconds: 0, playerSeconds: 0 }

  const at = (time: number): Sums => {
    const known = hours.get(hourOf(time))
    if (known) return known
    const sums: Sums = {}
    hours.set(hourOf(time), sums)
    return sums
  }
  function addPart(from: number, to: number, { isLinkUp, isGameUp, players, species }: Sample) {
    const seconds = (to - from) / 1_000
    const sums = at(from)
    addSums(sums, { hubSeconds: seconds })
    if (isGameUp !== null) addSums(sums, { gameKnownSeconds: seconds, gameSeconds: isGameUp ? seconds : 0 })
    if (!isLinkUp || players === null) return
    addSums(sums, { linkSeconds: seconds, playerSeconds: players * seconds, peak: players })
    addSums(sums, { species: countsOf(species, seconds) })
    const partFrom = Math.floor(from / partMs) * partMs
    if (part.from !== partFrom) part = { from: partFrom, seconds: 0, playerSeconds: 0 }
    part.seconds += seconds
    part.playerSeconds += players * seconds
    const online = Array.from({ length: partsPerHour }, (): number | null => null)
    online[(partFrom - hourOf(partFrom)) / partMs] = Math.round((part.playerSeconds / part.seconds) * 10) / 10
    addSums(sums, { online })
  }
  return {
    /** The sample holds for the time between these two. Epoch ms. */
    add(from: number, to: number, sample: Sample) {
      for (let begin = from; begin < to; ) {
        const end = Math.min(to, (Math.floor(begin / partMs) + 1) * partMs)
        addPart(begin, end, sample)
        begin = end
      }
    },
    /** Something that happened at this time. */
    count: (time: number, counts: Sums) => void addSums(at(time), counts),
    /** Takes all out. */
    take() {
      const taken = [...hours].sort(([one], [other]) => one - other).map(([from, sums]) => ({ from, sums }))
      hours = new Map()
      return taken
    },
  }
}

/** @param seconds that each of them counts */
export function countsOf(names: readonly string[], seconds: number): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + seconds
  return counts
}

/** How many living animals are in each square of the heat map: only squares with at least `leastInSquare`, so that no one is found by them. */
export function crowdedSquares({ players }: Pick<Reading, 'players'>): Record<string, number> {
  const squares = players.flatMap(({ animal }) => {
    if (!animal?.place || animal.dead) return []
    const [x, y] = [animal.place.x, animal.place.y].map((one) => Math.floor((one / mapSize) * heatSide)) as [
      number,
      number,
    ]
    return x < 0 || y < 0 || x >= heatSide || y >= heatSide ? [] : [String(x + y * heatSide)]
  })
  return Object.fromEntries(Object.entries(countsOf(squares, 1)).filter(([, count]) => count >= leastInSquare))
}
