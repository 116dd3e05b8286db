import { expect, test } from 'vitest'
import { toBase64 } from '../../../shared/features/fixtures/base64.ts'
import { createPositionsEncoder } from '../../../shared/protocol/positions/positionsEncoder.ts'
import { compression } from '../../storage/replay/compression.ts'
import { createTestClock } from '../../testing/clock.ts'
import type { SegmentStore } from './persistence.ts'
import { openReplay } from './replay.ts'

const rex = '76561198000000001'
const keptMs = 3_600_000

/** Opens a replay with one stored segment, of the last minute, that begins with this key frame. */
async function openWith(key: Uint8Array) {
  const clock = createTestClock()
  const until = clock.now()
  const from = until - 59_000
  const players = { [rex]: { id: rex, name: 'Rex' } }
  const segment = { from, until, everyMs: 2_000, players, key: toBase64(key), steps: [] }
  const files = new Map([[from, compression.compress(JSON.stringify(segment))]])
  const store: SegmentStore = {
    folder: 'replay',
    find: async () => [...files.keys()].map((at) => ({ kind: 'ours' as const, name: `main-${at}.segment`, from: at })),
    read: async (at) => {
      const body = files.get(at)
      return body ? { kind: 'whole', body } : { kind: 'unreadable', why: 'it is gone' }
    },
    write: async (at, body) => void files.set(at, body),
    remove: async (at) => void files.delete(at),
  }
  const warnings: string[] = []
  const log = { info() {}, warn: (message: string) => void warnings.push(message), error() {} }
  const replay = await openReplay({ server: 'main', keptMs, mostBytes: 1e8, store, compression, clock, log })
  return { replay, clock, warnings, from, texts: () => [...files.values()].map(compression.decompress) }
}

const ourKey = createPositionsEncoder().key(1_000)
/** As in protocol 5 and before, whose key frames had no number of a format. */
const formerKey = ourKey.with(0, (ourKey[0] ?? 0) & 0xe0)

test('[RK15] a segment whose positions are of another format is left out, logged and in place', async () => {
  const ours = await openWith(ourKey)
  expect([ours.replay.spans().length, ours.warnings, ours.replay.truncated()]).toEqual([1, [], null])
  await ours.replay.close()
  const { replay, warnings, from, texts } = await openWith(formerKey)
  expect([replay.spans(), replay.find(from)]).toEqual([[], null])
  expect(warnings.join()).toContain(`main-${from}.segment is left out, because its positions are of another format`)
  expect(replay.truncated()).toContain('was left out')
  await replay.close()
  expect(texts()).toHaveLength(1)
})

test('[RK16] from a segment of another format persons are erased all the same, and it is deleted when it is old', async () => {
  const { replay, clock, texts } = await openWith(formerKey)
  expect(texts().join()).toContain(rex)
  await replay.forget([rex])
  expect(texts()).toHaveLength(1)
  expect(texts().join()).not.toMatch(/76561198000000001|Rex/)
  clock.pass(keptMs + 60_000)
  await replay.close()
  expect(texts()).toEqual([])
})
