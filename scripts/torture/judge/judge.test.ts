import { expect, test } from 'vitest'
import type { Entry } from '../../../server/engine/entry.ts'
import type { DocumentId } from '../../../shared/engine/document.ts'
import type { Asked, Evidence, Sight } from './evidence.ts'
import { judge } from './judge.ts'

const isLive = (kind: string) => kind === 'sky'
const wrongs = (evidence: Partial<Evidence>) =>
  judge({ entries: [], asked: [], sights: [], holdings: [], deeds: [], restSeq: 99, ...evidence }, isLive)

const entry = (seq: number, more: Partial<Entry> = {}): Entry => ({
  ...{ seq, epoch: 1, at: seq, actor: 'ann', command: 'tally.count', commandId: `c${seq}`, input: {}, output: { seq } },
  ...{ changes: [change(seq)], archive: [], ...more },
})
const change = (version: number, id: DocumentId = 'tally/a') => ({
  ...{ id, version },
  patches: [
    version === 1
      ? { op: 'replace' as const, path: [], value: { count: 1 } }
      : { op: 'replace' as const, path: ['count'], value: version },
  ],
})
const asked = (seq: number, more: Partial<Asked> = {}): Asked => ({
  ...{ page: 'ann 1', account: 'ann', commandId: `c${seq}`, name: 'tally.count', input: {}, attempts: 1 },
  ...{ sentAt: seq * 10, answeredAt: seq * 10 + 5, answer: { ok: true, output: { seq }, seq } },
  ...more,
})
const sight = (version: number, more: Partial<Sight> = {}): Sight => ({
  ...{ page: 'ann 1', account: 'ann', id: 'tally/a', epoch: 1, version, value: { count: version } },
  ...more,
})
const good = { entries: [entry(1), entry(2)], asked: [asked(1), asked(2)], sights: [sight(1), sight(2)] }
const holding = (version: number, who = 'node 1') => ({
  who,
  copies: new Map([['tally/a' as const, { version, value: { count: version } }]]),
})

test('[TJ1] a run in which all was kept is found good', () => {
  expect(wrongs({ ...good, holdings: [holding(2), holding(2, 'node 2')] })).toEqual([])
})

test('[TJ2] what was acknowledged and is lost, done twice or another is found', () => {
  expect(wrongs({ ...good, asked: [asked(3)] })).toEqual([expect.stringContaining('and lost')])
  expect(wrongs({ ...good, entries: [entry(1), entry(2, { commandId: 'c1' })], asked: [asked(1)] })).toEqual([
    expect.stringContaining('decided twice: entries 1 and 2'),
  ])
  const other = asked(2, { answer: { ok: true, output: { seq: 9 }, seq: 2 } })
  expect(wrongs({ ...good, asked: [other] })).toEqual([expect.stringContaining('another answer')])
})

test('[TJ3] what was refused and done, or never answered, is found; who was told that nobody knows was told the truth', () => {
  const refused = (code: string) => asked(2, { answer: { ok: false, code, message: '' } })
  expect(wrongs({ ...good, asked: [refused('unavailable')] })).toEqual([
    expect.stringContaining('refused (unavailable)'),
  ])
  expect(wrongs({ ...good, asked: [refused('unknown'), refused('fateUnknown')] })).toEqual([])
  const kept = entry(2, { changes: [], output: null, refused: { code: 'unavailable', message: '' } })
  expect(wrongs({ entries: [entry(1), kept], asked: [refused('unavailable')] })).toEqual([])
  expect(wrongs({ entries: [entry(1), kept], asked: [asked(2)] })).toEqual([expect.stringContaining('and lost')])
  expect(wrongs({ ...good, asked: [asked(2, { answer: null, answeredAt: null })] })).toEqual([
    expect.stringContaining('never answered'),
  ])
})

test('[TJ4] an order that is another than time had it is found', () => {
  const late = asked(1, { sentAt: 100, answeredAt: 110, page: 'bob 1' })
  expect(wrongs({ ...good, asked: [asked(2), late] })).toEqual([expect.stringContaining('entry 2 was answered before')])
  const beside = asked(1, { sentAt: 21, answeredAt: 110, page: 'bob 1' })
  expect(wrongs({ ...good, asked: [asked(2), beside] })).toEqual([])
})

