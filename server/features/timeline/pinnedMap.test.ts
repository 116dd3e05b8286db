import { expect, test } from 'vitest'
import type { DocumentId } from '../../../shared/engine/document.ts'
import type { ReplaySegment } from '../../../shared/features/replay/queries.ts'
import { Pin } from '../../../shared/features/timeline/pins.ts'
import type { Published } from '../../engine/hub.ts'
import { createTestClock } from '../../testing/clock.ts'
import { entryOf } from '../deliveries/testing/openDeliveries.ts'
import type { SegmentStore } from '../replay/persistence.ts'
import { openPinnedMap } from './pinnedMap.ts'
import { replayOf, segmentOf } from './testing/openTimeline.ts'

const compression = {
  compress: (text: string) => new TextEncoder().encode(text),
  decompress: (packed: Uint8Array) => new TextDecoder().decode(packed),
}
const rex = '76561198000000001'
const players = { [rex]: entryOf(rex, 'Rex') }

/** A folder in memory. */
function createFolder(files = new Map<number, Uint8Array>()) {
  const state = { fails: false }
  const store: SegmentStore = {
    folder: 'pins',
    find: async () => [...files.keys()].map((from) => ({ kind: 'ours' as const, name: `main-${from}.segment`, from })),
    read: async (from) => {
      const body = files.get(from)
      return body ? { kind: 'whole', body } : { kind: 'unreadable', why: 'it is gone' }
    },
    write: async (from, body) => {
      if (state.fails) throw new Error('the disk is full')
      files.set(from, body)
    },
    remove: async (from) => void files.delete(from),
  }
  return { files, store, state, texts: () => [...files.values()].map(compression.decompress).join() }
}

async function open(segments: ReplaySegment[], folder = createFolder(), pins: Record<string, Pin> = {}) {
  const lines: string[] = []
  const log = {
    info: () => {},
    warn: (line: string) => lines.push(line),
    error: (_: object, line: string) => lines.push(line),
  }
  let listener: (published: readonly Published[]) => void = () => {}
  const map = await openPinnedMap({
    server: 'main',
    hub: {
      read: () => ({ pins }) as never,
      onPublish: (given) => {
        listener = given
        return () => {}
      },
    },
    replay: replayOf(segments),
    store: folder.store,
    compression,
    redact: (text) => text,
    clock: createTestClock(),
    log: log as never,
  })
  return {
    ...folder,
    pins,
    map,
    lines,
    async change(change: (all: Record<string, Pin>) => void) {
      change(pins)
      listener([{ id: 'timelinePins/main' as DocumentId, version: 1, patches: [] }])
      await map.settle()
    },
  }
}
const pinOf = (from: number, until: number, withMap = true): Pin =>
  Pin.parse({ name: 'a', from, until, withMap, by: 'ada', byName: 'Ada', at: 0 })

test('[TW20] the segments of a pin are kept when the replay has dropped them, across a restart, and deleted with the last pin', async () => {
  const segments = [segmentOf(0, 60), segmentOf(60, 120), segmentOf(120, 180)]
  const { change, files, map, pins: all, lines } = await open(segments)
  await change((pins) => Object.assign(pins, { one: pinOf(30, 90), two: pinOf(70, 80), none: pinOf(150, 160, false) }))
  expect([...files.keys()]).toEqual([0, 60])
  segments.splice(0, 2)
  expect((await map.find(30))?.from).toBe(0)
  const again = await open(segments, createFolder(files), { ...all })
  expect(again.map.spans({ from: 0, until: 200 })).toEqual([
    { from: 0, until: 60 },
    { from: 60, until: 120 },
  ])
  await change((pins) => delete pins.one)
  expect([...files.keys()]).toEqual([60])
  await change((pins) => delete pins.two)
  expect([...files.keys()]).toEqual([])
  expect(lines).toEqual([])
})

test('[TW21] the minute that is still being recorded is copied again when it has grown', async () => {
  const segments = [segmentOf(0, 20)]
  const { change, map } = await open(segments)
  await change((pins) => Object.assign(pins, { one: pinOf(0, 50) }))
  expect((await map.find(10))?.until).toBe(20)
  segments[0] = segmentOf(0, 60)
  await map.settle()
  expect((await map.find(10))?.until).toBe(60)
})

test('[TW22] erasing a person removes their name and id from pinned maps', async () => {
  const { change, map, texts } = await open([segmentOf(0, 60, players), segmentOf(60, 120)])
  await change((pins) => Object.assign(pins, { one: pinOf(0, 120) }))
  expect(texts()).toContain(rex)
  await map.forget([rex])
  expect(texts()).not.toContain(rex)
  expect(texts()).not.toContain('"Rex"')
  expect((await map.find(10))?.players).toMatchObject({ 'erased-1': { name: '' } })
})

test('[TW23] a disk that cannot be written is reported once, and the copy is made when it can', async () => {
  const { change, map, state, lines, files } = await open([segmentOf(0, 60)])
  state.fails = true
  await change((pins) => Object.assign(pins, { one: pinOf(0, 60) }))
  await map.settle()
  expect(lines.length).toBe(1)
  state.fails = false
  await map.settle()
  expect([...files.keys()]).toEqual([0])
})

test('[TW52] a pinned map of another format is logged, and is still erased from and deleted with its pin', async () => {
  const former = { ...segmentOf(60, 120, players), key: 'gAAAAADRnbyf//viVXl+2QT/' }
  const bodyOf = (segment: ReplaySegment) => compression.compress(JSON.stringify(segment))
  const files = new Map(
    [segmentOf(0, 60), former, { ...former, from: 120, until: 180, key: '%' }].map((one) => [one.from, bodyOf(one)]),
  )
  const { change, lines, map, texts } = await open([], createFolder(files), { one: pinOf(0, 180) })
  expect(lines).toEqual([
    'pins: 2 files in pins have positions of another format, so their map cannot be shown by this release. They stay as long as their pins.',
  ])
  await map.forget([rex])
  expect(texts()).not.toContain(rex)
  await change((pins) => delete pins.one)
  expect([...files.keys()]).toEqual([])
})
