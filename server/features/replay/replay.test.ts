import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { compression } from '../../storage/replay/compression.ts'
import { openSegmentFolder } from '../../storage/replay/segmentFolder.ts'
import { createTestClock } from '../../testing/clock.ts'
import { anonymize } from './anonymize.ts'
import { startSaver } from './persistence.ts'
import { openReplay } from './replay.ts'
import { createSegmentBuffer } from './segments.ts'
import { createRecordedGame } from './testing/recordedGame.ts'

const minute = 60_000
const bounds = { keptMs: 60 * minute, mostBytes: 1e8 }
const log = { info() {}, warn() {}, error() {} }
const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('[RP23] a player erased while this node was down is removed from its recording, on the disk too', async () => {
  const clock = createTestClock()
  const store = openSegmentFolder(join(folder, 'replay'))
  const buffer = createSegmentBuffer({ ...bounds, compression, now: clock.now })
  const saving = startSaver({ store, buffer, compression, clock, log })
  const show = createRecordedGame({ buffer })
  for (let passed = 0; passed < 3 * minute; passed += 2_000) {
    clock.pass(2_000)
    show.read(clock.now())
  }
  show.recorder.end()
  await saving.close()
  const redact = (text: string) => anonymize(text, (id) => id === '76563')
  const later = await openReplay({ ...bounds, server: 'main', store, compression, redact, clock, log })
  await later.redactKept()
  await later.close()
  const read = await openReplay({ ...bounds, server: 'main', store, compression, clock, log })
  let segments = 0
  for (let found = read.find(0); found; found = read.find(found.until + 1)) {
    segments += 1
    expect(found.text()).toContain('"76562"')
    expect(found.text()).not.toMatch(/"76563"/)
  }
  expect(segments).toBeGreaterThan(1)
  await read.close()
})
