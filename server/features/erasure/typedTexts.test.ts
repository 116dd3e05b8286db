import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type DocumentKind, defineDocument, nobody, notPersonal } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { eraseAgain } from '../../../shared/features/erasure/commands.ts'
import { erasures, erasuresKey } from '../../../shared/features/erasure/erasures.ts'
import { information } from '../../../shared/features/information/information.ts'
import { postOutbox } from '../../../shared/features/notifications/posts.ts'
import { savedSearches } from '../../../shared/features/searches/searches.ts'
import { latestChanges } from '../../../shared/features/settings/changes.ts'
import { createHub } from '../../engine/createHub.ts'
import { ERASED } from '../../engine/erasedIds.ts'
import type { Feature } from '../../engine/feature.ts'
import { register } from '../../engine/registry.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { sampleOf, seedDocument, seedingOf } from './testing/samples.ts'

const { kinds, removals } = register(allFeatures)
const seeding: Feature = { name: 'seeding', documents: [], commands: [seedingOf(kinds)], queries: [] }
const pathsOf = ({ typedTexts = [], typedPages = [] }: DocumentKind) => [...typedTexts, ...typedPages]
const typed = [...kinds.values()].filter((kind) => pathsOf(kind).length > 0)

const steamId = '76561198000000123'
const discordId = '223344556677889900'
const discord = { provider: 'discord', discordId, username: 'ann', displayName: 'Ann', avatar: '' }

const openHub = (features: readonly Feature[], onFault: (what: string, error: unknown) => void) =>
  createHub({ storage: createMemoryStorage().storage, features, clock: createTestClock(), onFault })
const failOnFault = (what: string, error: unknown) => {
  throw new Error(`${what}: ${error}`)
}

/** An account to erase, and documents that are not about its user; and what these are after the erasure. */
async function afterErasure(documents: readonly (readonly [kind: DocumentKind, value: object])[]) {
  const hub = await openHub([...allFeatures, seeding], failOnFault)
  const put = (kind: DocumentKind, key: string, value: object) =>
    hub.execute('test', seedDocument.name, { kind: kind.kind, key, value })
  await put(account, 'ann', { name: 'Ann', createdAt: 1, steamId, discord })
  for (const [kind, value] of documents) await put(kind, keyOf(kind), value)
  const before = new Map(documents.map(([kind]) => [kind, hub.read(kind, keyOf(kind))]))
  await hub.execute('test', eraseAgain.name, { account: 'ann' })
  const [pending] = Object.values(hub.read(erasures, erasuresKey).pending)
  if (!pending) throw new Error('Nothing is to be erased.')
  await hub.erase({ ids: [pending.account], externalIds: pending.externalIds, documents: pending.documents })
  return Object.assign((kind: DocumentKind) => hub.read(kind, keyOf(kind)), { before })
}
const keyOf = ({ about }: DocumentKind) => (about === 'account' || about === 'player' ? 'bob' : mainServer)

/** A document with this text wherever users type. */
function filled(kind: DocumentKind, text: string) {
  const [value, typedIn] = ['of another', text].map((mark) => sampleOf(kind.schema, mark) as object) as [object, object]
  for (const path of pathsOf(kind)) {
    const at = path.lastIndexOf('.')
    const [holder, from] = [value, typedIn].map((one) => (at < 0 ? one : valueAt(one, path.slice(0, at))))
    const field = fieldOf(holder, path.slice(at + 1))
    Object.assign(holder as object, { [field]: (from as Record<string, unknown>)[field] })
  }
  return value
}
const valueAt = (value: object, path: string) =>
  path.split('.').reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[fieldOf(inner, step)], value)
const fieldOf = (inner: unknown, step: string) => (step === '*' ? (Object.keys(inner as object)[0] ?? '') : step)

const filledWith = (text: string) => typed.map((kind) => [kind, filled(kind, text)] as const)

test.each([
  ['a SteamID', steamId, `See ${steamId}: flies.`],
  ['a SteamID alone', steamId, steamId],
  ['a SteamID beside letters', steamId, `alt_${steamId}-evader`],
  ['a Discord id', discordId, `<@${discordId}> knows`],
])(
  '[PV9] a text with %s of an erased user is replaced, in every document into which others type',
  async (_, id, text) => {
    const documents = filledWith(text)
    const after = await afterErasure(documents)
    for (const [kind, value] of documents) {
      for (const path of pathsOf(kind))
        expect(JSON.stringify(valueAt(value, path)), `${kind.kind} ${path}`).toContain(id)
      expect(JSON.stringify(after(kind)), kind.kind).not.toContain(id)
      // The feature itself may have emptied the text, or removed what it was in.
      const isRemoved = kind === postOutbox || removals.some((removal) => removal.kind === kind)
      if (!isRemoved) expect(JSON.stringify(after(kind)), kind.kind).toContain(ERASED)
    }
    expect(documents.length).toBeGreaterThan(30)
  },
)

test.each([`1${steamId}`, steamId.slice(0, -1)])(
  '[PV10] texts that do not name the erased user stay, as %s beside 76561198000000123',
  async (text) => {
    const after = await afterErasure(filledWith(text))
    for (const [kind, value] of after.before) {
      expect(JSON.stringify(value), kind.kind).toContain(text)
      expect(after(kind), kind.kind).toEqual(value)
    }
  },
)

