import { type TrailPoint, trailKeptMs } from '../../shared/features/trails/queries.ts'

/** How many shades a trail fades in: each is one line to the canvas. */
export const bandCount = 6

/** The shade of a place: 0 for the newest, `bandCount - 1` for the oldest that are kept. @param now epoch ms of the server */
export const bandOf = (at: number, now: number): number =>
  Math.min(bandCount - 1, Math.max(0, Math.floor(((now - at) / trailKeptMs) * bandCount)))

/** How strongly a shade is drawn. */
export const bandAlpha = (band: number): number => 0.95 - (0.75 * band) / (bandCount - 1)

export interface BandRun {
  readonly band: number
  /** Places one after the other; neighbouring runs of a piece share the place where they meet. */
  readonly places: readonly TrailPoint[]
}

/** A piece of a trail in runs of one shade each, without a gap between them. A place alone makes no line. */
export function bandRuns(piece: readonly TrailPoint[], now: number): BandRun[] {
  const runs: { band: number; places: TrailPoint[] }[] = []
  for (let index = 1; index < piece.length; index++) {
    const [from, to] = [piece[index - 1], piece[index]]
    if (!from || !to) continue
    const band = bandOf(to[0], now)
    const last = runs.at(-1)
    if (last?.band === band) last.places.push(to)
    else runs.push({ band, places: [from, to] })
  }
  return runs
}
