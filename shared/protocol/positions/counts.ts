/**
 * Adaptive chances: for each context, how many zeros and how many ones were seen in it. Two bytes a context, because a
 * key frame carries them all. Both sides count alike, so both know the same chance before every bit.
 */
export type Counts = Uint8Array

export const MOST = 255

/** 2^24 / (2n + 2): turns a count into a chance without a division for every bit. */
const SHARE = Uint32Array.from({ length: 2 * MOST + 1 }, (_, seen) => 2 ** 24 / (2 * seen + 2))

export const createCounts = (contexts: number): Counts => new Uint8Array(2 * contexts)

/** The chance that the next bit is a one, in 1/65536; never nothing and never everything. */
export function chanceOfOne(counts: Counts, context: number): number {
  const zeros = counts[2 * context] as number
  const ones = counts[2 * context + 1] as number
  return ((2 * ones + 1) * (SHARE[zeros + ones] as number)) >>> 8
}

/** Counts the bit. Halving both when one is full lets old habits fade. */
export function learnBit(counts: Counts, context: number, bit: number): void {
  const seen = (counts[2 * context + bit] as number) + 1
  counts[2 * context + bit] = seen
  if (seen < MOST) return
  counts[2 * context] = (counts[2 * context] as number) >> 1
  counts[2 * context + 1] = (counts[2 * context + 1] as number) >> 1
}
