import { expect, test } from 'vitest'
import { toBase64 } from '../../../shared/features/fixtures/base64.ts'
import { createPositionsEncoder } from '../../../shared/protocol/positions/positionsEncoder.ts'
import { compression } from '../../storage/replay/compression.ts'
import { loadSegments } from './persistence.ts'
import { createPlayback, createSegmentBuffer } from './segments.ts'

/** Loads one stored segment that begins with this key frame. */
async function loadedWith(key: Uint8Array) {
  const segment = { from: 1_000, until: 60_000, everyMs: 2_000, players: {}, key: toBase64(key), steps: [] }
  const body = compression.compress(JSON.stringify(segment))
  const buffer = createSegmentBuffer({ keptMs: 3_600_000, mostBytes: 1e8, compression, now: () => 61_000 })
  const playback = createPlayback(buffer)
  const warnings: string[] = []
  const log = { info() {}, warn: (message: string) => void warnings.push(message), error() {} }
  const store = {
    folder: 'replay',
    find: async () => [{ kind: 'ours' as const, name: 'main-1000.segment', from: 1_000 }],
    read: async () => ({ kind: 'whole' as const, body }),
    write: async () => {},
    remove: async () => {
      throw new Error('removed')
    },
  }
  await loadSegments({ store, buffer, playback, log, startedAt: 61_000 })
  return { spans: playback.spans().length, warnings, truncated: playback.truncated() }
}

test('[RK15] a segment whose positions are of another format is left out, logged and in place', async () => {
  const key = createPositionsEncoder().key(1_000)
  expect(await loadedWith(key)).toMatchObject({ spans: 1, warnings: [] })
  // As in protocol 5 and before, whose key frames had no number of a format.
  const former = key.with(0, (key[0] ?? 0) & 0xe0)
  const { spans, warnings, truncated } = await loadedWith(former)
  expect(spans).toBe(0)
  expect(warnings.join()).toContain(
    'main-1000.segment is left out, because what it holds is no segment of this release',
  )
  expect(truncated).toContain('was left out')
})
