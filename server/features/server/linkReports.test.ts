import { expect, test } from 'vitest'
import { createLinkReports } from './worker.ts'

/** The test answers the reports, in order. */
function openReports() {
  const reported: string[] = []
  const answers: ((isAccepted: boolean) => void)[] = []
  const reports = createLinkReports((state: string) => {
    reported.push(state)
    return new Promise<boolean>((resolve) => answers.push(resolve))
  })
  const answer = async (isAccepted: boolean) => {
    answers.shift()?.(isAccepted)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { reports, reported, answer }
}

test('[SV8] a state is reported only after the one before was answered', async () => {
  const { reports, reported, answer } = openReports()
  void reports.add('up')
  void reports.add('down')
  void reports.retry()
  expect(reported).toEqual(['up'])
  await answer(true)
  expect(reported).toEqual(['up', 'down'])
  await answer(true)
  void reports.retry()
  expect(reported).toEqual(['up', 'down'])
})

test('[SV9] a refused report is repeated; if further states are waiting, only the last one is reported', async () => {
  const { reports, reported, answer } = openReports()
  void reports.add('up')
  void reports.add('down')
  void reports.add('connecting')
  await answer(false)
  expect(reported).toEqual(['up'])
  void reports.retry()
  await answer(true)
  expect(reported).toEqual(['up', 'connecting'])
})
