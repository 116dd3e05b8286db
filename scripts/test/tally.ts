/** What a stage comes to: how many cases passed and failed, and what the reader should know beside that. */
export type Tally = { readonly passed: number; readonly failed: number; readonly remarks: readonly string[] }

/** The part of Vitest's JSON report that is counted. */
export type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

const failure = (remark: string): Tally => ({ passed: 0, failed: 1, remarks: [remark] })

/** Files that broke before their cases could run: Vitest counts no case for them, so each counts as one failure here. */
function brokenFiles(report: VitestReport): string[] {
  return report.testResults
    .filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
    .map((file) => `${file.name} broke outside of its cases`)
}

/** A run that left nothing behind, or ran nothing, or failed for no counted reason, is a failure too: silence must not pass. */
export function tallyVitest(report: VitestReport | undefined, exitCode: number | null): Tally {
  if (report === undefined) return failure('Vitest left no report')
  const broken = brokenFiles(report)
  const skipped = report.numPendingTests + report.numTodoTests
  const remarks = skipped > 0 ? [...broken, `${skipped} skipped or to do: counted as failed`] : broken
  const failed = report.numFailedTests + broken.length + skipped
  if (report.numPassedTests + failed === 0) return failure('no test ran')
  if (failed === 0 && exitCode !== 0) {
    return {
      passed: report.numPassedTests,
      failed: 1,
      remarks: [`Vitest ended with ${exitCode} though no case failed`],
    }
  }
  return { passed: report.numPassedTests, failed, remarks }
}

/** A stage that is not made of test cases counts as one. */
export function tallyFaults(faults: readonly string[]): Tally {
  return faults.length === 0 ? { passed: 1, failed: 0, remarks: [] } : { passed: 0, failed: 1, remarks: faults }
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    remarks: [],
  }
}

/** The very last line of a run. */
export const lastLine = (total: Tally): string => `${total.passed} passed, ${total.failed} failed`

export const isGood = (total: Tally): boolean => total.failed === 0 && total.passed > 0
