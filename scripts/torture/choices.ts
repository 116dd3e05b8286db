import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../../server/game/simulator/random.ts'

/** A command that a user may give next, and how often compared with the others. */
export type Choice = readonly [weight: number, name: string, input: object]

export const oneOf = <T>(random: Random, all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]

export const weighted = (random: Random, choices: readonly Choice[]): Choice => {
  let left = random() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const choice of choices) {
    left -= choice[0]
    if (left < 0) return choice
  }
  return choices[0] as Choice
}

/** Independent random numbers for each page, so that its actions do not depend on the timing of others. */
export const ownRandom = (random: Random) => createRandom(Math.floor(random() * 2 ** 32))

/** Waits, or resolves early when stopped. */
export const pause = (ms: number, stop: AbortSignal) => sleep(ms, undefined, { signal: stop }).catch(() => {})

let marks = 0
/** Unique over all runs, so that it is recognized in the game. */
export const nextMark = () => {
  marks += 1
  return `mark-${marks}-end`
}
