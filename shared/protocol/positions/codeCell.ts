import { codeNumber } from './codeNumber.ts'
import { EDGES, FAR_CELL, HALF_OF_CELL, SIDES } from './contexts.ts'
import type { Counts } from './counts.ts'
import { type Coder, codeBit, codeRaw } from './rangeCoder.ts'
import { FALL_BITS, type Scale } from './scales.ts'

/** Beyond this many cells the rest of the way is a number. */
const WALK = 20

/**
 * One coordinate, in whole units, near where it is expected (in parts of a unit). The line is cut into cells about as wide
 * as predictions miss. First on which side of the nearest edge, then cell by cell outwards: the chance of each answer
 * depends on how many misses away the next edge is, and is learned. Where inside a wide cell is nearly even.
 */
export function codeCell(
  coder: Coder,
  counts: Counts,
  context: number,
  scale: Scale,
  expected: number,
  value: number,
): number {
  const { shift, bits, fall } = scale
  const wide = 1 << bits
  const wanted = value >> shift
  const shape = context + scale.shape * (SIDES + EDGES)

  const edge = (expected + (wide >> 1)) >> bits
  const ahead = edge * wide - expected
  const likelier = isNatural(0 - ahead)
  const side = Math.min(SIDES - 1, (Math.abs(ahead) * 3 * fall) >> FALL_BITS)
  const up = likelier ^ codeBit(coder, counts, shape + side, likelier ^ isNatural(wanted - edge))
  const step = 2 * up - 1

  let cell = edge + up - 1
  let far = wide + Math.imul(step, ahead)
  let walked = 0
  while (isBeyond(coder, counts, shape + SIDES + Math.min(EDGES - 1, (far * fall) >> FALL_BITS), wanted !== cell)) {
    cell += step
    far += wide
    if (++walked < WALK) continue
    cell += Math.imul(step, codeNumber(coder, counts, FAR_CELL, Math.abs(wanted - cell)))
    break
  }
  return shift === 0 ? cell : codeInside(coder, counts, HALF_OF_CELL + 2 * Math.min(2, walked) + up, shift, cell, value)
}

/** Where in a cell of several units: which half depends a little on where the cell was, the rest on nothing. */
function codeInside(coder: Coder, counts: Counts, context: number, shift: number, cell: number, value: number): number {
  const half = codeBit(coder, counts, context, (value >> (shift - 1)) & 1)
  return (((cell << 1) | half) << (shift - 1)) | codeRaw(coder, shift - 1, value)
}

/** 1 from nothing up, 0 below; without branching on what cannot be foreseen. */
const isNatural = (difference: number) => 1 + (difference >> 31)

const isBeyond = (coder: Coder, counts: Counts, context: number, beyond: boolean) =>
  codeBit(coder, counts, context, beyond ? 1 : 0) === 1
