import { expect, test } from 'vitest'
import { logLink, logProgress } from '../../../shared/features/gameLog/gameLog.ts'
import type { LogLine } from '../../../shared/features/gameLog/lines.ts'
import { createTestClock } from '../../testing/clock.ts'
import { animalOf, mia, openGameLog, playerOf, rex } from './testing/openGameLog.ts'
import { createComparison, type LogSource, startLogWorker } from './worker.ts'

const chatOf = (text: string): LogLine => ({
  kind: 'chat',
  at: 1,
  channel: 'global',
  group: null,
  player: playerOf(rex),
  text,
})
const visitOf = (kind: 'join' | 'leave', id: string): LogLine =>
  kind === 'join'
    ? { kind, at: 1, player: playerOf(id), save: 'none', animal: animalOf('Troodon') }
    : { kind, at: 1, player: playerOf(id), isSafe: true, animal: animalOf('Troodon') }

/** A log of these lines, read two at a time; its position is the number of the next line. */
const sourceOf = (lines: readonly LogLine[], fault: () => string | null = () => null): LogSource => ({
  place: 'a test',
  everyMs: 1_000,
  async read(position) {
    const why = fault()
    if (why) throw new Error(why)
    const from = Number(position ?? 0)
    const to = Math.min(from + 2, lines.length)
    return { lines: lines.slice(from, to), position: String(to), hasMore: to < lines.length, read: 5, unknown: 1 }
  },
})

async function openWorker(lines: readonly LogLine[], { keepsChat = true, fault = () => null as string | null } = {}) {
  const log = await openGameLog()
  const seen: number[] = []
  const start = () =>
    startLogWorker({
      hub: log.hub,
      server: 'main',
      source: sourceOf(lines, fault),
      keepsChat,
      clock: log.clock,
      onBatch: ({ read, unknown }) => void seen.push(read - unknown),
      onFault: (what, error) => log.faults.push(`${what}: ${error}`),
    })
  const look = async () => {
    log.clock.pass(1_000)
    for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  const textsOf = () =>
    log.memory.journal.flatMap(({ archive }) => archive.map(({ row }) => ('text' in row ? row.text : '')))
  return { ...log, start, look, textsOf, seen }
}

test('[GL30] the log is read to its end in batches, and new lines at the next look', async () => {
  const lines = ['one', 'two', 'three', 'four', 'five'].map(chatOf)
  const { start, look, textsOf, hub, seen, faults } = await openWorker(lines)
  start()
  await look()
  expect(textsOf()).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(seen).toEqual([4, 4, 4])
  expect(hub.read(logLink, 'main')).toMatchObject({ state: 'following', why: null, place: 'a test' })
  lines.push(chatOf('six'))
  await look()
  await look()
  expect(textsOf().slice(5)).toEqual(['six'])
  expect(faults).toEqual([])
})

test('[GL31] a log that cannot be read is reported with its reason, nothing is skipped, and reading goes on by itself', async () => {
  let why: string | null = 'The folder does not exist.'
  const { start, look, textsOf, hub, faults } = await openWorker([chatOf('one')], { fault: () => why })
  start()
  await look()
  expect(hub.read(logLink, 'main')).toMatchObject({ state: 'failing', why })
  why = null
  await look()
  expect(hub.read(logLink, 'main')).toMatchObject({ state: 'following', why: null })
  expect(textsOf()).toEqual(['one'])
  expect(faults).toEqual([])
})

test('[GL32] with chat switched off no text is recorded, other lines are, and a code still reaches the hub', async () => {
  const lines: readonly LogLine[] = [
    chatOf('secret'),
    chatOf('!link this is secret, too'),
    { kind: 'chat', at: 1, channel: 'global', group: null, player: null, text: '!link SECRET' },
    chatOf('!link ABC234'),
    visitOf('join', mia),
  ]
  const { start, look, hub, memory } = await openWorker(lines, { keepsChat: false })
  start()
  await look()
  expect(JSON.stringify(memory.journal)).not.toMatch(/secret/i)
  expect(memory.journal.flatMap(({ archive }) => archive.map(({ kind }) => kind))).toEqual(['gameVisits'])
  expect(hub.read(logProgress, 'main')).toMatchObject({ position: '5' })
})

test('[GL36] reading on over lines that say nothing is recorded once a minute, and repeats nothing after a crash', async () => {
  const positions: (string | null)[] = []
  const log = await openGameLog()
  let at = 0
  const source: LogSource = {
    ...sourceOf([]),
    async read(position) {
      positions.push(position)
      at += 1
      return { lines: [], position: String(at), hasMore: false, read: 3, unknown: 0 }
    },
  }
  const { hub, clock, memory } = log
  const start = () =>
    startLogWorker({ hub, server: 'main', source, keepsChat: true, clock, onFault: (what) => log.faults.push(what) })
  const stop = start()
  for (let n = 0; n < 90; n += 1) {
    clock.pass(1_000)
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  const recorded = memory.journal.filter(({ command }) => command === 'gameLog.record')
  expect(recorded.length).toBe(2)
  expect(positions.slice(0, 4)).toEqual([null, '1', '2', '3'])
  stop()
  start()
  clock.pass(1_000)
  expect(positions.at(-1)).toBe(hub.read(logProgress, 'main').position)
})

test('[GL37] staff see when lines were lost, and once a minute how many could not be read', async () => {
  const log = await openGameLog()
  const { hub, clock } = log
  let [at, isLost] = [0, false]
  const source: LogSource = {
    ...sourceOf([]),
    async read() {
      at += 1
      return { lines: [], position: String(at), hasMore: false, read: 1, unknown: 1, isLost }
    },
  }
  const stop = startLogWorker({
    hub,
    server: 'main',
    source,
    keepsChat: true,
    clock,
    onFault: (what) => log.faults.push(what),
  })
  const look = async () => {
    clock.pass(1_000)
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  const seen = () => hub.read(logLink, 'main')
  await look()
  expect(seen()).toMatchObject({ state: 'following', lostAt: null, unreadable: 1 })
  await look()
  expect(seen().unreadable).toBe(1)
  for (let n = 0; n < 60; n += 1) await look()
  expect(seen().unreadable).toBeGreaterThan(50)
  isLost = true
  await look()
  expect(seen()).toMatchObject({ state: 'following', why: null, lostAt: clock.now() })
  isLost = false
  stop()
  expect(log.faults).toEqual([])
})

test('[GL33] two workers at a change of leader record each line once', async () => {
  const lines = Array.from({ length: 9 }, (_, n) => chatOf(`line ${n}`))
  const { start, look, textsOf, faults } = await openWorker(lines)
  start()
  start()
  for (let n = 0; n < 6; n += 1) await look()
  expect(textsOf()).toEqual(lines.map((line) => ('text' in line ? line.text : '')))
  expect(faults).toEqual([])
})

test('[GL34] a stopped worker records nothing more', async () => {
  const { start, look, textsOf } = await openWorker([chatOf('one')])
  start()()
  await look()
  expect(textsOf()).toEqual([])
})

test('[GL35] the log and the readings differ about players whom only one of them has in the game, after a minute and a half', () => {
  const clock = createTestClock()
  const { note, differences } = createComparison(clock)
  note([visitOf('join', rex), visitOf('leave', mia)])
  expect(differences([mia])).toBe(0)
  clock.pass(90_000)
  expect(differences([mia])).toBe(2)
  expect(differences([rex, mia])).toBe(1)
  expect(differences([rex])).toBe(0)
  note([visitOf('join', mia)])
  expect(differences([rex])).toBe(0)
})
