/** Seeded chance, fast enough for hundreds of millions of throws: xorshift, and a table of normal deviates. */
export interface Dice {
  /** 32 even bits. */
  bits(): number
  /** From 0 up to, but not, 1. */
  share(): number
}

export function createDice(seed: number): Dice {
  let state = seed | 0 || 1
  const bits = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  return { bits, share: () => bits() / 2 ** 32 }
}

const TABLE = 65536

/** Normal deviates by Box and Muller; two can be looked up from one throw of 32 bits. */
const DEVIATES = normalDeviates(createDice(20_260_101))

export const deviateLow = (bits: number) => DEVIATES[bits & (TABLE - 1)] as number
export const deviateHigh = (bits: number) => DEVIATES[bits >>> 16] as number

function normalDeviates(dice: Dice): Float64Array {
  return Float64Array.from(
    { length: TABLE },
    () => Math.sqrt(-2 * Math.log(1 - dice.share())) * Math.cos(2 * Math.PI * dice.share()),
  )
}
