import { expect, test } from 'vitest'
import type { Entry } from '../../server/engine/entry.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import { checkAll } from './checks.ts'
import type { Evidence, SentCommand, ShownDocument } from './evidence.ts'

const isLive = (kind: string) => kind === 'sky'
const violations = (evidence: Partial<Evidence>) =>
  checkAll(
    { entries: [], commands: [], shown: [], finalCopies: [], repeats: [], gameRequests: [], restSeq: 99, ...evidence },
    isLive,
  )

const entry = (seq: number, more: Partial<Entry> = {}): Entry => ({
  seq,
  epoch: 1,
  at: seq,
  actor: 'ann',
  command: 'counter.count',
  commandId: `c${seq}`,
  input: {},
  output: { seq },
  changes: [change(seq)],
  archive: [],
  ...more,
})
const change = (version: number, id: DocumentId = 'counter/a') => ({
  id,
  version,
  patches: [
    version === 1
      ? { op: 'replace' as const, path: [], value: { count: 1 } }
      : { op: 'replace' as const, path: ['count'], value: version },
  ],
})
const sent = (seq: number, more: Partial<SentCommand> = {}): SentCommand => ({
  page: 'ann 1',
  account: 'ann',
  commandId: `c${seq}`,
  name: 'counter.count',
  input: {},
  attempts: 1,
  sentAt: seq * 10,
  answeredAt: seq * 10 + 5,
  answer: { ok: true, output: { seq }, seq },
  ...more,
})
const shown = (version: number, more: Partial<ShownDocument> = {}): ShownDocument => ({
  page: 'ann 1',
  account: 'ann',
  id: 'counter/a',
  epoch: 1,
  version,
  value: { count: version },
  ...more,
})
const good = { entries: [entry(1), entry(2)], commands: [sent(1), sent(2)], shown: [shown(1), shown(2)] }
const finalCopy = (version: number, who = 'node 1') => ({
  who,
  copies: new Map([['counter/a' as const, { version, value: { count: version } }]]),
})

test('[TJ1] a correct run has no violation', () => {
  expect(violations({ ...good, finalCopies: [finalCopy(2), finalCopy(2, 'node 2')] })).toEqual([])
})

test('[TJ2] an acknowledged command that is lost, done twice or different is found', () => {
  expect(violations({ ...good, commands: [sent(3)] })).toEqual([expect.stringContaining('and lost')])
  expect(violations({ ...good, entries: [entry(1), entry(2, { commandId: 'c1' })], commands: [sent(1)] })).toEqual([
    expect.stringContaining('decided twice: entries 1 and 2'),
  ])
  const other = sent(2, { answer: { ok: true, output: { seq: 9 }, seq: 2 } })
  expect(violations({ ...good, commands: [other] })).toEqual([expect.stringContaining('another answer')])
})

test('[TJ3] a refused command that was done, or one never answered, is found; an unknown outcome is correct', () => {
  const refused = (code: string) => sent(2, { answer: { ok: false, code, message: '' } })
  expect(violations({ ...good, commands: [refused('unavailable')] })).toEqual([
    expect.stringContaining('refused (unavailable)'),
  ])
  expect(violations({ ...good, commands: [refused('unknown'), refused('fateUnknown')] })).toEqual([])
  const kept = entry(2, { changes: [], output: null, refused: { code: 'unavailable', message: '' } })
  expect(violations({ entries: [entry(1), kept], commands: [refused('unavailable')] })).toEqual([])
  expect(violations({ entries: [entry(1), kept], commands: [sent(2)] })).toEqual([expect.stringContaining('and lost')])
  expect(violations({ ...good, commands: [sent(2, { answer: null, answeredAt: null })] })).toEqual([
    expect.stringContaining('never answered'),
  ])
})

test('[TJ4] a journal order that contradicts time is found', () => {
  const late = sent(1, { sentAt: 100, answeredAt: 110, page: 'bob 1' })
  expect(violations({ ...good, commands: [sent(2), late] })).toEqual([
    expect.stringContaining('entry 2 was answered before'),
  ])
  const beside = sent(1, { sentAt: 21, answeredAt: 110, page: 'bob 1' })
  expect(violations({ ...good, commands: [sent(2), beside] })).toEqual([])
})

