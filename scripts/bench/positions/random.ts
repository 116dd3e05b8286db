/** Seeded random numbers, fast enough for hundreds of millions of draws: xorshift, and a table of normal deviates. */
export interface Random {
  /** 32 uniform bits. */
  bits(): number
  /** From 0 up to, but not including, 1. */
  share(): number
}

export function createRandom(seed: number): Random {
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

/** Normal deviates by Box and Muller; two are looked up from one draw of 32 bits. */
const DEVIATES = normalDeviates(createRandom(20_260_101))

export const deviateLow = (bits: number) => DEVIATES[bits & (TABLE - 1)] as number
export const deviateHigh = (bits: number) => DEVIATES[bits >>> 16] as number

function normalDeviates(random: Random): Float64Array {
  return Float64Array.from(
    { length: TABLE },
    () => Math.sqrt(-2 * Math.log(1 - random.share())) * Math.cos(2 * Math.PI * random.share()),
  )
}
