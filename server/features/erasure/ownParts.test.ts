import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Archive, personsOf, placeIn, rowErasureOf } from '../../../shared/engine/archive.ts'
import { defineCommand } from '../../../shared/engine/command.ts'
import type { DocumentKind, Person } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { exportMe } from '../../../shared/features/erasure/queries.ts'
import { membership } from '../../../shared/features/packs/pack.ts'
import { createHub } from '../../engine/createHub.ts'
import type { Feature } from '../../engine/feature.ts'
import { register } from '../../engine/registry.ts'
import { implement } from '../../engine/rule.ts'
import { createRedaction } from '../../storage/redaction.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { inSession, person } from '../../testing/principals.ts'
import { sampleOf, seedDocument, seedingOf, somePack } from './testing/samples.ts'

const { archives, kinds, queries } = register(allFeatures)

/** Every text of a person has this beginning. */
const markOf = { ann: 'marked-ann', bob: 'marked-bob' } as const
type Name = keyof typeof markOf
const personOf = (name: Name): Person => ({
  account: `${markOf[name]}-account`,
  players: [`${markOf[name]}-player`],
})
const otherThan = (name: Name): Name => (name === 'ann' ? 'bob' : 'ann')

type Owner = Archive['fields'][string]
const firstOwner = (owner: Owner): string | null => {
  if (typeof owner === 'string') return owner === 'event' ? null : owner
  if ('names' in owner) return owner.names[0] ?? null
  if ('shownTo' in owner) return owner.shownTo[0] ?? null
  return 'emptied' in owner ? firstOwner(owner.emptied) : (owner[0] ?? 'a person whom no row names')
}

/** A text that may name both is in no export, and neither are ids of both. */
const isOfSeveral = ({ fields }: Archive, field: string) => {
  const owner = fields[field]
  return typeof owner === 'object' && ('names' in owner || 'shownTo' in owner)
}

/** A row in which `name` has this part and the other person has all others; every field holds the mark of its owner. */
function rowIn({ schema, persons, fields }: Archive, part: string, name: Name) {
  const holder = (owner: string) => (owner === part ? name : otherThan(name))
  const shape = { ...(schema as z.ZodObject).shape, ...(fields['*'] && { further: z.string() }) }
  const row: Record<string, unknown> = {}
  for (const [field, type] of Object.entries(shape)) {
    const owner = firstOwner(fields[field] ?? fields['*'] ?? 'event')
    row[field] = sampleOf(type as z.ZodType, owner === null ? 'of the event' : `${markOf[holder(owner)]} ${field}`)
  }
  for (const [path, owner] of Object.entries(fields)) {
    const [inside, field] = placeIn(row, path)
    if (inside && path.includes('.')) inside[field] = `${markOf[holder(firstOwner(owner) ?? '')]} ${path}`
  }
  for (const [owner, path] of Object.entries(persons)) {
    const { account: id, players } = personOf(holder(owner))
    const [field = '', inner] = path.split('.')
    if (inner === undefined) row[field] = id
    else Object.assign(row[field] as object, { [inner]: players[0] })
  }
  return row
}

const seedRow = defineCommand({
  name: 'seeding.row',
  permission: 'hub',
  input: z.object({ kind: z.string(), row: z.record(z.string(), z.unknown()) }),
  output: z.object({}),
  refusals: {},
})
const seeding: Feature = {
  name: 'seeding',
  documents: [],
  commands: [
    implement(seedRow, ({ archive }, { kind, row }) => {
      archive(archives.get(kind) as Archive, row as never)
      return {}
    }),
    seedingOf(kinds),
  ],
  queries: [],
}

const parts = [...archives.values()].flatMap((archive) =>
  Object.keys(archive.persons).map((part) => ({ archive, part })),
)

/** A hub with every archive and every document that is exported, full of marks of both persons. */
async function openMarked() {
  const faults: unknown[] = []
  const hub = await createHub({
    storage: createMemoryStorage().storage,
    features: [...allFeatures, seeding],
    clock: createTestClock(),
    onFault: (what, error) => void faults.push(`${what}: ${error}`),
  })
  const put = (kind: string, key: string, value: object) =>
    hub.execute('test', seedDocument.name, { kind, key, value }).catch(() => {
      throw new Error(`${kind} ${faults}`)
    })
  for (const { archive, part } of parts)
    for (const name of ['ann', 'bob'] as const)
      await hub.execute('test', seedRow.name, { kind: archive.kind, row: rowIn(archive, part, name) })
  for (const name of ['ann', 'bob'] as const) {
    const { account: id, players } = personOf(name)
    for (const kind of kinds.values()) {
      if (!kind.exported) continue
      const value = sampleOf(kind.schema, `${markOf[name]} ${kind.kind}`) as object
      if (kind.about === 'account') await put(kind.kind, id, value)
      if (kind.about === 'player') await put(kind.kind, players[0] ?? '', value)
    }
    await put(membership.kind, id, { pack: somePack })
    await put(account.kind, id, { steamId: players[0], createdAt: 1, demo: false })
  }
  for (const kind of kinds.values())
    if (kind.exported && typeof kind.about === 'function') await put(kind.kind, sharedKey(kind), shared(kind))
  return { hub, faults, put }
}

