import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DocumentId, documentId } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { healMyself } from '../../../shared/features/deliveries/commands.ts'
import { ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { setFriendSettings } from '../../../shared/features/friends/commands.ts'
import { blockers } from '../../../shared/features/friends/friends.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { openListing } from '../../../shared/features/market/commands.ts'
import { feeOf } from '../../../shared/features/market/fee.ts'
import { listings } from '../../../shared/features/market/listing.ts'
import { createPack } from '../../../shared/features/packs/commands.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { saveSearch } from '../../../shared/features/searches/commands.ts'
import { savedSearches } from '../../../shared/features/searches/searches.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
import { tokens } from '../../../shared/features/tokens/tokens.ts'
import { register } from '../../engine/registry.ts'
import { progressOf } from '../../features/achievements/rules.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { createAttack } from './testing/attackReport.ts'
import { withTextInEachField } from './testing/sampleInput.ts'

// A player tries every command and query that players have, with the ids of another player's things in every field.
const registry = register(allFeatures)
const privateText = 'private thing of Ann'
const playersMay = ['look', 'play']
const steamIds = { ann: '76561198000777001', ben: '76561198000777002', olga: '76561198000777003' }
let app: TestApp
let ids: Readonly<Record<string, string>>

beforeEach(async () => {
  // Once the hub had read that Ann is not in the game, it would refuse her order.
  app = await openTestApp({ commandsPerSecond: 100_000, idlePositionsEveryMs: 0, ownerSteamIds: [steamIds.olga] })
  ids = await thingsOf(await app.visitAs({ account: 'ann', name: 'Ann', steamId: steamIds.ann }))
})
afterEach(() => app.close())

const hub = () => app.hub().hub
const firstKey = (record: object) => Object.keys(record)[0] ?? ''

/** Gives Ann one of everything that has an id. */
async function thingsOf(ann: TestClient) {
  const asked = { label: privateText, permissions: ['look', 'play'], endsAt: Date.now() + 3_600_000 }
  await ann.post('/auth/tokens', asked)
  await ann.command(createPack.name, { name: privateText })
  await ann.command(healMyself.name, { server: mainServer })
  const olga = await app.visitAs({ account: 'olga', name: 'Olga', steamId: steamIds.olga })
  await olga.command(addCurrency.name, { target: 'ann', amount: 10_000 })
  const market = { ...hub().read(economySettings).market, resaleLockHours: 0 }
  await olga.command(changeEconomySettings.name, { market })
  for (let times = 0; times < 2; times += 1) await ann.command(buyDinosaur.name, { item: 'hypsilophodon', price: 500 })
  const id = Object.keys(hub().read(inventory, 'ann').dinosaurs)[1]
  await ann.command(openListing.name, { item: { kind: 'dinosaur', id }, price: 100, fee: feeOf(market, 100) })
  // A user who takes requests would get one.
  await ann.command(setFriendSettings.name, { takesRequests: false })
  await ann.command(saveSearch.name, { list: 'inventory', name: privateText, text: privateText })
  return {
    account: 'ann',
    player: steamIds.ann,
    token: firstKey(hub().read(tokens, 'ann').tokens),
    session: firstKey(hub().read(ownSessions, 'ann').open),
    delivery: firstKey(hub().read(ownDeliveries, 'ann').entries),
    pack: hub().read(membership, 'ann').pack ?? '',
    dinosaur: firstKey(hub().read(inventory, 'ann').dinosaurs),
    search: firstKey(hub().read(savedSearches, 'ann').searches),
    listing: firstKey(hub().read(listings, 'ann').open),
  }
}

/** All documents about Ann, as text. */
const documentsOfAnn = () =>
  [...registry.kinds.values()].flatMap((kind) => {
    const keys: DocumentId[] = ['ann', steamIds.ann, ids.pack ?? ''].map((key) => documentId(kind, key))
    // What the game reports changes by itself. A block is the blocker's own, and `blockers` finds it.
    return kind.memory === 'live' || kind.kind === blockers.kind
      ? []
      : keys.map((id) => `${id} ${JSON.stringify(hub().copy(id)?.value)}`)
  })
const settled = async () => {
  const isOpen = () =>
    Object.values(hub().read(ownDeliveries, 'ann').entries).some(({ settledAt }) => settledAt === null)
  // Achievements are paid within seconds of what earned them.
  const isEarning = () => progressOf(hub().read, 'ann', Date.now()).length > 0
  while (isOpen() || isEarning()) await new Promise((resolve) => setTimeout(resolve, 50))
}

test('[MP11] no command of a player changes anything of another player, whatever ids it names', async () => {
  const attack = createAttack('commands with the ids of another player')
  expect(
    Object.values(ids).every((id) => id !== ''),
    JSON.stringify(ids),
  ).toBe(true)
  await settled()
  const before = documentsOfAnn()
  for (const { command } of registry.commands.values()) {
    if (!playersMay.includes(command.permission)) continue
    // A new one for each: some commands end the session.
    const ben = await app.visitAs({ account: 'ben', name: 'Ben', steamId: steamIds.ben })
    for (const [what, id] of Object.entries(ids))
      for (const { path, input } of withTextInEachField(command.input, id, { server: mainServer })) {
        await ben.command(command.name, input)
        const changed = documentsOfAnn().filter((one, at) => one !== before[at])
        attack.attempt(changed.length > 0, () => `${command.name} with the ${what} as ${path}: ${changed}`)
      }
    ben.leave()
  }
  expect(hub().read(pack, ids.pack ?? '').leader).toBe('ann')
  expect(attack.done()).toEqual([])
})

test('[MP12] no query and no route of a player answers with a private thing of another player, whatever ids it names', async () => {
  const attack = createAttack('queries with the ids of another player')
  const ben = await app.visitAs({ account: 'ben', name: 'Ben', steamId: steamIds.ben })
  const secrets = [privateText, ids.token ?? '', ids.session ?? '', ids.delivery ?? '']
  const holds = (text: string, id: string) => secrets.some((secret) => secret !== id && text.includes(secret))
  for (const { query } of registry.queries.values()) {
    if (!playersMay.includes(query.permission)) continue
    for (const [what, id] of Object.entries(ids))
      for (const { path, input } of withTextInEachField(query.input, id, { server: mainServer })) {
        const text = JSON.stringify(await ben.query(query.name, input))
        attack.attempt(holds(text, id), () => `${query.name} with the ${what} as ${path}: ${text}`)
      }
  }
  for (const { url, method } of app.hub().app.served)
    for (const [what, id] of Object.entries(ids)) {
      if (method !== 'GET' || !url.includes(':')) continue
      const text = await (await ben.get(url.replace(/:\w+/g, id))).text()
      attack.attempt(holds(text, id), () => `${url} with the ${what}: ${text}`)
    }
  for (const id of Object.values(ids)) {
    const { status, body } = await ben.post('/api/automation/execute-command', { command: id })
    attack.attempt(status !== 404, () => `follow ${id}: ${JSON.stringify(body)}`)
  }
  expect(attack.done()).toEqual([])
})
