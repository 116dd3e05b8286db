import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createHub } from '../server/engine/createHub.ts'
import type { Storage } from '../server/engine/storage.ts'
import { STORE_FORMAT } from '../server/storage/migrations.ts'
import { openRedisStorage } from '../server/storage/redis/redis.ts'
import { dumpCommands } from '../server/storage/redis/testing/redisCommands.ts'
import { openSqliteStorage } from '../server/storage/sqlite/sqlite.ts'
import { ensureAccount } from '../server/testing/accounts.ts'
import { allFeatures } from '../server/testing/allFeatures.ts'
import { createTestClock } from '../server/testing/clock.ts'
import { freshId, inSession, person } from '../server/testing/principals.ts'
import { startRedis } from '../server/testing/redisProcess.ts'
import { replayedDocuments } from '../server/testing/replayedDocuments.ts'
import { inventory } from '../shared/features/inventory/inventory.ts'
import { repositoryRoot } from './repositoryRoot.ts'

/*
 * Makes the stores of this release that are kept for the tests of later ones: a data folder, the commands that make the same store in
 * Redis, and the documents that both must load. Run it once for each store format, when its names have settled:
 *
 *     node scripts/bootstrap.mjs keptStores
 *
 * Features are added within a format. With a name it makes such stores beside those of the format: format-3-economy has what came with
 * the economy, as the release of 24 November 2026 wrote it.
 */

const [name = `format-${STORE_FORMAT}`] = process.argv.slice(2)
const folder = join(repositoryRoot, 'server/storage/keptStores', name)
const hourMs = 3_600_000
const ann = inSession(person('ann'))
const bob = inSession(person('bob'))
const owner = inSession(person('olga', 'owner'))

interface Life {
  readonly storage: Storage
  readonly clock: ReturnType<typeof createTestClock>
  /** False leaves the last entries out of a checkpoint, as a crash does. */
  readonly close: boolean
}

/** Runs a hub on a storage. */
async function withHub({ storage, clock, close }: Life, work: (hub: Hub) => Promise<void>) {
  const hub = await createHub({
    storage,
    features: allFeatures,
    clock,
    onFault(what, error) {
      throw new Error(what, { cause: error })
    },
  })
  await work({ ...hub, now: clock.now() })
  await hub.settled()
  if (close) return hub.close()
  hub.abandon()
  await storage.close()
}
type Hub = Awaited<ReturnType<typeof createHub>> & { readonly now: number }

const run = async (hub: Hub, principal: typeof ann, name: string, input: unknown) => {
  const answer = await hub.dispatch(principal, { id: freshId(hub.now), name, input })
  if (!answer.ok) throw new Error(`${name}: ${answer.code}: ${answer.message} ${answer.problems ?? ''}`)
  return answer.output as Readonly<Record<string, string>>
}

/** In the checkpoint. */
async function fill(hub: Hub) {
  for (const account of ['ann', 'bob', 'olga', 'erased']) await ensureAccount(hub, hub.now, { account })
  await run(hub, ann, 'packs.create', { name: 'The Herd' })
  await run(hub, owner, 'roles.setRole', { account: 'bob', role: 'admin' })
  await run(hub, ann, 'mapSettings.change', { mapOpacity: 0.5 })
  await run(hub, owner, 'deliveries.broadcast', { server: 'main', text: 'The hub restarts at noon.' })
  await run(hub, ann, 'tokens.make', {
    hash: 'a'.repeat(64),
    label: 'A script',
    permissions: ['play'],
    endsAt: hub.now + 24 * hourMs,
  })
  await pay(hub)
  await plan(hub)
}

const design = { species: 'Triceratops', skin: 'skin-albino', colours: null }

/** What a user has and knows. */
async function pay(hub: Hub) {
  await run(hub, owner, 'economy.changeSettings', { trades: { fromHours: 0, perHour: 0, hoursPerDinosaur: 0 } })
  for (const account of ['ann', 'bob'])
    for (const currency of ['voidPearls', 'razorTalons', 'sylvanShards'])
      await run(hub, owner, 'ledger.addCurrency', { target: account, currency, amount: 50_000, reason: 'A start' })
  await run(hub, ann, 'economy.visit', {})
  const { entry } = await run(hub, ann, 'shop.buy', { item: 'triceratops', price: 9_000 })
  await run(hub, ann, 'inventory.rename', { dinosaur: entry, name: 'Tri “the” 🦕' })
  await run(hub, ann, 'shop.buy', { item: 'utahraptor', price: 3_800 })
  await run(hub, ann, 'skins.buy', { design, price: 500 })
  await run(hub, ann, 'skins.savePreset', { name: 'White', design })
  await run(hub, ann, 'gifts.send', { to: 'bob', gift: { kind: 'currency', currency: 'razorTalons', amount: 10 } })
  await run(hub, ann, 'friends.request', { to: 'bob' })
  await run(hub, bob, 'friends.accept', { from: 'ann' })
  await run(hub, bob, 'friends.block', { player: 'erased' })
  await run(hub, bob, 'market.watchSpecies', { species: 'Triceratops' })
  await run(hub, ann, 'searches.save', { list: 'inventory', name: 'Mine', text: 'tri' })
  await run(hub, ann, 'notifications.setQuietHours', { isOn: true, from: 1_320, to: 420, zone: 'Europe/Berlin' })
}

