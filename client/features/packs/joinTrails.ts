import { type TrailPoint, trailKeptMs } from '../../../shared/features/trails/queries.ts'
import { fastestMetres, slackMetres } from '../../map/tracks.ts'

export type Pieces = readonly (readonly TrailPoint[])[]

/** Whether an animal can have walked from one point to the other. */
const canWalk = ([at, x, y]: TrailPoint, [then, toX, toY]: TrailPoint, metresPerUnit: number) =>
  Math.hypot(toX - x, toY - y) * metresPerUnit <= slackMetres + (fastestMetres * Math.max(0, then - at)) / 1_000

/**
 * What the hub told of a way, and what was seen of it on this page since, as one: points that both hold are there once, what is older
 * than is kept falls off, and nobody is drawn to have walked where they were moved.
 * @param now epoch ms of the server
 */
export function joinTrails(told: Pieces, seen: readonly TrailPoint[], metresPerUnit: number, now: number): Pieces {
  const last = told.at(-1)?.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
  const pieces = told.map((piece) => [...piece])
  for (const point of seen) {
    if (point[0] <= last) continue
    const piece = pieces.at(-1)
    const end = piece?.at(-1)
    if (piece && end && canWalk(end, point, metresPerUnit)) piece.push(point)
    else pieces.push([point])
  }
  return pieces.map((piece) => piece.filter(([at]) => at > now - trailKeptMs)).filter((piece) => piece.length > 0)
}
