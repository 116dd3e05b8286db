/** Reproducible chance for tests: mulberry32. Gives whole numbers from 0 to below `sides`. */
export const seededDice = (seed: number) => {
  let state = seed >>> 0
  return (sides: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides)
  }
}
