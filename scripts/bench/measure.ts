/** How large a bench is. Each bench reads what applies to it and has its own default for what is missing. */
export interface BenchSize {
  readonly viewers?: number
  readonly commands?: number
  readonly passes?: number
  /** Readings of positions. */
  readonly ticks?: number
  /** How long one measurement under load lasts, and how often sockets are cut. */
  readonly loadMs?: number
  /** Folder of an older checkout to compare with. */
  readonly before?: string
  /** Screens whose code is measured, the first of them; all if left out. */
  readonly screens?: number
  /** False where the figures are not read: the benches of gateways, of stores, of deliveries and of the map then measure nothing before, to warm up. */
  readonly warmsUp?: boolean
}

/** A ratio of two medians, and where the middle half of the ratios of the single passes lies. */
export interface Ratio {
  readonly ratio: number
  readonly from: number
  readonly to: number
}

/** The medians by name, and the ratio of two of them. */
export type Alternated<Name extends string> = Readonly<Record<Name, number>> & {
  ratioOf(one: Name, other: Name): Ratio
  /** What each pass measured. */
  passesOf(name: Name): readonly number[]
}

/**
 * Runs several measurements in turn, repeatedly, so that other load on the machine affects all of them.
 * @param warmsUp whether each is measured once before, without counting
 */
export async function alternate<Name extends string>(
  passes: number,
  measures: Readonly<Record<Name, () => Promise<number>>>,
  warmsUp = true,
): Promise<Alternated<Name>> {
  const names = Object.keys(measures) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  if (warmsUp) for (const name of names) await measures[name]()
  for (let pass = 0; pass < passes; pass++) for (const name of names) results[name].push(await measures[name]())
  const medians = Object.fromEntries(names.map((name) => [name, median(results[name])])) as Record<Name, number>
  return {
    ...medians,
    ratioOf: (one: Name, other: Name) => ratioOf(results[one], results[other]),
    passesOf: (name: Name) => results[name],
  }
}

/** Of two lists of the same passes. */
export function ratioOf(one: readonly number[], other: readonly number[]): Ratio {
  const each = one.map((value, pass) => value / (other[pass] ?? Number.NaN))
  return { ratio: median(one) / median(other), ...middleHalf(each) }
}

function middleHalf(numbers: readonly number[]) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const last = sorted.length - 1
  return { from: sorted[Math.floor(last * 0.25)] ?? Number.NaN, to: sorted[Math.ceil(last * 0.75)] ?? Number.NaN }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

/** @param share 0.99 for the 99th percentile */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1] ?? Number.NaN
}

/** One line of the table: a ratio of two measurements in the same run. */
export interface Row {
  /** The goal's name and the measured quantity, as 'J1 acknowledged commands a second, durable'. */
  readonly measure: string
  /** The baseline. */
  readonly against: string
  readonly ratio: number
  /** The goal as text: 'at least 0.6', 'at most 1.2'. Null: the figure is only shown. */
  readonly goal: string | null
  /** `unclear`: the middle half of the passes lies further apart than the judged figure is from the goal. */
  readonly verdict: 'met' | 'missed' | 'unclear'
  readonly note?: string
}

const judged = (goal: number, given: number | Ratio, isMet: (ratio: number) => boolean) => {
  const { ratio, from, to } = typeof given === 'number' ? { ratio: given, from: given, to: given } : given
  const isUnclear = to - from > Math.abs(ratio - goal)
  return { ratio, verdict: isUnclear ? 'unclear' : isMet(ratio) ? 'met' : 'missed' } as const
}
export const atLeast = (goal: number, given: number | Ratio) => ({
  goal: `at least ${goal}`,
  ...judged(goal, given, (ratio) => ratio >= goal),
})
export const atMost = (goal: number, given: number | Ratio) => ({
  goal: `at most ${goal}`,
  ...judged(goal, given, (ratio) => ratio <= goal),
})
/** Figures in the unit of a goal that is not about the ratio. */
interface Spread {
  /** What each pass measured. */
  readonly passes: readonly number[]
  readonly judged: number
  /** The goal. */
  readonly figure: number
}

/**
 * A goal in words, about something else than the ratio.
 * @param spread unclear where the middle half of the passes lies further apart than the judged figure is from the goal; null for one measurement
 */
export function judgedBy(goal: string, ratio: number, isMet: boolean, spread: Spread | null = null) {
  return { ratio, goal, verdict: spread && isUnclear(spread) ? 'unclear' : isMet ? 'met' : 'missed' } as const
}
function isUnclear({ passes, judged, figure }: Spread) {
  const { from, to } = middleHalf(passes)
  return to - from > Math.abs(judged - figure)
}
export const shown = (given: number | Ratio) =>
  ({ ratio: typeof given === 'number' ? given : given.ratio, goal: null, verdict: 'met' }) as const

/** A Markdown table for the README. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ measure, against, ratio, goal, verdict, note = '' }) => [
    measure,
    against,
    ratio >= 100 ? ratio.toFixed(0) : ratio.toFixed(2),
    goal === null ? 'none' : `${goal}: ${verdict}`,
    note,
  ])
  const heads = ['measure', 'against', 'ratio', 'goal', 'figures of this run']
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((cell) => cell[column]?.length ?? 0)))
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

export const printTable = (rows: readonly Row[]) => console.log(tableOf(rows))
