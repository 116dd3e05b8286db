import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Archive, defineArchive, originOwners, originShape } from '../../shared/engine/archive.ts'
import { defineCommand } from '../../shared/engine/command.ts'
import { type DocumentKind, defineDocument, holdersOf, nobody, notPersonal } from '../../shared/engine/document.ts'
import { defineQuery } from '../../shared/engine/query.ts'
import { createTestClock } from '../testing/clock.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { freshId, inSession, person } from '../testing/principals.ts'
import { club, giftsGiven, purse, sampleFeatures } from '../testing/sampleFeature.ts'
import { createHub } from './createHub.ts'
import { type Feature, implementQuery } from './feature.ts'
import { register } from './registry.ts'
import { implement } from './rule.ts'

/** Notes that staff write about players. */
const notes = defineArchive({
  kind: 'notes',
  schema: z.object({ by: z.string(), name: z.string(), player: z.string(), text: z.string(), ...originShape }),
  readableBy: holdersOf('kickPlayers'),
  persons: { by: 'by', player: 'player' },
  fields: { by: 'by', name: { emptied: 'player' }, player: 'player', text: 'player', ...originOwners },
  erased: 'emptied',
  audited: ({ by, player, address }) => ({
    subject: 'fixtures',
    did: 'gave',
    act: 'note',
    by,
    detail: { player },
    address,
  }),
})

const writeNote = defineCommand({
  name: 'notes.write',
  permission: 'kickPlayers',
  input: z.object({ player: z.string(), text: z.string(), isOdd: z.boolean().default(false) }),
  output: z.object({}),
  refusals: {},
})
const eraseNow = defineCommand({
  name: 'notes.erase',
  permission: 'hub',
  input: z.object({ account: z.string(), player: z.string() }),
  output: z.array(z.string()),
  refusals: {},
})
const Wanted = z.object({
  about: z.string().exactOptional(),
  from: z.number().exactOptional(),
  to: z.number().exactOptional(),
  filter: z.record(z.string(), z.string()).exactOptional(),
  before: z.number().nullable().default(null),
  limit: z.number().default(10),
})
const readNotes = defineQuery({ name: 'notes.read', permission: 'play', input: Wanted, output: z.unknown() })
const readGifts = defineQuery({ name: 'notes.gifts', permission: 'play', input: Wanted, output: z.unknown() })
const exportNow = defineQuery({
  name: 'notes.export',
  permission: 'play',
  input: z.object({ account: z.string(), players: z.array(z.string()) }),
  output: z.unknown(),
})

const notesFeature: Feature = {
  name: 'notes',
  documents: [],
  archives: [notes],
  commands: [
    implement(writeNote, ({ archive, actor, origin }, { player, text, isOdd }) => {
      const row = { by: actor.id ?? '', name: 'Ann', player, text, ...origin }
      archive(notes, isOdd ? ({ ...row, text: 5 } as never) : row)
      return {}
    }),
    implement(eraseNow, ({ erasePerson }, { account, player }) => [...erasePerson({ account, players: [player] })]),
  ],
  queries: [
    implementQuery(readNotes, ({ page }, wanted) => page(notes, wanted)),
    implementQuery(readGifts, ({ page }, wanted) => page(giftsGiven, wanted)),
    implementQuery(exportNow, ({ exportPerson }, wanted) => exportPerson(wanted)),
  ],
}

const ann = person('ann', 'admin')
const bob = person('bob')
const rex = '76561198000000001'

async function open(features: readonly Feature[] = [...sampleFeatures, notesFeature], memory = createMemoryStorage()) {
  const clock = createTestClock()
  const faults: string[] = []
  const onFault = (what: string) => void faults.push(what)
  const hub = await createHub({ storage: memory.storage, features, clock, onFault })
  const ask = (principal: typeof ann, name: string, input: unknown, address = '192.0.2.1') =>
    hub.dispatch(principal, { id: freshId(clock.now()), name, input }, { address, agent: 'Firefox' })
  const query = async (principal: typeof ann, name: string, input: unknown) => {
    const answer = await hub.query(principal, { name, input })
    return answer.ok ? answer.output : answer.code
  }
  const note = (player: string, text: string) => ask(ann, 'notes.write', { player, text })
  const texts = async (input: object = {}) =>
    ((await query(ann, 'notes.read', input)) as { rows: { row: { text: string } }[] }).rows.map(({ row }) => row.text)
  return { hub, memory, clock, faults, ask, query, note, texts }
}

