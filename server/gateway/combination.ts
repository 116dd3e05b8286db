import { type Parcel, parcelOf } from './parcel.ts'
import type { Piece } from './piece.ts'

/** What a viewer gets in one flush, as a path of pieces from the empty root: equal paths are the same object. */
export interface Combination {
  with(piece: Piece): Combination
  /** The same parcel for everyone on this path. */
  parcel(): Parcel
}

export const emptyCombination = (): Combination => combinationOf([])

function combinationOf(pieces: readonly Piece[]): Combination {
  const longer = new Map<Piece, Combination>()
  let parcel: Parcel | undefined
  return {
    with(piece) {
      const known = longer.get(piece)
      if (known) return known
      const next = combinationOf([...pieces, piece])
      longer.set(piece, next)
      return next
    },
    parcel() {
      parcel ??= parcelOf(pieces)
      return parcel
    },
  }
}
