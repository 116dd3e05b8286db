import type { Blob, Line } from './sketch.ts'

const clamp = (value: number) => Math.min(Math.max(value, 0), 1)

/** A smooth step: 0 below `from`, 1 above `to`; reversed if `from` is the larger. */
export const ramp = (from: number, to: number, value: number): number => {
  const part = clamp((value - from) / (to - from))
  return part * part * (3 - 2 * part)
}

/** The distance of a place from a line, and the remaining length of the line from the nearest point, in map units. */
export const nearestOnLine = (line: Line, x: number, y: number): { away: number; left: number } => {
  let away = Number.POSITIVE_INFINITY
  let left = 0
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = line[i - 1] ?? [0, 0]
    const [bx, by] = line[i] ?? [0, 0]
    const length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    const along = clamp(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (length * length))
    const dx = x - ax - along * (bx - ax)
    const dy = y - ay - along * (by - ay)
    const distance = Math.sqrt(dx * dx + dy * dy)
    left += length
    if (distance >= away) continue
    away = distance
    // Counted back from the segments to come: they are added to `left` as the loop goes on.
    left = (1 - along) * length
  }
  return { away, left }
}

export const distanceToLine = (line: Line, x: number, y: number): number => nearestOnLine(line, x, y).away

/** Whether a closed line contains a place, by counting crossings. */
const isWithin = (line: Line, x: number, y: number): boolean => {
  let inside = false
  let [ax, ay] = line.at(-1) ?? [0, 0]
  for (const [bx, by] of line) {
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    ax = bx
    ay = by
  }
  return inside
}

/** The distance of a place from a closed line in map units; negative outside it. */
export const depthWithin = (ring: Line, x: number, y: number): number => {
  const away = distanceToLine(ring, x, y)
  return isWithin(ring, x, y) ? away : -away
}

/** 1 in the middle of a blob, 0 from its radius on. */
export const nearness = (blob: Blob, x: number, y: number): number =>
  1 - clamp(Math.sqrt((x - blob.x) ** 2 + (y - blob.y) ** 2) / blob.radius)
