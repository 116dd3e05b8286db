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
}

/** Runs several measurements in turn, repeatedly, so that other load on the machine affects all of them. Returns medians. */
export async function alternate<Name extends string>(
  passes: number,
  measures: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measures) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (const name of names) await measures[name]()
  for (let pass = 0; pass < passes; pass++) for (const name of names) results[name].push(await measures[name]())
  return Object.fromEntries(names.map((name) => [name, median(results[name])])) as Record<Name, number>
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
  readonly met: boolean
  readonly note?: string
}

export const atLeast = (goal: number, ratio: number) => ({ ratio, goal: `at least ${goal}`, met: ratio >= goal })
export const atMost = (goal: number, ratio: number) => ({ ratio, goal: `at most ${goal}`, met: ratio <= goal })
export const shown = (ratio: number) => ({ ratio, goal: null, met: true })

/** Prints a Markdown table for the README. */
export function printTable(rows: readonly Row[]) {
  const cells = rows.map(({ measure, against, ratio, goal, met, note = '' }) => [
    measure,
    against,
    ratio >= 100 ? ratio.toFixed(0) : ratio.toFixed(2),
    goal === null ? 'none' : `${goal}: ${met ? 'met' : 'missed'}`,
    note,
  ])
  const heads = ['measure', 'against', 'ratio', 'goal', 'figures of this run']
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((cell) => cell[column]?.length ?? 0)))
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  for (const text of [line(heads), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)])
    console.log(text)
}
