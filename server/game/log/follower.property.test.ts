import { expect, test } from 'vitest'
import { createRandom } from '../simulator/random.ts'
import { createLogFollower, type LogPosition } from './follower.ts'
import { createGameFolder, type Rotation } from './testing/gameFolder.ts'

/** The hub's store: what was read and where reading goes on are one entry, written wholly or not at all. */
interface Journal {
  readonly lines: string[]
  position: LogPosition | null
}

/**
 * A game that writes in pieces of any size and restarts, and a hub that crashes before and after it stores a batch, and in the middle of
 * reading. Files change between any two calls of the hub.
 */
async function runWithCrashes(seed: number, rotation: Rotation, lineEnd: string) {
  const random = createRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const folder = createGameFolder()
  const written: string[] = []
  const journal: Journal = { lines: [], position: null }
  let queue = Buffer.alloc(0)
  let starts = 0

  const say = (line: string) => {
    written.push(line)
    queue = Buffer.concat([queue, Buffer.from(`${line}${lineEnd}`)])
  }
  const start = () =>
    `Log file open, 11/22/26 13:${String(Math.floor(++starts / 60)).padStart(2, '0')}:${String(starts % 60).padStart(2, '0')}`
  const flush = (length: number) => {
    folder.write(queue.subarray(0, length))
    queue = queue.subarray(length)
  }
  const pendingSteps: (() => void)[] = []
  function restart() {
    flush(queue.length)
    const first = start()
    written.push(first)
    pendingSteps.push(...folder.restartSteps(rotation, `${first}${lineEnd}`))
  }
  function play() {
    const step = pendingSteps.shift()
    if (step) return step()
    if (below(40) === 0) return restart()
    for (let i = below(4); i > 0; i--) say(`line ${written.length} ${'🦖é'.repeat(below(30))}`)
    flush(below(queue.length + 1))
  }

  say(start())
  flush(queue.length)
  let crashes = 0
  let follower = createLogFollower({ folder, entryOf: (line) => line, startAt: 'start', mostEntries: 5 })
  journal.position = (await follower.next(null)).position
  folder.beforeEach = () => {
    if (below(3) === 0) play()
    if (below(60) === 0) throw new Error('crash')
  }
  for (let turn = 0; turn < 150; turn++) {
    play()
    try {
      const batch = await follower.next(journal.position)
      if (below(30) === 0) throw new Error('crash')
      expect(batch.isLost).toBe(false)
      journal.lines.push(...batch.entries)
      journal.position = structuredClone(batch.position)
      if (below(30) === 0) throw new Error('crash')
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'crash') throw error
      crashes++
      follower = createLogFollower({ folder, entryOf: (line) => line, startAt: 'start', mostEntries: 5 })
    }
  }
  folder.beforeEach = () => {}
  while (pendingSteps.length > 0) pendingSteps.shift()?.()
  flush(queue.length)
  for (let isMore = true; isMore; ) {
    const batch = await follower.next(journal.position)
    journal.lines.push(...batch.entries)
    isMore = batch.isMore
    journal.position = batch.position
  }
  expect(journal.lines).toEqual(written)
  return { crashes, starts, lines: written.length }
}

test('[LG53] over 200 runs with crashes of the hub and restarts of the game every line is taken once and in order', async () => {
  const totals = { crashes: 0, starts: 0, lines: 0 }
  for (let seed = 1; seed <= 200; seed++) {
    const run = await runWithCrashes(seed, seed % 2 === 0 ? 'copy' : 'rename', seed % 3 === 0 ? '\r\n' : '\n')
    for (const key of ['crashes', 'starts', 'lines'] as const) totals[key] += run[key]
  }
  expect(totals.crashes).toBeGreaterThan(1_500)
  expect(totals.starts).toBeGreaterThan(500)
  expect(totals.lines).toBeGreaterThan(30_000)
})
