import { expect, test } from 'vitest'
import type { Entry } from '../engine/entry.ts'
import { type Bus, type FollowListener, NotWritten, type SharedStorage, type Storage } from '../engine/storage.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { createMeters } from './meters.ts'
import { createJournalMetrics, createTailMetrics, measureSharedStorage, measureStorage } from './storageMetrics.ts'

const serving = () => ({ name: 'serving', why: null, since: 0 }) as const
const entryAt = (seq: number, at: number): Entry => ({
  seq,
  epoch: 1,
  at,
  actor: 'ann',
  command: 'sample.give',
  commandId: null,
  input: {},
  output: {},
  changes: [],
  archive: [],
})
const idleBus: Bus = { node: 'a', send() {}, listen: () => () => {}, onGap: () => () => {} }

test('[OB19] durations and failures of storage calls are measured, and the store is unchanged otherwise', async () => {
  const meters = createMeters()
  const { storage } = createMemoryStorage()
  const broken: Storage = {
    ...storage,
    append: () => Promise.reject(new NotWritten('full', 'no room')),
    erase: () => Promise.reject(new Error('unknown fault')),
  }
  const measured = measureStorage(broken, createJournalMetrics(meters, serving))
  expect(measured.durability).toBe(storage.durability)
  expect(await measured.load()).toMatchObject({ epoch: 1, documents: [], lastSeq: 0 })
  await measured.tail(0, 1)
  await expect(measured.append([])).rejects.toThrow('no room')
  await expect(measured.erase({ ids: [], externalIds: [], documents: [], archives: {} })).rejects.toThrow(
    'unknown fault',
  )
  const text = await meters.registry.metrics()
  expect(text).toContain('waterhole_storage_ms_count{call="tail"} 1\n')
  expect(text).toContain('waterhole_storage_failures_total{call="append",why="full"} 1\n')
  expect(text).toContain('waterhole_storage_failures_total{call="erase",why="fault"} 1\n')
})

test("[OB20] followed entries are counted with their delay, and messages between nodes by topic without the node's name", async () => {
  const meters = createMeters()
  let follower: FollowListener | undefined
  const listeners: ((message: Uint8Array, from: string) => void)[] = []
  const shared = {
    ...createMemoryStorage().storage,
    follow(_seq: number, listener: FollowListener) {
      follower = listener
      return () => {}
    },
    bus: {
      ...idleBus,
      listen(_topic: string, listener: (message: Uint8Array, from: string) => void) {
        listeners.push(listener)
        return () => {}
      },
    },
  } as unknown as SharedStorage
  const tail = createTailMetrics(meters, () => 1_000)
  const measured = measureSharedStorage(shared, createJournalMetrics(meters, serving), tail)
  const followed: Entry[] = []
  const missed: string[] = []
  measured.follow(0, { entries: (entries) => void followed.push(...entries), missing: (why) => void missed.push(why) })
  follower?.entries([entryAt(1, 900), entryAt(2, 960)])
  follower?.missing('trimmed')
  measured.bus.send('calls.a1b2', new Uint8Array(7))
  measured.bus.listen('answers.a1b2', () => {})
  listeners[0]?.(new Uint8Array(3), 'other')
  expect([followed.length, missed]).toEqual([2, ['trimmed']])
  const text = await meters.registry.metrics()
  expect(text).toContain('waterhole_tail_entries_total 2\n')
  expect(text).toContain('waterhole_tail_late_ms_bucket{le="25"} 0\n')
  expect(text).toContain('waterhole_tail_late_ms_bucket{le="50"} 1\n')
  expect(text).toContain('waterhole_tail_missing_total 1\n')
  expect(text).toContain('waterhole_bus_messages_total{direction="sent",topic="calls"} 1\n')
  expect(text).toContain('waterhole_bus_bytes_total{direction="received",topic="answers"} 3\n')
})
