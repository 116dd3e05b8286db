import { expect, test } from 'vitest'
import type { Archive } from '../../../shared/engine/archive.ts'
import { mulberry32 } from '../../../shared/engine/mulberry32.ts'
import { type AuditLine, exportAudit, searchAudit } from '../../../shared/features/audit/queries.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { auditLineOf } from './auditLine.ts'
import { readCursor, readMerged, writeCursor } from './mergedArchives.ts'
import { createMatcher } from './search.ts'

const archives = allFeatures.flatMap((feature) => feature.archives ?? []).filter(({ audited }) => audited !== null)

const sourceOf = (kind: string) => {
  const archive = archives.find((one) => one.kind === kind)
  if (!archive) throw new Error(`no archive ${kind}`)
  return archive
}
const lineOf = (kind: string, row: Record<string, unknown>) =>
  auditLineOf(sourceOf(kind), { seq: 7, at: 1_000, row }, '7-0')

test('[AU26] the rows of every feature are converted to one form', () => {
  const kick = { act: 'kick', by: 'ann', role: 'admin', elevated: true, delivery: 'd1', kind: 'kick' }
  const target = { id: '76561198000000001', name: 'Rex' }
  expect(lineOf('deliveryAudit', { ...kick, target, detail: { reason: 'Rude' } })).toEqual({
    key: 'deliveryAudit-7-0',
    seq: 7,
    at: 1_000,
    kind: 'deliveries',
    act: 'kick',
    did: 'kicked {target}',
    order: 'kick {target}',
    by: 'ann',
    byName: '',
    role: 'admin',
    elevated: true,
    target,
    detail: { reason: 'Rude' },
    delivery: 'd1',
    outcome: null,
    address: null,
    session: null,
    agent: null,
  })
  expect(lineOf('deliveryAudit', { ...kick, act: 'retry' }).detail).toEqual({ kind: 'kick' })
  const grow = (text: string) => lineOf('deliveryAudit', { ...kick, act: 'grow', kind: 'grow', detail: { text } })
  expect(grow('0.45')).toMatchObject({ did: 'grew {target} to {growth}', detail: { growth: '45%' } })
  expect([grow('0.45').detail, grow('').detail]).toEqual([{ growth: '45%' }, {}])
  expect(lineOf('deliveryAudit', { act: 'kick', by: 'ban watch', byHub: true, address: '' })).toMatchObject({
    by: 'ban watch',
    byName: 'The hub: ban watch',
    role: null,
    address: null,
  })
  expect(lineOf('sessionAudit', { act: 'session.elevate', by: 'ann', role: 'owner' })).toMatchObject({
    kind: 'sessions',
    act: 'session.elevate',
    role: null,
    detail: { role: 'owner' },
  })
  const change = { by: 'ann', account: 'bob', what: 'role', before: 'player', after: 'admin' }
  expect(lineOf('roleChanges', change)).toMatchObject({
    kind: 'roles',
    by: 'ann',
    target: { id: 'bob', name: '' },
    detail: { what: 'role', before: 'player', after: 'admin' },
  })
  expect(lineOf('fixtureAudit', { act: 'fixtures.tap', by: 'ann' })).toMatchObject({ kind: 'fixtures' })
  expect(lineOf('mapAudit', { act: 'mapImage.calibrate', by: 'ann' })).toMatchObject({ kind: 'map' })
  expect(lineOf('pastPositionViews', { account: 'ann', at: 5, from: 1, to: 9, cut: false })).toMatchObject({
    kind: 'positionViews',
    by: 'ann',
    seq: 7,
    at: 1_000,
    detail: { from: 1, to: 9, cut: false },
  })
})

test('[AU2415] a recording that was stopped after one message says so in the singular', () => {
  const stopped = (messages: number) =>
    lineOf('fixtureAudit', { act: 'fixtures.tap', by: 'ann', event: 'tapEnded', messages }).did
  expect([1, 2].map(stopped)).toEqual([
    'stopped recording after {messages} message',
    'stopped recording after {messages} messages',
  ])
})

test('[AU27] a row with missing or malformed fields is still shown', () => {
  for (const line of [{}, { act: 5, by: null, target: 'x', detail: [], role: 'king', delivery: 4, elevated: 'yes' }])
    for (const archive of archives) {
      const read = auditLineOf(archive, { seq: 1, at: 1, row: line }, '1-0')
      expect(searchAudit.output.shape.lines.safeParse([read]).success).toBe(true)
    }
})

test('[V16.2.5] [AU28] a field whose name sounds secret is masked at any depth', () => {
  const detail = { text: 'hi', Password: 'p', inner: { apiToken: 't', on: true } }
  expect(lineOf('deliveryAudit', { act: 'x', detail }).detail).toEqual({
    text: 'hi',
    Password: '[hidden]',
    inner: { apiToken: '[hidden]', on: true },
  })
})

test('[V16.2.5] [AU17] passwords and tokens in console commands are masked', () => {
  const shown = (text: string, kind = 'console') =>
    lineOf('deliveryAudit', { act: kind, kind, detail: { text } }).detail.text
  expect(shown('set AdminPassword=hunter2 now')).toBe('set AdminPassword=[hidden] now')
  expect(shown('password "two words" save')).toBe('password [hidden] save')
  expect(shown('login --token: abc')).toBe('login --token: [hidden]')
  expect(shown('use 8f3Kd92mZq01LpXw77TyBv5R')).toBe('use [hidden]')
  for (const plain of ['kick 76561198000000001 Rude', 'save', 'announce Good evening, everybody'])
    expect(shown(plain)).toBe(plain)
  expect(shown('my password is bad', 'message')).toBe('my password is bad')
})

