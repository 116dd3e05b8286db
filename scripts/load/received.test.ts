import { expect, test } from 'vitest'
import type { Down } from '../../shared/protocol/down.ts'
import { stampedAt, stampOf } from './clock.ts'
import { createDownReader } from './received.ts'

const wire = (down: Down) => Buffer.from(`42["down",${JSON.stringify(down)}]`)

test('[LD4] a message is summarized by its snapshots, number of patches, stamps and read times', () => {
  const summary = createDownReader()(
    wire({
      changes: [
        { type: 'snapshot', id: 'server/main', epoch: 1, version: 3, value: { readAt: 5 } },
        { type: 'current', id: 'mapImage/main', epoch: 1, version: 0 },
        { type: 'patch', id: 'roster/main', version: 2, patches: [{ op: 'replace', path: ['readAt'], value: 7 }] },
        {
          type: 'patch',
          id: 'mapSettings/ann',
          version: 1,
          patches: [{ op: 'replace', path: [], value: { zoomLevel: 2 } }],
        },
        { type: 'patch', id: 'regions/main', version: 1, patches: [{ op: 'replace', path: ['readAt'], value: 8 }] },
        { type: 'dropped', id: 'pack/1' },
      ],
    }),
  )
  expect(summary).toEqual({ patches: 3, whole: ['server/main', 'mapImage/main'], stamps: [2], readAts: [7] })
})

test('[LD23] the same bytes are parsed once', () => {
  const read = createDownReader()
  const bytes = () => wire({ changes: [{ type: 'dropped', id: 'pack/1' }] })
  expect(read(bytes())).toBe(read(bytes()))
})

test('[LD24] a stamp holds a time to the microsecond within a zoom level; chosen zoom levels are not stamps', () => {
  const from = 1_795_000_000_000
  for (const ms of [0.25, 1, 1_234.567, 86_000_000]) {
    expect(stampOf(from + ms, from)).toBeLessThan(1.1)
    expect(stampedAt(stampOf(from + ms, from), from)).toBeCloseTo(from + ms, 2)
  }
  for (const chosen of [0.5, 1, 1.5, 3]) expect(stampedAt(chosen, from)).toBeNull()
})
