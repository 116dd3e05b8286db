import { expect, test } from 'vitest'
import { createNarrowDoor, DoorCrowded } from './narrowDoor.ts'

/** Work that goes on until it is told to end. */
function createWork() {
  const ends: (() => void)[] = []
  const started: number[] = []
  return {
    started,
    ends,
    work: (name: number) => () => {
      started.push(name)
      return new Promise<number>((resolve) => ends.push(() => resolve(name)))
    },
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('[ND1] so many at once, the others wait in their order, and whoever finds no room is told', async () => {
  const pass = createNarrowDoor(2, 2)
  const { started, ends, work } = createWork()
  const asked = [1, 2, 3, 4].map((name) => pass(work(name)))
  await expect(pass(work(5))).rejects.toThrow(DoorCrowded)
  expect(started).toEqual([1, 2])
  ends[1]?.()
  await settled()
  expect(started).toEqual([1, 2, 3])
  const late = pass(work(6))
  for (let at = 0; at < 5; at += 1) {
    ends[at]?.()
    await settled()
  }
  expect(started).toEqual([1, 2, 3, 4, 6])
  expect(await Promise.all([...asked, late])).toEqual([1, 2, 3, 4, 6])
})

test('[ND2] what fails gives its place back', async () => {
  const pass = createNarrowDoor(1, 0)
  for (let time = 0; time < 3; time += 1)
    await expect(pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await pass(async () => 'in')).toBe('in')
})
