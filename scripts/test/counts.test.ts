import { expect, test } from 'vitest'
import {
  countFaults,
  countVitest,
  isGood,
  joinCounts,
  lastLine,
  slowestLines,
  sumCounts,
  type VitestReport,
} from './counts.ts'

const report = (changes: Partial<VitestReport> = {}): VitestReport => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] }],
  ...changes,
})

test('[TR45] passed and failed cases are counted as they are', () => {
  expect(countVitest(report(), 0)).toMatchObject({ passed: 3, failed: 0, remarks: [] })
  const failing = report({
    numFailedTests: 2,
    testResults: [
      { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }] },
    ],
  })
  expect(countVitest(failing, 1)).toMatchObject({ passed: 3, failed: 2, remarks: [] })
})

test('[TR46] a file that broke before its cases ran counts as one failure', () => {
  const broken = report({ testResults: [{ name: 'b.test.ts', status: 'failed', assertionResults: [] }] })
  expect(countVitest(broken, 1)).toMatchObject({
    passed: 3,
    failed: 1,
    remarks: ['b.test.ts broke outside of its cases'],
  })
})

test('[TR47] skipped and to-do cases count as failed, never as nothing', () => {
  const skipping = countVitest(report({ numPendingTests: 1, numTodoTests: 1 }), 0)
  expect(skipping.failed).toBe(2)
  expect(skipping.remarks).toEqual(['2 skipped or to do: counted as failed'])
})

test('[TR48] a run without report, without cases, or with an unexplained exit code has failed', () => {
  expect(countVitest(undefined, 0).failed).toBe(1)
  expect(countVitest(report({ numPassedTests: 0, testResults: [] }), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(countVitest(report(), 1)).toMatchObject({ passed: 3, failed: 1 })
  expect(countVitest(report(), null)).toMatchObject({ passed: 3, failed: 1 })
})

test('[TR49] a stage without cases counts as one, however many faults it found', () => {
  expect(countFaults([])).toEqual({ passed: 1, failed: 0, remarks: [] })
  expect(countFaults(['x', 'y'])).toMatchObject({ passed: 0, failed: 1 })
})

test('[TR50] the last line holds the sums of all stages', () => {
  const total = sumCounts([countVitest(report(), 0), countFaults([]), countFaults(['x'])])
  expect(lastLine(total)).toBe('4 passed, 1 failed')
})

test('[TR94] of stages that ran as one each failed case is named with its file and what was wrong', () => {
  const failing = report({
    numFailedTests: 1,
    testResults: [
      {
        name: '/there/server/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: '[A1] one' },
          {
            status: 'failed',
            fullName: '[A2] two',
            failureMessages: ['Error: \u001b[31mtoo late\u001b[39m\n    at here'],
          },
        ],
      },
    ],
  })
  const joined = joinCounts([countVitest(report(), 0), countVitest(failing, 1)])
  expect(joined).toMatchObject({ passed: 6, failed: 1, failures: ['server/a.test.ts: [A2] two: Error: too late'] })
  expect(joined.timings).toHaveLength(3)
})

test('[TR51] a run is good only if something passed and nothing failed', () => {
  expect(isGood(sumCounts([]))).toBe(false)
  expect(isGood(sumCounts([countFaults([])]))).toBe(true)
  expect(isGood(sumCounts([countFaults([]), countFaults(['x'])]))).toBe(false)
})

test('[TR52] a run narrowed to names does not count the cases that it leaves out', () => {
  const narrowed = report({ numPassedTests: 1, numPendingTests: 40 })
  expect(countVitest(narrowed, 0, { isNarrowed: true })).toMatchObject({ passed: 1, failed: 0, remarks: [] })
})

test('[TR53] the slowest cases are listed, longest first, without the quick ones', () => {
  const timed = (fullName: string, duration: number) => ({ status: 'passed', fullName, duration })
  const file = '/any/checkout/server/a.test.ts'
  const assertionResults = [timed('quick', 99), timed('slow', 1_500), timed('slowest', 12_000)]
  const counts = countVitest(report({ testResults: [{ name: file, status: 'passed', assertionResults }] }), 0)
  expect(slowestLines([counts])).toEqual([
    '  12.0 s  slowest  (server/a.test.ts)',
    '   1.5 s  slow  (server/a.test.ts)',
  ])
  expect(slowestLines([counts], 1)).toHaveLength(1)
})
