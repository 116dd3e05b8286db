import { expect, test } from 'vitest'
import type { DocumentKind, Person, ReadDocument } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { eraseAgain } from '../../../shared/features/erasure/commands.ts'
import { eventSeats } from '../../../shared/features/events/events.ts'
import { wealthStanding } from '../../../shared/features/leaderboards/standings.ts'
import { createPack } from '../../../shared/features/packs/commands.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { createHub } from '../../engine/createHub.ts'
import type { Feature } from '../../engine/feature.ts'
import { register } from '../../engine/registry.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { freshId, person } from '../../testing/principals.ts'
import { sampleOf, seedDocument, seedingOf } from './testing/samples.ts'

const { kinds } = register(allFeatures)
const seeding: Feature = { name: 'seeding', documents: [], commands: [seedingOf(kinds)], queries: [] }

const ann: Person = { account: 'ann', players: ['76561198000000123'] }
const erasedWithUser = [...kinds.values()].filter(({ erased }) => erased === 'cleared' || erased === 'deleted')

function keysOf({ about }: DocumentKind, read: ReadDocument): readonly string[] {
  if (typeof about === 'function') return about(ann, read)
  return about === 'account' ? [ann.account] : about === 'player' ? ann.players : []
}

/** What rules look into beside its form. */
const flow = { voidPearls: 5, razorTalons: 6, sylvanShards: 7 }
const valid: Readonly<Record<string, object>> = {
  [account.kind]: { name: 'Ann', createdAt: 1, steamId: ann.players[0], demo: false },
  [wallet.kind]: { ...flow, holds: {}, flows: { 'faucet:staffGrant': flow } },
}

test('[ER18] after an erasure, and all that follows from it in the same change, every document that is cleared is as one that was never written', async () => {
  const faults: string[] = []
  const clock = createTestClock()
  const hub = await createHub({
    storage: createMemoryStorage().storage,
    features: [...allFeatures, seeding],
    clock,
    onFault: (what, error) => void faults.push(`${what}: ${error}`),
  })
  const put = ({ kind }: DocumentKind, key: string, value: object) =>
    hub.execute('test', seedDocument.name, { kind, key, value })
  await put(account, ann.account, valid[account.kind] ?? {})
  const founding = { id: freshId(clock.now()), name: createPack.name, input: { name: 'Hunters' } }
  expect(await hub.dispatch(person(ann.account), founding)).toMatchObject({ ok: true })
  // An event of which the samples say that Ann registered for it.
  await put(eventSeats, 'marked', { registered: 1 })
  const sampled = [...kinds.values()].filter((kind) => kind !== pack && kind !== membership)
  for (const kind of sampled)
    for (const key of keysOf(kind, hub.read))
      await put(kind, key, valid[kind.kind] ?? (sampleOf(kind.schema, 'of ann') as object))
  const documents = erasedWithUser.flatMap((kind) => keysOf(kind, hub.read).map((key) => ({ kind, key })))
  const blankOf = ({ schema }: DocumentKind) => schema.parse({})
  const written = documents.filter(
    ({ kind, key }) => JSON.stringify(hub.read(kind, key)) !== JSON.stringify(blankOf(kind)),
  )
  // Otherwise the test proves nothing.
  expect(written.length).toBeGreaterThan(30)
  expect(documents.map(({ kind }) => kind.kind)).toEqual(expect.arrayContaining(erasedWithUser.map(({ kind }) => kind)))
  await hub.execute('test', eraseAgain.name, { account: ann.account })
  for (const { kind, key } of documents) expect(hub.read(kind, key), kind.kind).toEqual(blankOf(kind))
  expect(hub.read(wallet, ann.account)).toEqual(blankOf(wallet))
  expect(hub.read(wealthStanding, ann.account).season).toBe(0)
  expect(faults).toEqual([])
})