const base: AuditLine = { ...lineOf('deliveryAudit', { act: 'kick', by: 'ann' }), byName: 'Ann O’Hara' }
const noFilter = { text: '', kinds: [], actor: '', from: null, to: null }

test('[AU29] a line must match every part of the filter', () => {
  const line = { ...base, target: { id: '7656', name: 'Rex "the" 🦖' }, detail: { reason: 'Rude, twice' } }
  const matches = (more: object) => createMatcher({ ...noFilter, ...more })(line)
  expect(matches({})).toBe(true)
  for (const text of ['rex', '"THE" 🦖', 'rude kick', '7656', 'hara', 'twice rex ann'])
    expect(matches({ text })).toBe(true)
  for (const text of ['rex ban', 'nobody']) expect(matches({ text })).toBe(false)
  for (const actor of ['ann', 'o’h', 'ANN O']) expect(matches({ actor })).toBe(true)
  expect(matches({ actor: 'rex' })).toBe(false)
  expect(matches({ kinds: ['roles', 'deliveries'] })).toBe(true)
  expect(matches({ kinds: ['roles'] })).toBe(false)
  expect(matches({ from: 1_000, to: 1_000 })).toBe(true)
  for (const more of [{ from: 1_001 }, { to: 999 }]) expect(matches(more)).toBe(false)
})

/** Integers from 0 to below a number, the same for the same seed. */
function seeded(seed: number) {
  const next = mulberry32(seed)
  return (below: number) => (next() * 2 ** 32) % below
}

/** In-memory archives whose cursors are unrelated to journal entries, as the storage port allows. */
function createArchives() {
  const kept = new Map<string, { seq: number; at: number; row: object; place: number }[]>()
  let places = 1
  const page: QueryContext['page'] = async ({ kind }, { before = null, limit }) => {
    const all = (kept.get(kind) ?? []).filter(({ place }) => before === null || place < before)
    const rows = all.slice(0, limit)
    return { rows: rows as never, next: all.length > limit ? (rows.at(-1)?.place ?? null) : null }
  }
  return {
    add({ kind }: Archive, seq: number, row: object) {
      kept.set(kind, [{ seq, at: seq, row, place: places++ }, ...(kept.get(kind) ?? [])])
    },
    page,
  }
}

test('[AU30] pages merged from all archives have no gap and no duplicate, even while rows are added (50 seeds)', {
  tags: 'slow',
}, async () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const dice = seeded(seed)
    const store = createArchives()
    const written: string[] = []
    let seq = 0
    const write = () => {
      seq += 1 + dice(2)
      for (let left = 1 + dice(3); left > 0; left -= 1) {
        const name = `${seq}.${written.length}`
        store.add(archives[dice(archives.length)] ?? sourceOf('mapAudit'), seq, { act: name })
        written.push(name)
      }
    }
    for (let count = dice(900); count > 0; count -= 1) write()
    const expected = written.length
    const seen: string[] = []
    let from: string | null = null
    for (;;) {
      let wanted = 1 + dice(120)
      let after: string | null = null
      for await (const entry of readMerged(store.page, archives, from)) {
        seen.push(...entry.rows.map(({ row }) => String((row.row as { act: string }).act)))
        wanted -= 1
        if (wanted > 0) continue
        after = entry.after()
        break
      }
      if (after === null) break
      expect(exportAudit.input.safeParse({ before: after }).success).toBe(true)
      from = writeCursor(readCursor(after, archives.length))
      for (let count = dice(4); count > 0; count -= 1) write()
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect([...seen].sort()).toEqual(written.slice(0, expected).sort())
    const seqs = seen.map((name) => Number(name.split('.')[0]))
    expect(seqs).toEqual([...seqs].sort((one, other) => other - one))
  }
})

test('[AU31] a cursor that no answer returned is rejected', () => {
  for (const before of ['', 'x', '5', '5:', '5:-:y', '9'.repeat(30), `5${':1'.repeat(40)}`, '-1:-'])
    expect(searchAudit.input.safeParse({ before }).success).toBe(false)
})

test('[RV4] a command to several players states their number, and claims neither one target nor one outcome', () => {
  const order = { act: 'message', kind: 'message', by: 'ann', role: 'admin', delivery: 'run-1', target: null }
  const many = lineOf('deliveryAudit', { ...order, detail: { text: 'Hi', players: 12 } })
  expect(many).toMatchObject({ did: 'asked to send {players} players the message {text}', order: null, delivery: null })
  const one = lineOf('deliveryAudit', { ...order, act: 'kick', kind: 'kick', detail: { players: 1 } })
  expect(one).toMatchObject({ did: 'asked to kick 1 player', order: null, delivery: null })
})

test('[RV12] the audit names the role as which the site was viewed, and the end of it', () => {
  const viewing = (role: string | null) => lineOf('sessionAudit', { act: 'session.viewAs', by: 'ann', role })
  expect(viewing('moderator')).toMatchObject({ did: 'viewed the site as {role}', detail: { role: 'moderator' } })
  expect(viewing(null)).toMatchObject({ did: 'stopped viewing the site as another role' })
})