/** What staff keep and plan. */
async function plan(hub: Hub) {
  const reward = { currency: 'razorTalons', amount: 5 }
  const fields = { type: 'Moonlight Hunt', title: 'Hunt', capacity: 1, reward, durationMs: hourMs }
  const when = { wall: new Date(hub.now + 48 * hourMs).toISOString().slice(0, 16) }
  const { event } = await run(hub, owner, 'events.schedule', { fields, zone: 'Europe/Berlin', when })
  for (const user of [ann, bob]) await run(hub, user, 'events.register', { event })
  const picnic = { title: 'Picnic', description: 'Bring food', startTime: hub.now + 30 * hourMs, duration: hourMs }
  await run(hub, owner, 'events.createCommunity', picnic)
  const currencies = { voidPearls: 5, razorTalons: 0, sylvanShards: 0 }
  const campaign = { name: 'Weekly', schedule: 'weekly', targetType: 'all', patreonTier: 'None', currencies }
  await run(hub, owner, 'campaigns.create', campaign)
  await run(hub, owner, 'settings.changeText', { text: 'communityName', to: 'The Island', seen: null })
  await run(hub, owner, 'information.change', { tab: 'server', text: '# Rules\n* Be kind', version: 0 })
  await run(hub, owner, 'patrons.setTier', { account: 'bob', tier: 'Gold', reason: 'Thanks' })
  const ban = { server: 'main', target: '76561198000000099', reason: 'A test', durationMs: 100 * hourMs }
  await run(hub, owner, 'deliveries.banPlayer', ban)
  await run(hub, owner, 'staffNotes.write', { player: 'ann', text: 'Kind' })
  const donation = { amount: 500, currency: 'EUR', transaction: 'T-1', account: 'ann', donor: 'Ann' }
  await run(hub, owner, 'donations.record', donation)
  const daily = { every: 'daily', time: '04:00', zone: 'Europe/Berlin' }
  await run(hub, owner, 'serverControl.scheduleRestarts', { schedule: daily })
  await run(hub, owner, 'leaderboards.setMonthlySeasons', { isMonthly: true })
  await run(hub, owner, 'catalogue.changeItems', { changes: { triceratops: { price: 8_999 } } })
}

/** In the journal after the checkpoint. */
async function fillMore(hub: Hub) {
  await run(hub, bob, 'packs.create', { name: 'Night “Hunters” 🦖' })
  await run(hub, ann, 'packs.leave', {})
  await run(hub, bob, 'mapSettings.change', { mapOpacity: 0.7 })
  // What was bought can be sold on after a day.
  const [dinosaur] = Object.values(hub.read(inventory, 'ann').dinosaurs).filter(
    ({ species }) => species === 'Triceratops',
  )
  const item = { kind: 'dinosaur', id: dinosaur?.id }
  const { listing } = await run(hub, ann, 'market.openListing', { item, price: 1_000, fee: 50 })
  await run(hub, bob, 'market.buyListing', { seller: 'ann', listing, price: 1_000 })
}

async function make(open: () => Promise<Storage>) {
  const clock = createTestClock()
  await withHub({ storage: await open(), clock, close: true }, fill)
  clock.pass(25 * hourMs)
  await withHub({ storage: await open(), clock, close: false }, fillMore)
}

async function makeDataFolder() {
  const made = mkdtempSync(join(tmpdir(), 'waterhole-kept-'))
  await make(() => openSqliteStorage({ folder: made }))
  // The log is merged into the database, and unused pages are removed.
  const database = new DatabaseSync(join(made, 'journal.db'))
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  for (const name of ['journal.db', 'journal.mark']) copyFileSync(join(made, name), join(folder, name))
  const storage = await openSqliteStorage({ folder: made })
  const documents = await replayedDocuments(storage)
  await storage.close()
  rmSync(made, { recursive: true })
  return documents
}

async function makeRedisCommands() {
  const redis = await startRedis()
  try {
    let node = 0
    const open = async () => {
      node += 1
      return openRedisStorage({ url: redis.url, node: `kept${node}` })
    }
    await make(open)
    const commands = await dumpCommands(redis)
    writeFileSync(join(folder, 'redis.jsonl'), commands.map((args) => `${JSON.stringify(args)}\n`).join(''))
    const storage = await open()
    const documents = await replayedDocuments(storage)
    await storage.close()
    return documents
  } finally {
    await redis.remove()
  }
}

mkdirSync(folder, { recursive: true })
const documents = { sqlite: await makeDataFolder(), redis: await makeRedisCommands() }
writeFileSync(join(folder, 'documents.json'), `${JSON.stringify(documents, null, 1)}\n`)
process.stdout.write(`Kept in ${folder}: ${documents.sqlite.length} documents.\n`)
