import { mulberry32 } from '../../shared/engine/mulberry32.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { pictureSize } from './mask.ts'

/** A place with random numbers from 0 to 1, from which a symbol's variations are derived. */
export interface Spot extends Point {
  readonly chance: number
  readonly size: number
  readonly kind: number
}

/**
 * Spots about `spacing` apart over the whole image, from north to south: rows offset by half a step, every spot
 * jittered.
 */
export function* scatter(seed: number, spacing: number): Generator<Spot> {
  const random = mulberry32(seed)
  const rows = spacing * 0.87
  let shift = 0
  for (let y = rows; y < pictureSize - rows; y += rows) {
    shift = shift === 0 ? spacing / 2 : 0
    for (let x = spacing + shift; x < pictureSize - spacing; x += spacing)
      yield {
        x: x + (random() - 0.5) * spacing * 0.8,
        y: y + (random() - 0.5) * rows * 0.8,
        chance: random(),
        size: random(),
        kind: random(),
      }
  }
}
