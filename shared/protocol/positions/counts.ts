/**
 * Adaptive chances: for each context how many zeros (high byte) and ones (low byte) were seen in it. Two bytes a context,
 * because a key frame carries them all. Both sides count alike, so both know the same chance before every bit.
 */
export type Counts = Uint16Array

/** No count gets this high. */
export const MOST = 255

/** Chances are told in 1/4096. */
export const CHANCE_BITS = 12

/** The chance of a one for every pair of counts: never nothing and never everything. */
export const CHANCES = Uint16Array.from({ length: 1 << 16 }, (_, pair) => {
  const [zeros, ones] = [pair >> 8, pair & 0xff]
  return Math.round((2 ** CHANCE_BITS * (2 * ones + 1)) / (2 * (zeros + ones) + 2))
})

export const createCounts = (contexts: number): Counts => new Uint16Array(contexts)

/** A pair of counts after one more bit. Halving both when one is full lets old habits fade. */
export function counted(pair: number, bit: number): number {
  const more = pair + 256 - 255 * bit
  return (more & 0xff) === MOST || more >= MOST << 8 ? (more >> 1) & 0x7f7f : more
}
