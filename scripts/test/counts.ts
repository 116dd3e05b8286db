import { stripVTControlCharacters } from 'node:util'

/** How many test cases of a stage passed and failed, and what else the reader should know. */
export type Counts = {
  readonly passed: number
  readonly failed: number
  readonly remarks: readonly string[]
  /** Every test case with its duration; empty for a stage without test cases. */
  readonly timings?: readonly Timing[]
  /** The failed test cases: file, name, and what was wrong in one line. */
  readonly failures?: readonly string[]
}

export type Timing = { readonly name: string; readonly file: string; readonly tookMs: number }

type VitestCase = {
  readonly status: string
  readonly fullName?: string
  readonly duration?: number | null
  readonly failureMessages?: readonly string[]
}

/** The part of Vitest's JSON report that is read. */
export type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly VitestCase[]
  }[]
}

/**
 * Counts a Vitest run. A run without a report, without tests, or with a bad exit code and no failed case counts as failed.
 * With `isNarrowed` the run leaves out cases on purpose, by name or by tag: these are not counted.
 */
export function countVitest(
  report: VitestReport | undefined,
  exitCode: number | null,
  { isNarrowed = false } = {},
): Counts {
  if (report === undefined) return failure('Vitest left no report')
  const broken = brokenFiles(report)
  const skipped = isNarrowed ? 0 : report.numPendingTests + report.numTodoTests
  const remarks = skipped > 0 ? [...broken, `${skipped} skipped or to do: counted as failed`] : broken
  const failed = report.numFailedTests + broken.length + skipped
  const passed = report.numPassedTests
  if (passed + failed === 0) return failure('no test ran')
  const [timings, failures] = [timingsOf(report), failuresOf(report)]
  if (failed > 0 || exitCode === 0) return { passed, failed, remarks, timings, failures }
  return { passed, failed: 1, remarks: [`Vitest ended with ${exitCode} though no case failed`], timings, failures }
}

/** Counts a stage that has no test cases as one case. */
export function countFaults(faults: readonly string[]): Counts {
  return faults.length === 0 ? { passed: 1, failed: 0, remarks: [] } : { passed: 0, failed: 1, remarks: faults }
}

export function sumCounts(counts: readonly Counts[]): Counts {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    remarks: [],
  }
}

/** Of stages that ran as one. */
export const joinCounts = (counts: readonly Counts[]): Counts => ({
  ...sumCounts(counts),
  remarks: counts.flatMap(({ remarks }) => remarks),
  timings: counts.flatMap(({ timings = [] }) => timings),
  failures: counts.flatMap(({ failures = [] }) => failures),
})

/** The last line of a run. */
export const lastLine = (total: Counts): string => `${total.passed} passed, ${total.failed} failed`

export const isGood = (total: Counts): boolean => total.failed === 0 && total.passed > 0

/** The slowest test cases that took at least 100 ms, longest first, one line each. */
export function slowestLines(counts: readonly Counts[], most = 10): string[] {
  const timings = counts.flatMap((one) => one.timings ?? []).filter(({ tookMs }) => tookMs >= 100)
  const slowest = timings.toSorted((a, b) => b.tookMs - a.tookMs).slice(0, most)
  return slowest.map(
    ({ name, file, tookMs }) => `${(tookMs / 1000).toFixed(1).padStart(6)} s  ${name.slice(0, 90)}  (${file})`,
  )
}

const failure = (remark: string): Counts => ({ passed: 0, failed: 1, remarks: [remark] })

/** Files that broke before their cases ran. Vitest counts no case for them, so each counts as one failure here. */
function brokenFiles(report: VitestReport): string[] {
  return report.testResults
    .filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
    .map((file) => `${file.name} broke outside of its cases`)
}

const timingsOf = ({ testResults }: VitestReport): Timing[] =>
  testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName = '', duration }) => ({
      name: fullName,
      file: fromRoot(file),
      tookMs: duration ?? 0,
    })),
  )

const failuresOf = ({ testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName = '', failureMessages: [why = ''] = [] }) => `${fromRoot(file)}: ${fullName}: ${firstLine(why)}`,
      ),
  )

const fromRoot = (file: string) => file.replace(/^.*?\/(?=(shared|server|client|scripts)\/)/, '')
const firstLine = (text: string) => stripVTControlCharacters(text).split('\n', 1)[0]?.slice(0, 300) ?? ''