describe('declarations', () => {
  const feature = (parts: Partial<Feature>): Feature => ({
    name: 'odd',
    documents: [],
    commands: [],
    queries: [],
    ...parts,
  })
  const without = (declared: object, field: string) =>
    Object.fromEntries(Object.entries(declared).filter(([name]) => name !== field)) as never
  const odd = defineDocument({
    kind: 'odd',
    schema: z.object({}),
    readableBy: nobody,
    memory: 'journaled',
    ...notPersonal('is a test'),
  })

  test.each(['schema', 'readableBy', 'persons', 'fields', 'erased', 'audited'])(
    '[DA1] a hub does not start with an archive that lacks %s, and names it',
    (field) => {
      const archives: Archive[] = [without(notes, field)]
      expect(() => register([feature({ archives })])).toThrow(`archive "notes" does not declare "${field}"`)
    },
  )

  test.each(['schema', 'readableBy', 'about', 'exported', 'erased', 'audited'])(
    '[DA13] a hub does not start with a document that lacks %s, and names it',
    (field) => {
      const documents: DocumentKind[] = [without(odd, field)]
      expect(() => register([feature({ documents })])).toThrow(`document "odd" does not declare "${field}"`)
    },
  )

  test('[DA2] a declaration without one of them does not compile', () => {
    defineArchive({
      kind: 'a',
      schema: z.object({ by: z.string(), note: z.string() }),
      readableBy: nobody,
      persons: { by: 'by' },
      // @ts-expect-error nothing says whose the note is
      fields: { by: 'by' },
      erased: 'delete',
      audited: null,
    })
    defineArchive({
      kind: 'a',
      schema: z.object({ by: z.string() }),
      readableBy: nobody,
      persons: { by: 'by' },
      // @ts-expect-error no such person
      fields: { by: 'author' },
      erased: 'delete',
      audited: null,
    })
    // @ts-expect-error no erasure
    defineArchive({
      kind: 'a',
      schema: z.object({}),
      readableBy: nobody,
      persons: {},
      fields: {},
      audited: null,
    })
    // @ts-expect-error no persons
    defineArchive({
      kind: 'a',
      schema: z.object({}),
      readableBy: nobody,
      fields: {},
      erased: 'delete',
      audited: null,
    })
    // @ts-expect-error nothing about persons, export, erasure and audit
    defineDocument({ kind: 'a', schema: z.object({}), readableBy: nobody, memory: 'live' })
    expect(() => register([feature({ documents: [odd] })])).not.toThrow()
  })

  test.each<[string, Partial<DocumentKind>, string]>([
    [
      'is erased by its feature without a removal',
      { about: 'several', erased: 'byFeature' },
      'no feature has a removal',
    ],
    ['is about no person and erased', { erased: 'cleared' }, 'about no person'],
    ['is cleared without a way to find its keys', { about: 'several', erased: 'cleared' }, 'must find its keys'],
    ['is audited in an archive that no feature declares', { audited: 'nowhere' }, 'no feature declares it'],
  ])('[DA3] a hub does not start with a document that %s', (_, parts, why) => {
    expect(() => register([feature({ documents: [{ ...odd, ...parts } as DocumentKind] })])).toThrow(why)
  })

  test('[DA12] a hub does not start with a removal for a document that is not erased by its feature', () => {
    const removals = [{ kind: odd, remove: () => {} }]
    expect(() => register([feature({ documents: [odd], removals })])).toThrow('has a removal')
  })
})

