import { expect, test } from 'vitest'
import type { Bus } from '../../engine/bus.ts'
import type { Entry } from '../../engine/entry.ts'
import { type FollowListener, NotWritten, type SharedStorage, type Storage } from '../../engine/storage.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { createJournalMetrics } from './journalMetrics.ts'
import { meteredSharedStorage, meteredStorage } from './meteredStorage.ts'
import { createMeters } from './meters.ts'
import { createTailMetrics } from './tailMetrics.ts'

const serving = () => ({ name: 'serving', why: null, since: 0 }) as const
const entryAt = (seq: number, at: number): Entry => ({
  ...{ seq, epoch: 1, at, actor: 'ann', command: 'village.give', commandId: null },
  ...{ input: {}, output: {}, changes: [], archive: [] },
})
const silent: Bus = { node: 'a', send() {}, listen: () => () => {}, onGap: () => () => {} }

test('[OB3] of a store it is told how long it took, and why something was not written; it is the same store otherwise', async () => {
  const meters = createMeters()
  const { storage } = createMemoryStorage()
  const full: Storage = {
    ...storage,
    append: () => Promise.reject(new NotWritten('full', 'no room')),
    forget: () => Promise.reject(new Error('nobody knows')),
  }
  const metered = meteredStorage(full, createJournalMetrics(meters, serving))
  expect(metered.durability).toBe(storage.durability)
  expect(await metered.load()).toMatchObject({ epoch: 1, entries: [] })
  await metered.answers(0)
  await expect(metered.append([])).rejects.toThrow('no room')
  await expect(metered.forget({ ids: [], words: [], documents: [], lists: [], nameFields: [] })).rejects.toThrow(
    'nobody knows',
  )
  const text = await meters.registry.metrics()
  expect(text).toContain('waterhole_storage_ms_count{call="answers"} 1\n')
  expect(text).toContain('waterhole_storage_failures_total{call="append",why="full"} 1\n')
  expect(text).toContain('waterhole_storage_failures_total{call="forget",why="fault"} 1\n')
})

test('[OB3] of what a node follows it is told how many entries came and how late, and of messages between nodes the topic without the node', async () => {
  const meters = createMeters()
  let follower: FollowListener | undefined
  const heard: ((message: Uint8Array, from: string) => void)[] = []
  const shared = {
    ...createMemoryStorage().storage,
    follow(_seq: number, listener: FollowListener) {
      follower = listener
      return () => {}
    },
    bus: {
      ...silent,
      listen(_topic: string, listener: (message: Uint8Array, from: string) => void) {
        heard.push(listener)
        return () => {}
      },
    },
  } as unknown as SharedStorage
  const tail = createTailMetrics(meters, () => 1_000)
  const metered = meteredSharedStorage(shared, createJournalMetrics(meters, serving), tail)
  const come: Entry[] = []
  const missed: string[] = []
  metered.follow(0, { entries: (entries) => void come.push(...entries), missing: (why) => void missed.push(why) })
  follower?.entries([entryAt(1, 900), entryAt(2, 960)])
  follower?.missing('trimmed')
  metered.bus.send('calls.a1b2', new Uint8Array(7))
  metered.bus.listen('answers.a1b2', () => {})
  heard[0]?.(new Uint8Array(3), 'other')
  expect([come.length, missed]).toEqual([2, ['trimmed']])
  const text = await meters.registry.metrics()
  expect(text).toContain('waterhole_tail_entries_total 2\n')
  expect(text).toContain('waterhole_tail_late_ms_bucket{le="25"} 0\n')
  expect(text).toContain('waterhole_tail_late_ms_bucket{le="50"} 1\n')
  expect(text).toContain('waterhole_tail_missing_total 1\n')
  expect(text).toContain('waterhole_bus_messages_total{direction="sent",topic="calls"} 1\n')
  expect(text).toContain('waterhole_bus_bytes_total{direction="received",topic="answers"} 3\n')
})
