export interface Trend {
  /** Of the straight line that fits best. */
  readonly perSecond: number
  /** How far that may be off by chance alone, by the scatter about the line: twice the standard error. */
  readonly giveOrTake: number
  readonly mean: number
}

export interface Sample {
  /** s */
  readonly at: number
  readonly value: number
}

const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** The least squares through these. @throws when there are fewer than three: two always lie on a line */
export function trendOf(samples: readonly Sample[]): Trend {
  if (samples.length < 3) throw new Error(`A trend takes three samples at least, not ${samples.length}.`)
  const [midAt, mean] = [meanOf(samples.map(({ at }) => at)), meanOf(samples.map(({ value }) => value))]
  const width = samples.reduce((sum, { at }) => sum + (at - midAt) ** 2, 0)
  const perSecond = samples.reduce((sum, { at, value }) => sum + (at - midAt) * (value - mean), 0) / width
  const rest = samples.reduce((sum, { at, value }) => sum + (value - mean - perSecond * (at - midAt)) ** 2, 0)
  return { perSecond, mean, giveOrTake: 2 * Math.sqrt(rest / (samples.length - 2) / width) }
}

/** The least of each so many seconds: of a heap, what was left when it was last swept. */
export function lowsOf(samples: readonly Sample[], everySeconds: number): readonly Sample[] {
  const lows = new Map<number, Sample>()
  for (const sample of samples) {
    const stretch = Math.floor(sample.at / everySeconds)
    const low = lows.get(stretch)
    if (!low || sample.value < low.value) lows.set(stretch, sample)
  }
  return [...lows.values()]
}
