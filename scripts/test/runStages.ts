import { type Counts, countFaults, isGood, lastLine, slowestLines, sumCounts } from './counts.ts'

/** One part of a test run. A stage that throws has failed; the next one still runs. */
export type Stage = {
  readonly title: string
  readonly run: () => Promise<Counts>
  /** Starts together with the first stage, because it mostly waits for the network or the disk, or uses a core that is free. */
  readonly startsAtOnce?: boolean
}

export type StageResult = { readonly title: string; readonly counts: Counts; readonly tookMs: number }

type Output = { readonly print: (line: string) => void; readonly now: () => number }

/** Runs the stages, prints a table, the slowest tests and, last of all, `N passed, N failed`. Sets the exit code. */
export async function runAndReport(stages: readonly Stage[]): Promise<void> {
  const startedAt = performance.now()
  const results = await runStages(stages, { print: console.log, now: () => performance.now() })
  const counts = results.map((result) => result.counts)
  const slowest = slowestLines(counts)
  if (slowest.length > 0) console.log(`\nSlowest tests:\n${slowest.join('\n')}`)
  console.log(`\n${summaryLines(results).join('\n')}\nAll in ${seconds(performance.now() - startedAt)}`)
  const failures = counts.flatMap((one) => one.failures ?? [])
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  const total = sumCounts(counts)
  process.exitCode = isGood(total) ? 0 : 1
  console.log(lastLine(total))
}

/** Runs the stages in order, except those that start at once; prints the title, the counts and the duration of each. */
export async function runStages(stages: readonly Stage[], { print, now }: Output): Promise<StageResult[]> {
  const results: StageResult[] = []
  const started = new Map(stages.filter(({ startsAtOnce }) => startsAtOnce).map((stage) => [stage, runOne(stage)]))
  for (const [index, stage] of stages.entries()) {
    print(`\n── ${index + 1} of ${stages.length}: ${stage.title}`)
    const startedAt = now()
    const counts = await (started.get(stage) ?? runOne(stage))
    const tookMs = now() - startedAt
    for (const remark of counts.remarks) print(remark)
    print(`── ${stage.title}: ${countText(counts)} (${seconds(tookMs)})`)
    results.push({ title: stage.title, counts, tookMs })
  }
  return results
}

/** The table at the end of a run, one line per stage. */
export function summaryLines(results: readonly StageResult[]): string[] {
  const width = Math.max(0, ...results.map(({ title }) => title.length))
  return results.map(({ title, counts, tookMs }) => {
    const sign = counts.failed > 0 ? 'FAILED' : 'ok    '
    return `${sign} ${title.padEnd(width)}  ${countText(counts)} (${seconds(tookMs)})`
  })
}

async function runOne(stage: Stage): Promise<Counts> {
  try {
    return await stage.run()
  } catch (error) {
    return countFaults([error instanceof Error ? (error.stack ?? error.message) : String(error)])
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const countText = ({ passed, failed }: Counts): string =>
  failed > 0 ? `${failed} failed, ${passed} passed` : `${passed} passed`