/** The one document of this kind that is about both. */
const sharedKey = ({ about }: DocumentKind) =>
  typeof about === 'function' ? (about(personOf('ann'), inBoth)[0] ?? '') : ''
const inBoth = (() => ({ pack: somePack })) as never

/** Entries of both by account: each has its own mark, but for the fields that the declaration says are another's. */
function shared({ schema, exported }: DocumentKind) {
  const entries = (type: z.ZodType) =>
    Object.fromEntries(
      (['ann', 'bob'] as const).map((name) => {
        const entry = sampleOf(type, `${markOf[name]} entry`) as Record<string, unknown>
        for (const [field, owner] of Object.entries(exported?.fields ?? {}))
          if (owner === 'another' && field in entry) entry[field] = `${markOf[otherThan(name)]} ${field}`
        return [personOf(name).account, entry]
      }),
    )
  const fields = Object.entries((schema as z.ZodObject).shape).map(([name, type]) => {
    const inner = type instanceof z.ZodDefault ? (type.unwrap() as z.ZodType) : (type as z.ZodType)
    return [name, inner instanceof z.ZodRecord ? entries(inner.valueType as z.ZodType) : sampleOf(inner, 'of both')]
  })
  return Object.fromEntries(fields)
}

const pageOf = (name: Name) => ({
  ...inSession(person(personOf(name).account)),
  playsAs: personOf(name).players[0] ?? null,
})

test.each<Name>(['ann', 'bob'])(
  '[PV1] the export of %s holds every field that is theirs in every archive, and no mark of the other person',
  async (name) => {
    const { hub, faults } = await openMarked()
    const answer = await hub.query(pageOf(name), { name: exportMe.name, input: {} })
    if (!answer.ok) throw new Error(`${answer.code} ${JSON.stringify(faults, Object.getOwnPropertyNames)}`)
    const text = JSON.stringify(answer.output)
    expect(text).not.toContain(markOf[otherThan(name)])
    for (const { archive, part } of parts)
      for (const [field, value] of Object.entries(rowIn(archive, part, name)))
        if (!isOfSeveral(archive, field) && JSON.stringify(value).includes(`${markOf[name]} ${field}`))
          expect(text).toContain(`${markOf[name]} ${field}`)
        else if (isOfSeveral(archive, field)) expect(text).not.toContain(`"${field}":`)
    for (const { kind, exported } of kinds.values()) if (exported) expect(text, kind).toContain(`"${exported.field}":`)
    expect(faults).toEqual([])
  },
)

test('[PV2] no query that a player may ask answers with a mark of another player', async () => {
  const { hub } = await openMarked()
  const asked: string[] = []
  for (const { query } of queries.values()) {
    if (!pageOf('ann').can(query.permission) || !query.input.safeParse({}).success) continue
    const answer = await hub.query(pageOf('ann'), { name: query.name, input: {} })
    asked.push(query.name)
    expect(JSON.stringify(answer), query.name).not.toContain(markOf.bob)
  }
  expect(asked).toContain(exportMe.name)
})

test('[PV3] erasing one person of a row empties what the declaration says of them, and nothing of the other person', () => {
  for (const { archive, part } of parts.filter(({ archive }) => archive.erased === 'emptied')) {
    const row = rowIn(archive, part, 'ann')
    const { account: id, players } = personOf('ann')
    const erasure = { ids: [id], externalIds: players, documents: [] }
    const { row: redact } = createRedaction({ ...erasure, archives: { [archive.kind]: rowErasureOf(archive) } })
    const redacted = redact(archive.kind, { about: personsOf(archive, row), json: JSON.stringify(row) })
    if (redacted === 'delete') throw new Error(`${archive.kind} was deleted`)
    const after = JSON.parse(redacted.json) as Record<string, unknown>
    for (const [path, owner] of Object.entries(archive.fields)) {
      const [[now, field], [was]] = [placeIn(after, path), placeIn(row, path)]
      const what = `${archive.kind}.${path} after the erasure of "${part}"`
      const isOfAll = typeof owner === 'object' && 'names' in owner && owner.names.includes(part)
      const isTheirs = firstOwner(owner) === part || isOfAll
      const holdsTheirs = Object.keys(archive.fields).some((inner) => inner.startsWith(`${path}.`))
      if (!isTheirs && !holdsTheirs) expect(now?.[field], what).toEqual(was?.[field])
      else if (typeof owner === 'object' && ('emptied' in owner || isOfAll) && typeof was?.[field] === 'string')
        expect(now?.[field], what).toBe('')
      if (field === 'target' && isTheirs) expect(now?.[field], what).toEqual({ id: '[erased]', name: '' })
    }
  }
})

test('[PV4] an address, a session, a browser, a name and an id of a person are never facts of the event', () => {
  for (const { kind, fields, persons } of archives.values()) {
    const ids = Object.values(persons).map((path) => path.split('.')[0] ?? '')
    for (const [field, owner] of Object.entries(fields))
      if (ids.includes(field) || /^(address|session|agent)$|name$/i.test(field))
        expect(firstOwner(owner), `${kind}.${field}`).not.toBeNull()
  }
})
