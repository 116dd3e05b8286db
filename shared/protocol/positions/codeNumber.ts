import { BadFrame } from './badFrame.ts'
import type { Counts } from './counts.ts'
import { type Coder, codeBit, codeRaw } from './rangeCoder.ts'

/** The contexts one kind of number takes, and the digits it may have. */
export const NUMBER_CONTEXTS = 20

/**
 * A number from nothing to a million, small ones cheap: how many digits it has in adaptive bits, then the digits. The limit
 * keeps a hostile frame from asking for endless digits.
 */
export function codeNumber(coder: Coder, counts: Counts, context: number, value: number): number {
  const digits = 31 - Math.clz32(value + 1)
  let length = 0
  while (codeBit(coder, counts, context + length, length < digits ? 1 : 0) === 1) {
    if (++length === NUMBER_CONTEXTS) throw new BadFrame('a number has too many digits')
  }
  return (1 << length) + codeRaw(coder, length, value + 1 - (1 << length)) - 1
}

/** Numbers of either sign as numbers from nothing up: 0, -1, 1, -2, 2 … */
export const fold = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)
export const unfold = (folded: number) => (folded & 1 ? -((folded + 1) >> 1) : folded >> 1)

export const codeSigned = (coder: Coder, counts: Counts, context: number, value: number) =>
  unfold(codeNumber(coder, counts, context, fold(value)))
