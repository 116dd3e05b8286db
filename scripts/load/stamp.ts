/** Zoom levels from 1 to 3 that nobody sees a difference in, and that tell when they were asked for: a nanolevel for each ms. */
const perMs = 1e-9

/** @param givenAt epoch ms, not before `from` and at most three weeks after it */
export const stampOf = (givenAt: number, from: number) => 1 + (givenAt - from) * perMs

/** Epoch ms; null for a zoom level that somebody has chosen. */
export function givenAtOf(stamp: number, from: number): number | null {
  const ms = (stamp - 1) / perMs
  return ms > 0 && ms < 86_400_000 ? from + ms : null
}