test('[PV13] a setting that can be undone loses the text within it, and a page only its lines', async () => {
  const text = `Because of ${steamId}`
  const change = {
    setting: 'a',
    name: 'a',
    from: text,
    to: '',
    at: 1,
    before: { reason: text, time: '04:00' },
    after: null,
  }
  const page = `# Staff\n- ${steamId}\n- another`
  const after = await afterErasure([
    [latestChanges, { changes: { one: change } }],
    [information, { text: page, version: 3, changedAt: 1 }],
  ])
  expect(after(latestChanges)).toMatchObject({
    changes: { one: { from: ERASED, before: { reason: ERASED, time: '04:00' }, after: null } },
  })
  expect(after(information)).toEqual({ text: `# Staff\n${ERASED}\n- another`, version: 4, changedAt: 1 })
})

const naming = (id: string) => ({
  searches: { one: { list: 'users', name: 'a', text: `player:${id}`, savedAt: 1 } },
})

test('[PV14] many documents are looked through in turns, and a text that is copied meanwhile is found too', async () => {
  const hub = await openHub([...allFeatures, seeding], failOnFault)
  const put = (kind: string, key: string, value: object) => hub.execute('test', seedDocument.name, { kind, key, value })
  for (let at = 0; at < 450; at += 1)
    await put(savedSearches.kind, `user-${at}`, naming(at % 3 === 0 ? discordId : 'another'))
  const erasing = hub.erase({ ids: ['ann'], externalIds: [discordId], documents: [] })
  await nextTurn()
  await put(savedSearches.kind, 'user-1', naming(discordId))
  await erasing
  const texts = Array.from({ length: 450 }, (_, at) => hub.read(savedSearches, `user-${at}`).searches.one?.text)
  expect(texts).toEqual(texts.map((_, at) => (at % 3 === 0 || at === 1 ? ERASED : 'player:another')))
})

const strict = defineDocument({
  kind: 'strictNote',
  schema: z.object({
    text: z
      .string()
      .regex(/^[^[]*$/)
      .default(''),
  }),
  readableBy: nobody,
  memory: 'journaled',
  ...notPersonal('is a note of this test'),
  typedTexts: ['text'],
})
test('[PV15] a document in which nothing can be replaced keeps no other from being erased, and the erasure fails in the end', async () => {
  const strictly: Feature = { name: 'strict', documents: [strict], commands: [], queries: [] }
  const seedingStrictly = { ...seeding, commands: [seedingOf(new Map([...kinds, [strict.kind, strict]]))] }
  const faults: string[] = []
  const hub = await openHub([...allFeatures, strictly, seedingStrictly], (what) => void faults.push(what))
  const put = (kind: string, key: string, value: object) => hub.execute('test', seedDocument.name, { kind, key, value })
  for (const key of ['bob', 'eve']) await put(savedSearches.kind, key, naming(discordId))
  await put(strict.kind, 'one', { text: `<@${discordId}>` })
  const erasing = hub.erase({ ids: ['ann'], externalIds: [discordId], documents: [] })
  await expect(erasing).rejects.toThrow('Texts that name an erased user could not be replaced')
  for (const key of ['bob', 'eve']) expect(hub.read(savedSearches, key).searches.one?.text).toBe(ERASED)
  expect(hub.read(strict, 'one').text).toContain(discordId)
  expect(new Set(faults)).toEqual(new Set(['hub.eraseTexts']))
})

/** Paths of the strings in documents of a schema whose field is named like something that users type. */
function* typedPaths(schema: z.ZodType, path: readonly string[] = []): Generator<string> {
  const inner = schema as z.ZodType & { unwrap?: () => z.ZodType }
  if (inner.unwrap && !(schema instanceof z.ZodArray)) yield* typedPaths(inner.unwrap(), path)
  else if (schema instanceof z.ZodObject)
    for (const [field, type] of Object.entries(schema.shape)) yield* typedPaths(type as z.ZodType, [...path, field])
  else if (schema instanceof z.ZodRecord) yield* typedPaths(schema.valueType as z.ZodType, [...path, '*'])
  else if (schema instanceof z.ZodArray) yield* typedPaths(schema.element as z.ZodType, [...path, '*'])
  else if (schema instanceof z.ZodUnion) for (const one of schema.options) yield* typedPaths(one as z.ZodType, path)
  else if (schema instanceof z.ZodString && nameOfTyped.test(path.at(-1) ?? '')) yield path.join('.')
}
const nameOfTyped = /^(text|note|message|reason|description|rewards|label|line|cancelReason|title|perks|campaignName)$/

const ofChallenges = (holder: string) => [`${holder}.title`, `${holder}.description`]
/** Such fields that need no declaration. */
const otherwise: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'made by the hub': {
    challenges: [...ofChallenges('daily.challenges.*'), ...ofChallenges('weekly.challenges.*')],
    challengeDesk: [...ofChallenges('pending.challenges.*'), ...['history.*.challenges.*.title', 'asked.*.title']],
    challengeRuns: ofChallenges('runs.*.challenge'),
    commandTest: ['results.*.line'],
    redemptions: ['entries.*.steps.*.text'],
  },
  'read again and again from a file of the game': { gameBans: ['bans.*.reason'] },
}

test('[PV11] a document with a field named like something that users type declares it, or the reason is known here', () => {
  for (const kind of kinds.values()) {
    const others = Object.values(otherwise).flatMap((paths) => paths[kind.kind] ?? [])
    for (const path of new Set(typedPaths(kind.schema)))
      expect([...pathsOf(kind), ...others], kind.kind).toContain(path)
  }
})

test('[PV12] a path that leads to no text is refused when the hub starts', () => {
  const [search] = typed.filter(({ kind }) => kind === 'savedSearches')
  const wrong = { ...search, kind: 'wrongPath', typedTexts: ['searches.*.savedAt'] } as DocumentKind
  const feature: Feature = { name: 'wrong', documents: [wrong], commands: [], queries: [] }
  expect(() => register([feature])).toThrow('has no text at "searches.*.savedAt"')
})
