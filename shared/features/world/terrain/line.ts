/** Points joined in order, in map units. */
export type Line = readonly (readonly [x: number, y: number])[]

/** A line from its points as they are read off a map: `x,y x,y …`. */
export const line = (points: string): Line =>
  points
    .trim()
    .split(/\s+/)
    .map((point) => {
      const [x = Number.NaN, y = Number.NaN] = point.split(',').map(Number)
      return [x, y]
    })