test('[TJ5] a journal with a gap, a step back in epochs or in versions is found', () => {
  expect(wrongs({ entries: [entry(1), entry(3, { changes: [] })] })).toEqual([
    expect.stringContaining('entry 3 where 2'),
  ])
  expect(wrongs({ entries: [entry(1, { epoch: 2 }), entry(2)] })).toEqual([
    expect.stringContaining('old epoch 1, after 2'),
  ])
  expect(wrongs({ entries: [entry(1), entry(2, { changes: [change(1)] })] })).toEqual([
    expect.stringContaining('from 1 to 1'),
  ])
})

test('[TJ6] what was seen before it was kept, was another, or is older than what was seen before, is found', () => {
  expect(wrongs({ ...good, sights: [sight(3)] })).toEqual([expect.stringContaining('before it was durable')])
  expect(wrongs({ ...good, sights: [sight(2, { value: { count: 7 } })] })).toEqual([expect.stringContaining('another')])
  expect(wrongs({ ...good, sights: [sight(2), sight(1)] })).toEqual([expect.stringContaining('after version 2')])
  expect(wrongs({ ...good, sights: [sight(2), sight(1, { page: 'bob 1' })] })).toEqual([])
})

test('[TJ7] what no journal holds is the same for all, and begins anew with an epoch', () => {
  const sky = (version: number, more: Partial<Sight> = {}) => sight(version, { id: 'sky/', ...more })
  expect(wrongs({ sights: [sky(5), sky(2, { epoch: 2 })] })).toEqual([])
  expect(wrongs({ sights: [sky(5), sky(2)] })).toHaveLength(1)
  expect(wrongs({ sights: [sky(5), sky(5, { page: 'bob 1', value: { count: 6 } })] })).toHaveLength(1)
})

test('[TJ8] who was shown a pack that they are not in is found', () => {
  const packed = (members: object) => [
    entry(1, { changes: [{ id: 'pack/p', version: 1, patches: [{ op: 'replace', path: [], value: { members } }] }] }),
  ]
  const saw = (members: object) => [sight(1, { id: 'pack/p', value: { members } })]
  expect(wrongs({ entries: packed({ ann: {} }), sights: saw({ ann: {} }) })).toEqual([])
  expect(wrongs({ entries: packed({ bob: {} }), sights: saw({ bob: {} }) })).toEqual([
    expect.stringContaining('no member'),
  ])
})

test('[TJ9] a node or page that ends with something else is found', () => {
  expect(wrongs({ ...good, holdings: [holding(2), holding(1, 'node 2')] })).toEqual([expect.stringContaining('node 2')])
  const sky = (who: string, clouds: number) => ({
    who,
    copies: new Map([['sky/' as const, { version: 1, value: { clouds } }]]),
  })
  expect(wrongs({ holdings: [sky('node 1', 1), sky('node 2', 2)] })).toEqual([expect.stringContaining('another sky/')])
})

const delivered = (state: string, kind = 'message') => {
  const one = { id: 'd1', kind, state, attempts: 1, detail: {} }
  const patches = [{ op: 'replace' as const, path: [], value: { entries: { d1: one } } }]
  const wanted = asked(1, { name: 'deliveries.messagePlayer', input: { text: 'mark-1-end' } })
  const output = { id: 'd1' }
  return {
    entries: [entry(1, { output, changes: [{ id: 'deliveries/main', version: 1, patches }] })],
    asked: [{ ...wanted, answer: { ok: true as const, output, seq: 1 } }],
  }
}

test('[TJ10] what the game was told twice, never, or against what is told of it, is found', () => {
  const deed = 'directmessage 7 mark-1-end'
  expect(wrongs({ ...delivered('confirmed'), deeds: [deed] })).toEqual([])
  expect(wrongs({ ...delivered('unknown'), deeds: [] })).toEqual([])
  expect(wrongs({ ...delivered('unknown'), deeds: [deed, deed] })).toEqual([expect.stringContaining('2 times')])
  expect(wrongs({ ...delivered('confirmed'), deeds: [] })).toEqual([expect.stringContaining('never done')])
  expect(wrongs({ ...delivered('failed'), deeds: [deed] })).toEqual([expect.stringContaining('all the same')])
  expect(wrongs({ ...delivered('sending'), deeds: [deed] })).toEqual([expect.stringContaining('not ended')])
  expect(wrongs({ ...delivered('confirmed', 'save'), deeds: [deed, deed] })).toEqual([])
  expect(wrongs({ deeds: [deed] })).toEqual([expect.stringContaining('nothing is kept')])
  expect(wrongs({ ...delivered('confirmed'), entries: [] })).toContainEqual(expect.stringContaining('there is none'))
})
