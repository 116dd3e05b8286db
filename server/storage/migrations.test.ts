import { expect, test } from 'vitest'
import { createReplay } from '../engine/documents.ts'
import type { Entry } from '../engine/entry.ts'
import { mapImageFeature } from '../features/mapImage/feature.ts'
import { createMigration, OLDEST_FORMAT } from './migrations.ts'

const { migrate } = createMigration(OLDEST_FORMAT)
const frame = { minLong: -100, maxLong: 300, minLat: -50, maxLat: 350, axes: 'xLat' }
const place = { x: 1, y: 2 }
const landmarks = [
  { game: place, units: place },
  { game: place, units: place },
]
const kept = { frame, landmarks, at: 7 }
const calibration = { ...kept, by: 'ann', byName: 'Ann of the Marsh' }
const entry = (seq: number, id: string, patches: object[]) => ({
  seq,
  epoch: 1,
  at: 1,
  actor: 'hub',
  command: 'mapImage.calibrate',
  commandId: null,
  input: null,
  output: null,
  changes: [{ id, version: seq, patches }],
  archive: [{ kind: 'mapAudit', about: ['ann'], row: { by: 'ann' } }],
})

test('[BH19] a store of the release before loses who calibrated the map, in the document and in every change of it', () => {
  const stored = { id: 'mapImage/main', version: 3, value: { calibration } }
  expect(migrate('documents', stored)).toEqual({ ...stored, value: { calibration: kept } })
  const empty = { id: 'mapImage/main', version: 3, value: { calibration: null } }
  expect(migrate('documents', empty)).toEqual(empty)
  const journal = [
    [{ op: 'replace', path: [], value: { calibration } }],
    [{ op: 'replace', path: ['calibration', 'byName'], value: '' }],
    [{ op: 'replace', path: ['calibration'], value: null }],
    [{ op: 'replace', path: ['calibration'], value: calibration }],
    [
      { op: 'replace', path: ['calibration', 'by'], value: 'bob' },
      { op: 'replace', path: ['calibration', 'at'], value: 9 },
    ],
  ].map((patches, at) => migrate('journal', entry(at + 1, 'mapImage/main', patches)) as Entry)
  expect(JSON.stringify(journal.map(({ changes }) => changes))).not.toMatch(/ann|Ann|bob|byName/)
  expect(journal[0]?.archive).toEqual([{ kind: 'mapAudit', about: ['ann'], row: { by: 'ann' } }])
  const replay = createReplay(new Map(mapImageFeature.documents.map((kind) => [kind.kind, kind])), [])
  replay.apply(journal)
  expect(replay.finish().get('mapImage/main')).toEqual({ version: 5, value: { calibration: { ...kept, at: 9 } } })
})

test('[BH20] records of other documents stay as they are', () => {
  const other = { id: 'profile/ann', version: 1, value: { calibration, by: 'ann' } }
  expect(migrate('documents', other)).toEqual(other)
  const change = entry(1, 'profile/ann', [{ op: 'replace', path: ['calibration', 'by'], value: 'bob' }])
  expect(migrate('journal', change)).toEqual(change)
})
