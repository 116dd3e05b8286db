import type { TokenName } from '../themes/themes.ts'

export interface PlotSeries {
  readonly name: string
  /** One whose name is also that of its CSS variable. */
  readonly token: Extract<TokenName, Lowercase<TokenName>>
  /** One for each time; null where nothing was measured, which leaves a gap. */
  readonly values: readonly (number | null)[]
  /** What the others are compared with: yesterday, last week. A thin line behind them. */
  readonly isBehind?: boolean
}

export interface PlotProps {
  /** What is shown over time: `Players online`. */
  readonly label: string
  /** Epoch ms, ascending. */
  readonly times: readonly number[]
  /** At most four, told apart by their dashes as well as by their colours. */
  readonly series: readonly PlotSeries[]
  readonly unit?: string
  /** `bars`: one stacked bar for each time, for what is counted. Lines if left out. */
  readonly shape?: 'lines' | 'bars'
  /** The times are UTC days: they are named without a time of day. */
  readonly isByDay?: boolean
  /** What is to be seen, in a sentence. */
  readonly sentence?: string
  /** The table can be saved as a file of this name, without its ending. */
  readonly file?: string
  /** Height of the drawing, CSS px. */
  readonly height?: number
}

/** Dash patterns, by the place of the series, in px. */
export const plotDashes: readonly (readonly number[])[] = [[], [8, 4], [2, 4], [12, 4, 2, 4]]
/** Of a line that others are compared with. */
const behindDash = [4, 4] as const

export const dashOf = ({ isBehind = false }: PlotSeries, index: number): readonly number[] =>
  isBehind ? behindDash : (plotDashes[index] ?? [])