describe('rows', () => {
  test('[DA4] a row that does not fit, or of an archive that no feature declares, is a fault, and nothing is stored', async () => {
    const { ask, faults, memory } = await open()
    const row = { player: rex, text: '', isOdd: true }
    expect(await ask(ann, 'notes.write', row)).toMatchObject({ code: 'failed' })
    const { archives: _, ...unarchived } = notesFeature
    const other = await open([...sampleFeatures, unarchived])
    expect(await other.note(rex, 'x')).toMatchObject({ code: 'failed' })
    expect([faults, other.faults, memory.journal]).toEqual([['notes.write'], ['notes.write'], []])
  })

  test('[DA5] pages are selected by person, time and fields, newest first, without gap or duplicate', async () => {
    const { note, texts, clock, query } = await open()
    const start = clock.now()
    for (const [nth, player] of ['a', 'b', 'a', 'b', 'a'].entries()) {
      await note(player, `${nth}`)
      clock.pass(1_000)
    }
    expect(await texts()).toEqual(['4', '3', '2', '1', '0'])
    expect(await texts({ about: 'a' })).toEqual(['4', '2', '0'])
    expect(await texts({ from: start + 1_000, to: start + 3_000 })).toEqual(['3', '2', '1'])
    expect(await texts({ filter: { player: 'b' }, from: start + 2_000 })).toEqual(['3'])
    const first = (await query(ann, 'notes.read', { about: 'a', limit: 2 })) as { next: number }
    expect(await texts({ about: 'a', limit: 2, before: first.next })).toEqual(['0'])
  })

  test('[DA6] an archive is readable by those whom it declares: by a permission, or by the person of the rows', async () => {
    const { ask, query } = await open()
    await ask(ann, 'sample.give', { to: 'bob', coins: 3 })
    expect(await query(bob, 'notes.read', {})).toBe('forbidden')
    expect(await query(bob, 'notes.gifts', { about: 'ann' })).toBe('forbidden')
    expect(await query(bob, 'notes.gifts', {})).toBe('forbidden')
    expect(await query(bob, 'notes.gifts', { about: 'bob' })).toMatchObject({ rows: [{ row: { coins: 3 } }] })
  })

  test('[DA11] a row of an audit has the address, the public id of the session and the user agent of the actor', async () => {
    const { ask, memory } = await open()
    const page = inSession(ann)
    await ask(page, 'notes.write', { player: rex, text: 'x' })
    const { rows } = await memory.storage.archivePage({ kind: 'notes', before: null, limit: 1 })
    expect(rows[0]?.row).toMatchObject({ address: '192.0.2.1', session: page.session?.id, agent: 'Firefox' })
  })
})

describe('persons', () => {
  test('[DA7] an erasure clears, deletes and removes the person from all documents that declare it', async () => {
    const { hub, ask } = await open()
    await ask(ann, 'sample.join', { club: 'a', member: 'bob', isIn: true })
    await ask(bob, 'sample.give', { to: 'ann', coins: 30 })
    expect(await hub.execute('test', 'notes.erase', { account: 'bob', player: rex })).toEqual(['purse/bob'])
    expect(hub.read(club, 'a').members).toEqual({})
    expect(hub.read(purse, 'bob').coins).toBe(100)
  })

  test('[DA8] an erasure deletes or empties the rows of every archive, as declared', async () => {
    const { hub, ask, note, memory } = await open()
    await ask(ann, 'sample.give', { to: 'bob', coins: 3 })
    await ask(bob, 'sample.give', { to: 'ann', coins: 4 })
    await note(rex, 'about Rex')
    await hub.erase({ ids: ['bob'], externalIds: [rex], documents: ['purse/bob'] })
    const rows = async (kind: string) =>
      (await memory.storage.archivePage({ kind, before: null, limit: 9 })).rows.map(({ row }) => row)
    expect(await rows('gifts')).toMatchObject([{ coins: 4 }])
    expect(await rows('notes')).toMatchObject([{ by: 'ann', name: '', player: '[erased]', address: '192.0.2.1' }])
    await hub.erase({ ids: ['ann'], externalIds: [], documents: [] })
    expect(await rows('notes')).toMatchObject([{ by: 'ann', address: '' }])
  })

  test('[DA9] rows about the person are deleted from an archive that no feature declares any more', async () => {
    const { note, memory } = await open()
    await note(rex, 'about Rex')
    await note('another', 'about another')
    const next = await open(sampleFeatures, memory)
    await next.hub.erase({ ids: ['x'], externalIds: [rex], documents: [] })
    const { rows } = await memory.storage.archivePage({ kind: 'notes', before: null, limit: 9 })
    expect(rows.map(({ row }) => row.text)).toEqual(['about another'])
  })

  test('[DA10] an export holds all documents and rows that declare it, each row once', async () => {
    const { ask, note, query } = await open()
    await ask(bob, 'sample.give', { to: 'ann', coins: 7 })
    await note('ann', 'about herself')
    await note(rex, 'about Rex')
    const own = { by: 'ann', name: 'Ann', address: '192.0.2.1', session: null, agent: 'Firefox' }
    expect(await query(ann, 'notes.export', { account: 'ann', players: [rex] })).toEqual({
      documents: { purse: { coins: 107 } },
      formerPlayers: [],
      rows: [
        { archive: 'notes', at: expect.any(Number), row: { ...own, player: rex, text: 'about Rex' } },
        { archive: 'notes', at: expect.any(Number), row: { ...own, player: 'ann', text: 'about herself' } },
        { archive: 'gifts', at: expect.any(Number), row: { coins: 7, to: 'ann', now: expect.any(Number) } },
      ],
    })
  })
})