test('[TJ5] a gap in the journal, or an epoch or version that goes back, is found', () => {
  expect(violations({ entries: [entry(1), entry(3, { changes: [] })] })).toEqual([
    expect.stringContaining('entry 3 where 2'),
  ])
  expect(violations({ entries: [entry(1, { epoch: 2 }), entry(2)] })).toEqual([
    expect.stringContaining('old epoch 1, after 2'),
  ])
  expect(violations({ entries: [entry(1), entry(2, { changes: [change(1)] })] })).toEqual([
    expect.stringContaining('from 1 to 1'),
  ])
})

test('[TJ6] a version shown before it was durable, different, or older than one shown before, is found', () => {
  expect(violations({ ...good, shown: [shown(3)] })).toEqual([expect.stringContaining('before it was durable')])
  expect(violations({ ...good, shown: [shown(2, { value: { count: 7 } })] })).toEqual([
    expect.stringContaining('differs from'),
  ])
  expect(violations({ ...good, shown: [shown(2), shown(1)] })).toEqual([expect.stringContaining('after version 2')])
  expect(violations({ ...good, shown: [shown(2), shown(1, { page: 'bob 1' })] })).toEqual([])
})

test('[TJ7] live documents are equal for all, and restart with an epoch', () => {
  const sky = (version: number, more: Partial<ShownDocument> = {}) => shown(version, { id: 'sky/', ...more })
  expect(violations({ shown: [sky(5), sky(2, { epoch: 2 })] })).toEqual([])
  expect(violations({ shown: [sky(5), sky(2)] })).toHaveLength(1)
  expect(violations({ shown: [sky(5), sky(5, { page: 'bob 1', value: { count: 6 } })] })).toHaveLength(1)
})

test('[TJ8] a pack shown to a non-member is found', () => {
  const packed = (members: object) => [
    entry(1, { changes: [{ id: 'pack/p', version: 1, patches: [{ op: 'replace', path: [], value: { members } }] }] }),
  ]
  const saw = (members: object) => [shown(1, { id: 'pack/p', value: { members } })]
  expect(violations({ entries: packed({ ann: {} }), shown: saw({ ann: {} }) })).toEqual([])
  expect(violations({ entries: packed({ bob: {} }), shown: saw({ bob: {} }) })).toEqual([
    expect.stringContaining('not a member'),
  ])
})

test('[TJ9] a node or page with a different final copy is found', () => {
  expect(violations({ ...good, finalCopies: [finalCopy(2), finalCopy(1, 'node 2')] })).toEqual([
    expect.stringContaining('node 2'),
  ])
  const sky = (who: string, clouds: number) => ({
    who,
    copies: new Map([['sky/' as const, { version: 1, value: { clouds } }]]),
  })
  expect(violations({ finalCopies: [sky('node 1', 1), sky('node 2', 2)] })).toEqual([
    expect.stringContaining('differs from that of'),
  ])
})

const delivered = (state: string, kind = 'message') => {
  const one = { id: 'd1', kind, state, attempts: 1, detail: {} }
  const patches = [{ op: 'replace' as const, path: [], value: { entries: { d1: one } } }]
  const wanted = sent(1, { name: 'deliveries.messagePlayer', input: { text: 'mark-1-end' } })
  const output = { id: 'd1' }
  return {
    entries: [entry(1, { output, changes: [{ id: 'deliveries/main', version: 1, patches }] })],
    commands: [{ ...wanted, answer: { ok: true as const, output, seq: 1 } }],
  }
}

test('[TJ10] a game request that was repeated, lost, or contradicts the state of its delivery is found', () => {
  const request = 'directmessage 7 mark-1-end'
  expect(violations({ ...delivered('confirmed'), gameRequests: [request] })).toEqual([])
  expect(violations({ ...delivered('unknown'), gameRequests: [] })).toEqual([])
  expect(violations({ ...delivered('unknown'), gameRequests: [request, request] })).toEqual([
    expect.stringContaining('2 times'),
  ])
  expect(violations({ ...delivered('confirmed'), gameRequests: [] })).toEqual([expect.stringContaining('never done')])
  expect(violations({ ...delivered('failed'), gameRequests: [request] })).toEqual([
    expect.stringContaining('nevertheless'),
  ])
  expect(violations({ ...delivered('sending'), gameRequests: [request] })).toEqual([
    expect.stringContaining('not ended'),
  ])
  expect(violations({ ...delivered('confirmed', 'save'), gameRequests: [request, request] })).toEqual([])
  expect(violations({ gameRequests: [request] })).toEqual([expect.stringContaining('no delivery')])
  expect(violations({ ...delivered('confirmed'), entries: [] })).toContainEqual(
    expect.stringContaining('there is none'),
  )
})
