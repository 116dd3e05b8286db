import { expect, test } from 'vitest'
import { isGood, lastLine, sumTallies, tallyFaults, tallyVitest, type VitestReport } from './tally.ts'

const report = (changes: Partial<VitestReport> = {}): VitestReport => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] }],
  ...changes,
})

test('[TR1] passed and failed cases are counted as they are', () => {
  expect(tallyVitest(report(), 0)).toEqual({ passed: 3, failed: 0, remarks: [] })
  const failing = report({
    numFailedTests: 2,
    testResults: [
      { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }] },
    ],
  })
  expect(tallyVitest(failing, 1)).toEqual({ passed: 3, failed: 2, remarks: [] })
})

test('[TR2] a file that broke before its cases ran counts as one failure', () => {
  const broken = report({ testResults: [{ name: 'b.test.ts', status: 'failed', assertionResults: [] }] })
  expect(tallyVitest(broken, 1)).toEqual({ passed: 3, failed: 1, remarks: ['b.test.ts broke outside of its cases'] })
})

test('[TR3] skipped and to-do cases count as failed, never as nothing', () => {
  const skipping = tallyVitest(report({ numPendingTests: 1, numTodoTests: 1 }), 0)
  expect(skipping.failed).toBe(2)
  expect(skipping.remarks).toEqual(['2 skipped or to do: counted as failed'])
})

test('[TR4] a run without report, without cases, or with an unexplained exit code has failed', () => {
  expect(tallyVitest(undefined, 0).failed).toBe(1)
  expect(tallyVitest(report({ numPassedTests: 0, testResults: [] }), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(tallyVitest(report(), 1)).toMatchObject({ passed: 3, failed: 1 })
  expect(tallyVitest(report(), null)).toMatchObject({ passed: 3, failed: 1 })
})

test('[TR5] a stage without cases counts as one, however many faults it found', () => {
  expect(tallyFaults([])).toEqual({ passed: 1, failed: 0, remarks: [] })
  expect(tallyFaults(['x', 'y'])).toMatchObject({ passed: 0, failed: 1 })
})

test('[TR6] the last line holds the sums of all stages', () => {
  const total = sumTallies([tallyVitest(report(), 0), tallyFaults([]), tallyFaults(['x'])])
  expect(lastLine(total)).toBe('4 passed, 1 failed')
})

test('[TR7] a run is good only if something passed and nothing failed', () => {
  expect(isGood(sumTallies([]))).toBe(false)
  expect(isGood(sumTallies([tallyFaults([])]))).toBe(true)
  expect(isGood(sumTallies([tallyFaults([]), tallyFaults(['x'])]))).toBe(false)
})
