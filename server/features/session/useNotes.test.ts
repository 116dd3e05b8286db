import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/clock.ts'
import { createUseNotes } from './useNotes.ts'

function openNotes() {
  const clock = createTestClock()
  const faults: unknown[] = []
  const note = createUseNotes({ clock, what: 'note', onFault: (what, error) => void faults.push([what, error]) })
  let outcome: () => Promise<unknown> = async () => {}
  let tries = 0
  return {
    ...{ clock, faults, tries: () => tries },
    goOn(next: () => Promise<unknown>) {
      outcome = next
    },
    async note(key = 'one') {
      note(key, () => {
        tries += 1
        return outcome()
      })
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
const fail = () => Promise.reject(new Error('full'))

test('[UN1] [V16.5.2] after a failure nothing is tried for a minute, whatever was used, and it is told once', async () => {
  const { note, goOn, clock, faults, tries } = openNotes()
  goOn(fail)
  for (let time = 0; time < 20; time += 1) await note(`session ${time}`)
  expect([tries(), faults]).toEqual([1, [['note', new Error('full')]]])
  for (let minute = 0; minute < 5; minute += 1) {
    clock.pass(59_999)
    await note()
    clock.pass(1)
    await note()
  }
  expect([tries(), faults.length]).toEqual([6, 1])
})

test('[UN2] once it has succeeded again, the next failure is told anew', async () => {
  const { note, goOn, clock, faults } = openNotes()
  for (const outcome of [fail, async () => {}, fail]) {
    goOn(outcome)
    await note()
    clock.pass(60_000)
  }
  expect(faults).toHaveLength(2)
})

test('[UN3] what is being noted is not noted at the same time once more', async () => {
  const { note, goOn, tries } = openNotes()
  goOn(() => new Promise(() => {}))
  await note()
  await note()
  await note('other')
  expect(tries()).toBe(2)
})
