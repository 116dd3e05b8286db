import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { compression } from '../../storage/replay/compression.ts'
import { openSegmentFolder } from '../../storage/replay/segmentFolder.ts'
import { createTestClock } from '../../testing/clock.ts'
import { loadSegments, type SegmentStore, startSaver } from './persistence.ts'
import { openReplay } from './replay.ts'
import { createPlayback, createSegmentBuffer } from './segments.ts'
import { createRecordedGame, playSegment, type SeenReading } from './testing/recordedGame.ts'

const minute = 60_000
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  folders.push(folder)
  return join(folder, 'replay')
}

interface Wanted {
  readonly folder?: string
  readonly clock?: ReturnType<typeof createTestClock>
  readonly keptMs?: number
  readonly mostBytes?: number
  /** Wraps the folder, to simulate a faulty disk. */
  readonly wrap?: (store: SegmentStore) => SegmentStore
}

/** One run of the hub over a folder. */
async function run(wanted: Wanted = {}) {
  const { folder = newFolder(), clock = createTestClock(), keptMs = 60 * minute, mostBytes = 1e8 } = wanted
  const store = (wanted.wrap ?? ((same) => same))(openSegmentFolder(folder))
  const buffer = createSegmentBuffer({ keptMs, mostBytes, compression, now: clock.now })
  const playback = createPlayback(buffer)
  const lines: string[] = []
  const log = {
    info: (message: string) => void lines.push(message),
    warn: (message: string) => void lines.push(message),
    error: (_context: object, message: string) => void lines.push(message),
  }
  await loadSegments({ store, buffer, playback, log, startedAt: clock.now() })
  const saving = startSaver({ store, buffer, compression, clock, log })
  const show = createRecordedGame({ buffer })
  const turns = async () => {
    await saving.settled()
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    folder,
    clock,
    buffer,
    playback,
    lines,
    show,
    saving,
    turns,
    readFor(ms: number) {
      for (let passed = 0; passed < ms; passed += 2_000) {
        clock.pass(2_000)
        show.read(clock.now())
      }
    },
    files: () => readdirSync(folder).sort(),
    sights() {
      const sights: SeenReading[] = []
      for (let found = playback.find(0); found; found = playback.find(found.until + 1))
        sights.push(...playSegment(found.text()).sights)
      return sights
    },
    /** An orderly stop. */
    async stop() {
      show.recorder.end()
      await saving.close()
    },
  }
}
type Run = Awaited<ReturnType<typeof run>>
const nextRun = async (before: Run, wanted: Wanted = {}) => {
  await before.stop()
  return run({ folder: before.folder, clock: before.clock, ...wanted })
}

test('[RK1] after a restart the replay equals what was shown before, and continues', async () => {
  const before = await run()
  before.readFor(5 * minute)
  const shown = before.sights()
  const after = await nextRun(before)
  expect(after.sights()).toEqual(shown)
  expect(after.playback.truncated()).toBeNull()
  after.readFor(minute)
  expect(after.sights().slice(0, shown.length)).toEqual(shown)
  expect(after.playback.spans()).toHaveLength(2)
  await after.stop()
})

test('[RK2] a crash loses the last seconds only', async () => {
  const before = await run()
  before.readFor(3 * minute)
  before.clock.pass(5_000)
  await before.turns()
  const shown = before.sights()
  before.readFor(4_000)
  await before.turns()
  const after = await run({ folder: before.folder, clock: before.clock })
  expect(after.sights().slice(0, shown.length)).toEqual(shown)
  await Promise.all([before.saving.close(), after.stop()])
})

test('[RK3] a damaged file is skipped, logged, counted and left in place; all others play', async () => {
  const before = await run()
  before.readFor(5 * minute)
  await before.stop()
  const name = before.files()[2] ?? ''
  const path = join(before.folder, name)
  const bytes = readFileSync(path)
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1
  writeFileSync(path, bytes)
  const after = await run({ folder: before.folder, clock: before.clock })
  expect(after.playback.spans()).toHaveLength(2)
  expect(after.lines.join()).toContain(`${name} is left out, because its checksum is wrong`)
  expect(after.playback.truncated()).toContain('One damaged or foreign file was left out')
  expect(readFileSync(path)).toEqual(bytes)
  const known = new Map(before.show.seen.map((sight) => [sight.at, sight]))
  for (const sight of after.sights()) expect(sight).toEqual(known.get(sight.at))
  await after.stop()
})

test('[RK4] foreign files are logged and never changed, whatever their names', async () => {
  const before = await run()
  before.readFor(minute)
  await before.stop()
  const foreign = ['notes.txt', 'main-1.segment', 'main-99.segment.bak']
  for (const name of foreign) writeFileSync(join(before.folder, name), 'eggs, milk')
  mkdirSync(join(before.folder, 'main-2.segment'))
  const after = await run({ folder: before.folder, clock: before.clock })
  for (const name of [...foreign, 'main-2.segment']) expect(after.lines.join()).toContain(`${name} is left out`)
  expect(after.playback.truncated()).toContain('4 damaged or foreign files were left out')
  after.clock.pass(120 * minute)
  await after.turns()
  await after.stop()
  expect(after.files()).toEqual([...foreign, 'main-2.segment'].sort())
})

test('[RK5] old segments are removed from the disk, during a run and at the next start, damaged or not', async () => {
  const before = await run({ keptMs: 10 * minute })
  before.readFor(30 * minute)
  before.clock.pass(5_000)
  await before.turns()
  expect(before.files().length).toBeLessThanOrEqual(12)
  const [oldest = ''] = before.files()
  await before.stop()
  writeFileSync(join(before.folder, oldest), readFileSync(join(before.folder, oldest)).subarray(0, 60))
  before.clock.pass(20 * minute)
  const after = await run({ folder: before.folder, clock: before.clock, keptMs: 10 * minute })
  await after.stop()
  expect(after.files()).toEqual([])
  expect(after.playback.truncated()).toBeNull()
})

