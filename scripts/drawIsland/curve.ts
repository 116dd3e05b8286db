import type { Point } from '../../shared/features/world/frame.ts'

/** A line without the small corners that a grid leaves: every point moves to the mean with its neighbours. */
export const softened = (points: readonly Point[], rounds: number, isClosed: boolean): Point[] => {
  let line = [...points]
  for (let round = 0; round < rounds; round++)
    line = line.map((point, i) => {
      const before = line[i - 1] ?? (isClosed ? line.at(-2) : undefined)
      const after = line[i + 1] ?? (isClosed ? line[1] : undefined)
      if (!before || !after) return point
      return { x: (before.x + 2 * point.x + after.x) / 4, y: (before.y + 2 * point.y + after.y) / 4 }
    })
  return line
}
