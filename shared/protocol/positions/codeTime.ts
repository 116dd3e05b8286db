import { codeSigned } from './codeFields.ts'
import { type Coder, codeBit, codeRaw } from './rangeCoder.ts'
import { type Stream, TIME_LEAPS, TIME_STEP } from './stream.ts'

/** The unit of times: a tenth of a second. */
export const TICK_MS = 100
/** Enough until the year 890000. */
const TICK_HALF = 24
export const LAST_TICK = 2 ** (2 * TICK_HALF) - 1

const LEAP = 2 ** 15

export function codeTick(coder: Coder, tick: number): number {
  const high = codeRaw(coder, TICK_HALF, Math.floor(tick / 2 ** TICK_HALF))
  return high * 2 ** TICK_HALF + codeRaw(coder, TICK_HALF, tick % 2 ** TICK_HALF)
}

/**
 * Frames are sent at a steady interval: the change of the interval is coded. After nearly an hour without frames the time
 * itself is coded.
 */
export function codeTime(coder: Coder, stream: Stream, tick: number): void {
  const step = tick - stream.tick
  if (codeBit(coder, stream.counts, TIME_LEAPS, Math.abs(step) >= LEAP ? 1 : 0) === 1) {
    stream.tick = codeTick(coder, tick)
    stream.tickStep = 0
    return
  }
  stream.tickStep += codeSigned(coder, stream.counts, TIME_STEP, step - stream.tickStep)
  stream.tick += stream.tickStep
}
