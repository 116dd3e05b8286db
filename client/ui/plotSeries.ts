import type { TokenName } from '../themes/themes.ts'

export interface PlotSeries {
  readonly name: string
  /** One whose name is also that of its CSS variable. */
  readonly token: Extract<TokenName, Lowercase<TokenName>>
  /** One for each time; null where nothing was measured, which leaves a gap. */
  readonly values: readonly (number | null)[]
}

export interface PlotProps {
  /** What is shown over time: `Players online`. */
  readonly label: string
  /** Epoch ms, ascending. */
  readonly times: readonly number[]
  /** At most four, told apart by their dashes as well as by their colours. */
  readonly series: readonly PlotSeries[]
  readonly unit?: string
  /** Height of the drawing, CSS px. */
  readonly height?: number
}

/** Dash patterns, by the place of the series, in px. */
export const plotDashes: readonly (readonly number[])[] = [[], [8, 4], [2, 4], [12, 4, 2, 4]]
