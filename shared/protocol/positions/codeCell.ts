import { codeNumber } from './codeNumber.ts'
import { EDGES, FAR_CELL, HALF_OF_CELL, SIDES } from './contexts.ts'
import type { Counts } from './counts.ts'
import type { Coder } from './rangeCoder.ts'
import type { Scale } from './scales.ts'

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
  const likelier = ahead <= 0 ? 1 : 0
  const side = Math.min(SIDES - 1, (Math.abs(ahead) * fall * 3) | 0)
  const asExpected = coder.bit(counts, shape + side, (wanted >= edge ? 1 : 0) === likelier ? 1 : 0)
  const up = asExpected === 1 ? likelier : 1 - likelier
  const step = up === 1 ? 1 : -1

  let cell = up === 1 ? edge : edge - 1
  let far = wide + step * ahead
  let walked = 0
  while (coder.bit(counts, shape + SIDES + Math.min(EDGES - 1, (far * fall) | 0), wanted === cell ? 0 : 1) === 1) {
    cell += step
    far += wide
    if (++walked < WALK) continue
    cell += step * codeNumber(coder, counts, FAR_CELL, Math.abs(wanted - cell))
    break
  }
  if (shift === 0) return cell
  const half = coder.bit(counts, HALF_OF_CELL + 2 * Math.min(2, walked) + up, (value >> (shift - 1)) & 1)
  const low = coder.raw(shift - 1, value & ((1 << (shift - 1)) - 1))
  return (((cell << 1) | half) << (shift - 1)) | low
}
