import { sumTallies, type Tally, tallyFaults } from './tally.ts'

/** One part of a test run. A stage that throws has failed; the next one runs all the same. */
export type Stage = {
  readonly title: string
  readonly run: () => Promise<Tally>
  /** It begins with the first stage, for it mostly waits for others than this machine's cores, and is awaited in its turn. */
  readonly beginsAtOnce?: boolean
}

export type StageResult = { readonly title: string; readonly tally: Tally; readonly tookMs: number }

type Surroundings = { readonly print: (line: string) => void; readonly now: () => number }

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

async function runOne(stage: Stage): Promise<Tally> {
  try {
    return await stage.run()
  } catch (error) {
    return tallyFaults([error instanceof Error ? (error.stack ?? error.message) : String(error)])
  }
}

const countText = ({ passed, failed }: Tally): string =>
  failed > 0 ? `${failed} failed, ${passed} passed` : `${passed} passed`

/** Runs the stages one after the other, but those that begin at once, saying what begins, what it came to and how long it took. */
export async function runStages(stages: readonly Stage[], { print, now }: Surroundings): Promise<StageResult[]> {
  const results: StageResult[] = []
  const begun = new Map(stages.filter(({ beginsAtOnce }) => beginsAtOnce).map((stage) => [stage, runOne(stage)]))
  for (const [index, stage] of stages.entries()) {
    print(`\n── ${index + 1} of ${stages.length}: ${stage.title}`)
    const startedAt = now()
    const tally = await (begun.get(stage) ?? runOne(stage))
    const tookMs = now() - startedAt
    for (const remark of tally.remarks) print(remark)
    print(`── ${stage.title}: ${countText(tally)} (${seconds(tookMs)})`)
    results.push({ title: stage.title, tally, tookMs })
  }
  return results
}

/** The table at the end of a run, one line a stage. */
export function summaryLines(results: readonly StageResult[]): string[] {
  const width = Math.max(0, ...results.map(({ title }) => title.length))
  return results.map(({ title, tally, tookMs }) => {
    const sign = tally.failed > 0 ? 'FAILED' : 'ok    '
    return `${sign} ${title.padEnd(width)}  ${countText(tally)} (${seconds(tookMs)})`
  })
}

export const totalOf = (results: readonly StageResult[]): Tally => sumTallies(results.map(({ tally }) => tally))