test('[RK6] the disk has the same byte limit as the memory', async () => {
  const before = await run({ mostBytes: 100 * 1024 })
  before.readFor(40 * minute)
  await before.stop()
  const bytes = before.files().reduce((sum, name) => sum + statSync(join(before.folder, name)).size, 0)
  expect(bytes).toBeLessThan(110 * 1024)
  const after = await run({ folder: before.folder, clock: before.clock, mostBytes: 50 * 1024 })
  expect(after.playback.truncated()).toContain('oldest part was dropped')
  await after.stop()
  expect(after.files().length).toBeLessThan(before.show.seen.length / 30)
})

test('[RK7] with the replay off, stored segments are removed', async () => {
  const before = await run()
  before.readFor(3 * minute)
  const after = await nextRun(before, { keptMs: 0 })
  await after.stop()
  expect(after.files()).toEqual([])
})

test('[RK8] a full disk is logged once; the replay continues in memory, and is written when there is room', async () => {
  let isFull = true
  const wrap = (store: SegmentStore): SegmentStore => ({
    ...store,
    write: async (from, body) => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await store.write(from, body)
    },
  })
  const before = await run({ wrap })
  for (let minutes = 0; minutes < 5; minutes++) {
    before.readFor(minute)
    await before.turns()
  }
  expect(before.lines).toHaveLength(1)
  expect(before.lines[0]).toContain('kept in memory only')
  expect(before.sights().length).toBeGreaterThan(140)
  isFull = false
  for (let minutes = 0; minutes < 2; minutes++) {
    before.readFor(minute)
    await before.turns()
  }
  expect(before.lines.at(-1)).toContain('written to the disk again')
  const shown = before.sights()
  expect((await nextRun(before)).sights()).toEqual(shown)
})

test('[RK9] only the user of the hub may read the files', async () => {
  const before = await run()
  before.readFor(10_000)
  await before.stop()
  expect(statSync(before.folder).mode & 0o777).toBe(0o700)
  for (const name of before.files()) expect(statSync(join(before.folder, name)).mode & 0o777).toBe(0o600)
})

test('[RK10] an unreadable folder is logged, and the hub records nevertheless', async () => {
  const folder = newFolder()
  writeFileSync(folder, 'a file in the place of the folder')
  const odd = await run({ folder })
  odd.readFor(minute)
  await odd.stop()
  expect(odd.lines[0]).toContain('cannot be read')
  expect(odd.sights().length).toBeGreaterThan(20)
})

test('[RK11] an hour of 300 animals fits into the limit', async () => {
  const clock = createTestClock()
  const buffer = createSegmentBuffer({ keptMs: 60 * minute, mostBytes: 1e9, compression, now: clock.now })
  const show = createRecordedGame({ buffer, animals: 300 })
  for (let reading = 0; reading < 150; reading++) {
    clock.pass(2_000)
    show.read(clock.now())
  }
  show.recorder.end()
  // Five minutes of animals with random positions and vitals, which compress worse than real ones.
  expect(buffer.bytes() * 12).toBeLessThan(16 * 1024 * 1024)
})

test('[RK12] segments beyond the limits are removed without being read, and the latest are read', async () => {
  const before = await run()
  before.readFor(20 * minute)
  await before.stop()
  const [all, foreign] = [before.files(), 'main-2.segment']
  writeFileSync(join(before.folder, foreign), 'eggs, milk')
  const read: number[] = []
  const wrap = (store: SegmentStore): SegmentStore => ({
    ...store,
    read: (from) => {
      read.push(from)
      return store.read(from)
    },
  })
  const mostBytes = statSync(join(before.folder, all.at(-1) ?? '')).size * 4
  const few = await run({ folder: before.folder, clock: before.clock, wrap, mostBytes })
  expect(few.playback.truncated()).toContain('oldest part was dropped')
  await few.stop()
  // One more than fits shows that the limit is reached.
  expect(read).toHaveLength(few.files().filter((name) => name !== foreign).length + 1)
  expect(read.map((from) => `main-${from}.segment`)).toEqual(all.toReversed().slice(0, read.length))
  read.length = 0
  const none = await run({ folder: before.folder, clock: before.clock, wrap, keptMs: 0 })
  expect(read).toEqual([])
  await none.stop()
  expect(none.files()).toEqual([foreign])
})

test('[RP22] an erased player is not named in kept segments, on the disk or after a restart, and still moves', async () => {
  const folder = newFolder()
  const clock = createTestClock()
  const store = openSegmentFolder(folder)
  const log = { info() {}, warn() {}, error() {} }
  const bounds = { keptMs: 60 * minute, mostBytes: 1e8 }
  const first = await run({ folder, clock })
  first.readFor(3 * minute)
  await first.stop()
  const open = () => openReplay({ ...bounds, server: 'main', store, compression, clock, log })
  const replay = await open()
  const span = replay.spans()
  await replay.forget(['76563'])
  await replay.close()
  for (const name of readdirSync(folder)) {
    const read = await store.read(Number(name.match(/\d+/)?.[0]))
    const text = read.kind === 'whole' ? compression.decompress(read.body) : 'unreadable'
    expect(text).toContain('"76562"')
    expect(text).not.toMatch(/"76563"|Näme \\"3/)
  }
  const again = await open()
  expect(again.spans()).toEqual(span)
  await again.close()
})
