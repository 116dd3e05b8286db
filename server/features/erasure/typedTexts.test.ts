import { expect, test } from 'vitest'
import { z } from 'zod'
import type { DocumentKind } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { eraseAgain } from '../../../shared/features/erasure/commands.ts'
import { createHub } from '../../engine/createHub.ts'
import type { Feature } from '../../engine/feature.ts'
import { register } from '../../engine/registry.ts'
import { ERASED } from '../../engine/typedTexts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { sampleOf, seedDocument, seedingOf } from './testing/samples.ts'

const { kinds } = register(allFeatures)
const seeding: Feature = { name: 'seeding', documents: [], commands: [seedingOf(kinds)], queries: [] }
const typed = [...kinds.values()].filter(({ typedTexts = [] }) => typedTexts.length > 0)

const steamId = '76561198000000123'
const discordId = '223344556677889900'
const discord = { provider: 'discord', discordId, username: 'ann', displayName: 'Ann', avatar: '' }
const other = 'bob'

/** A hub with this text in every place that users type into, in documents that are not about the erased user; and after the erasure. */
async function afterErasure(text: string) {
  const hub = await createHub({
    storage: createMemoryStorage().storage,
    features: [...allFeatures, seeding],
    clock: createTestClock(),
    onFault: (what, error) => {
      throw new Error(`${what}: ${error}`)
    },
  })
  const put = (kind: DocumentKind, key: string, value: object) =>
    hub.execute('test', seedDocument.name, { kind: kind.kind, key, value })
  await put(account, 'ann', { name: 'Ann', createdAt: 1, steamId, discord })
  for (const kind of typed) await put(kind, keyOf(kind), filled(kind, text))
  await hub.execute('test', eraseAgain.name, { account: 'ann' })
  return (kind: DocumentKind, path: string) => textAt(hub.read(kind, keyOf(kind)), path)
}
/** Of a document about another user, or about none. */
const keyOf = ({ about }: DocumentKind) => (about === 'account' || about === 'player' ? other : mainServer)

function filled({ schema, typedTexts = [] }: DocumentKind, text: string) {
  const value = sampleOf(schema, 'of another') as Record<string, unknown>
  for (const path of typedTexts) {
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    const holder = steps.reduce<Record<string, unknown>>((inner, step) => inner[fieldOf(inner, step)] as never, value)
    holder[last] = text
  }
  return value
}
const textAt = (value: object, path: string) =>
  path.split('.').reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[fieldOf(inner, step)], value)
const fieldOf = (inner: unknown, step: string) => (step === '*' ? (Object.keys(inner as object)[0] ?? '') : step)

test.each([
  ['a SteamID', `Watch ${steamId}: flies.`],
  ['a SteamID alone', steamId],
  ['a Discord id', `Ask <@${discordId}> first`],
])('[PV9] a text with %s of an erased user is replaced, in every document into which others type', async (_, text) => {
  const textOf = await afterErasure(text)
  for (const kind of typed)
    for (const path of kind.typedTexts ?? []) expect(textOf(kind, path), `${kind.kind} ${path}`).toBe(ERASED)
  expect(typed.length).toBeGreaterThan(20)
})

test('[PV10] texts that do not name the erased user stay, also one with a longer number', async () => {
  const text = `Ann wrote 1${steamId} and ${steamId.slice(0, -1)}`
  const textOf = await afterErasure(text)
  for (const kind of typed)
    for (const path of kind.typedTexts ?? []) expect(textOf(kind, path), `${kind.kind} ${path}`).toBe(text)
})

/** Paths of the strings in documents of a schema whose field is called as what users type. */
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
const nameOfTyped = /^(text|note|message|reason|description|rewards|label|line|cancelReason)$/

/** Such fields whose texts the hub makes, of the game's names or of what is erased with it. */
const madeByHub: Readonly<Record<string, readonly string[]>> = {
  notifications: ['entries.*.message'],
  challenges: ['daily.challenges.*.description', 'weekly.challenges.*.description'],
  challengeDesk: ['pending.challenges.*.description'],
  challengeRuns: ['runs.*.challenge.description'],
  commandTest: ['results.*.line'],
  redemptions: ['entries.*.steps.*.text'],
}
/** Such fields that are emptied or removed with what they belong to, by the feature's own removal. */
const erasedByFeature: Readonly<Record<string, readonly string[]>> = {
  pushOutbox: ['waiting.*.message'],
  deliveries: ['entries.*.detail.reason', 'entries.*.detail.text'],
  deliveryPrivateFields: ['entries.*.detail.reason', 'entries.*.detail.text'],
  ownDeliveries: ['entries.*.detail.reason', 'entries.*.detail.text'],
  bans: ['bans.*.reason', 'bans.*.before.reason'],
  logFeed: ['lines.*.text'],
}
/** Such fields that are read again and again from a file of the game, which the hub does not write. */
const ofTheGame: Readonly<Record<string, readonly string[]>> = { gameBans: ['bans.*.reason'] }

test('[PV11] a document with a field called as what users type declares that texts in it may name others', () => {
  for (const { kind, schema, typedTexts = [] } of kinds.values()) {
    const others = [madeByHub, erasedByFeature, ofTheGame].flatMap((paths) => paths[kind] ?? [])
    for (const path of new Set(typedPaths(schema))) expect([...typedTexts, ...others], kind).toContain(path)
  }
})

test('[PV12] a path that leads to no text is refused when the hub starts', () => {
  const [search] = typed.filter(({ kind }) => kind === 'savedSearches')
  const wrong = { ...search, kind: 'wrongPath', typedTexts: ['searches.*.savedAt'] } as DocumentKind
  const feature: Feature = { name: 'wrong', documents: [wrong], commands: [], queries: [] }
  expect(() => register([feature])).toThrow('has no text at "searches.*.savedAt" of "typedTexts"')
})
