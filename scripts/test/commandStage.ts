import { runCommand } from '../runCommand.ts'
import type { Stage } from './runStages.ts'
import { tallyFaults } from './tally.ts'

/** Two of the stages' limits together must stay under the ten minutes that a whole run may take. */
const LIMIT_MS = 180_000

/** A stage that is one program on Node, good if it ends with 0. What it says goes straight to the screen. */
export function commandStage(title: string, args: readonly string[]): Stage {
  return {
    title,
    run: async () => {
      const { exitCode, isLate } = await runCommand(process.execPath, args, { output: 'shown', limitMs: LIMIT_MS })
      if (isLate) return tallyFaults([`stopped: it took more than ${LIMIT_MS / 1000} s`])
      return tallyFaults(exitCode === 0 ? [] : [`ended with exit code ${exitCode}`])
    },
  }
}
