import type { ReadPlayer } from '../roster/reading.ts'

/** A moment at which growth was seen to rise to a whole percent. */
interface Step {
  readonly at: number
  readonly growth: number
}

interface Growing {
  readonly species: string
  /** Percent of the last reading, and when that was. */
  readonly growth: number
  readonly readAt: number
  /** The latest, the oldest first. */
  readonly steps: readonly Step[]
}

interface AdultEstimate {
  /** Epoch ms. */
  readonly at: number
  /** It may be as much earlier or later, ms. */
  readonly giveMs: number
}

/** Older steps say little of the present rate: food, and what the owner sets, change it. */
const stepsKept = 20
/** Fewer say nothing of how much the rate varies. */
const fewestSteps = 3
/** After a longer gap between readings it is not known what happened in it. */
const longestGapMs = 60_000
/** A greater leap in one reading was given, not grown. */
const mostPercentAtOnce = 2
/** The next step is overdue after this many times the usual time: the animal does not grow at present. */
const overdueAfter = 3
/** An error that is a greater part of the time left is not an estimate. */
const greatestError = 0.5
const adult = 100

/** Follows the growth of all players over readings, to tell when each is likely to be adult. What is kept is lost with the process. */
export function createGrowthMemory() {
  let growing: ReadonlyMap<string, Growing> = new Map()
  return {
    /** @param at epoch ms of the reading */
    follow(players: readonly ReadPlayer[], at: number) {
      const next = new Map<string, Growing>()
      for (const { id, animal } of players)
        if (animal && !animal.dead) next.set(id, followed(growing.get(id), animal.species, animal.growth, at))
      growing = next
    },
    /** @param everyMs between readings. Null where it cannot be known: not growing, not seen for long enough, or too uneven */
    adultAt(player: string, everyMs: number): AdultEstimate | null {
      const one = growing.get(player)
      return one ? estimated(one, everyMs) : null
    },
  }
}
export type GrowthMemory = ReturnType<typeof createGrowthMemory>

function followed(before: Growing | undefined, species: string, growth: number, readAt: number): Growing {
  const risen = before ? growth - before.growth : 0
  const isSame =
    before !== undefined &&
    before.species === species &&
    risen >= 0 &&
    risen <= mostPercentAtOnce &&
    readAt - before.readAt <= longestGapMs
  if (!isSame) return { species, growth, readAt, steps: [] }
  if (risen === 0) return { ...before, readAt }
  return { species, growth, readAt, steps: [...before.steps, { at: readAt, growth }].slice(-stepsKept) }
}

function estimated({ steps, growth, readAt }: Growing, everyMs: number): AdultEstimate | null {
  const first = steps[0]
  const last = steps.at(-1)
  if (!first || !last || steps.length < fewestSteps || growth >= adult) return null
  const paces = steps.slice(1).map((step, at) => {
    const before = steps[at] as Step
    return (step.at - before.at) / (step.growth - before.growth)
  })
  const pace = (last.at - first.at) / (last.growth - first.growth)
  if (readAt - last.at > overdueAfter * pace) return null
  const left = adult - last.growth
  const variance = paces.reduce((sum, each) => sum + (each - pace) ** 2, 0) / (paces.length - 1)
  // Of the mean pace, with that of the two readings between which it was measured; and of the steps that are still to come.
  const ofPace = Math.sqrt(variance / paces.length) + everyMs / (last.growth - first.growth)
  const giveMs = left * ofPace + Math.sqrt(left * variance) + everyMs
  const leftMs = left * pace
  return giveMs > leftMs * greatestError ? null : { at: Math.round(last.at + leftMs), giveMs: Math.round(giveMs) }
}
