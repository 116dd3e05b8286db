import { createDice } from '../../server/game/island/noise.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { sheetSize } from './plate.ts'

/** A place on the sheet with numbers of its own from 0 to 1, for all that differs from sign to sign. */
export interface Spot extends Point {
  readonly chance: number
  readonly size: number
  readonly kind: number
}

/** Spots about `spacing` apart all over the sheet, from north to south: rows shifted by half and every spot nudged. */
export function* scatter(seed: number, spacing: number): Generator<Spot> {
  const dice = createDice(seed)
  const rows = spacing * 0.87
  let shift = 0
  for (let y = rows; y < sheetSize - rows; y += rows) {
    shift = shift === 0 ? spacing / 2 : 0
    for (let x = spacing + shift; x < sheetSize - spacing; x += spacing)
      yield {
        x: x + (dice() - 0.5) * spacing * 0.8,
        y: y + (dice() - 0.5) * rows * 0.8,
        chance: dice(),
        size: dice(),
        kind: dice(),
      }
  }
}
