/** A seeded random generator. */
export interface Random {
  /** 0 up to but not 1. */
  (): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return Object.assign(next, {
    between: (low: number, high: number) => low + (high - low) * next(),
    chance: (probability: number) => next() < probability,
    pick: <T>(choices: readonly [T, ...T[]]): T => choices[Math.floor(next() * choices.length)] ?? choices[0],
  })
}
