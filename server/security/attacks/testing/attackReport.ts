import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where each attack leaves its counts, for the summary at the end of `npm test`. */
export const attackReports = join(import.meta.dirname, '../../../../build/reports/attacks')

/** What one attack tried, and what got through. */
export interface AttackCounts {
  readonly attack: string
  readonly tried: number
  /** A line for each try that got through: what was tried, and what the hub answered. */
  readonly through: readonly string[]
}

/**
 * Counts the tries of one attack. `attempt` counts one and notes it if it got through; `done` writes the counts and returns the list of
 * what got through, which a test expects to be empty.
 */
export function createAttack(attack: string) {
  let tried = 0
  const through: string[] = []
  return {
    /** @param gotThrough whether the attack succeeded @param what what was tried and answered */
    attempt(gotThrough: boolean, what: () => string) {
      tried += 1
      if (gotThrough) through.push(what())
    },
    done(): readonly string[] {
      if (tried === 0) through.push(`${attack}: nothing was tried`)
      mkdirSync(attackReports, { recursive: true })
      const file = join(attackReports, `${attack.replaceAll(/\W+/g, '-')}.json`)
      writeFileSync(file, JSON.stringify({ attack, tried, through } satisfies AttackCounts))
      return through
    },
  }
}
