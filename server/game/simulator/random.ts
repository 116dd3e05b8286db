import { mulberry32 } from '../../../shared/engine/mulberry32.ts'

/** A seeded random generator. */
export interface Random {
  /** 0 up to but not 1. */
  (): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed)
  return Object.assign(next, {
    between: (low: number, high: number) => low + (high - low) * next(),
    chance: (probability: number) => next() < probability,
    pick: <T>(choices: readonly [T, ...T[]]): T => choices[Math.floor(next() * choices.length)] ?? choices[0],
  })
}
