import { runStages, type Stage, summaryLines, totalOf } from './runStages.ts'
import { isGood, lastLine } from './tally.ts'

/** Runs the stages, prints the table and, last of all, `N passed, N failed`; the exit code says whether all is good. */
export async function runAndReport(stages: readonly Stage[]): Promise<void> {
  const startedAt = performance.now()
  const results = await runStages(stages, { print: console.log, now: () => performance.now() })
  const total = totalOf(results)
  console.log(`\n${summaryLines(results).join('\n')}\nAll in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  process.exitCode = isGood(total) ? 0 : 1
  console.log(lastLine(total))
}
