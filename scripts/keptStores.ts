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
import { repositoryRoot } from './repositoryRoot.ts'

/*
 * Makes the stores of this release that are kept for the tests of later ones: a data folder, the commands that make the same store in
 * Redis, and the documents that both must load. Run it once for each store format, when its names have settled:
 *
 *     node scripts/bootstrap.mjs keptStores
 */

const folder = join(repositoryRoot, 'server/storage/keptStores', `format-${STORE_FORMAT}`)
const ann = inSession(person('ann'))
const bob = inSession(person('bob'))
const owner = inSession(person('olga', 'owner'))

/** Runs a hub on a storage. @param close false leaves the last entries out of a checkpoint, as a crash does */
async function withHub(storage: Storage, close: boolean, work: (hub: Hub) => Promise<void>) {
  const clock = createTestClock()
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
  if (!answer.ok) throw new Error(`${name}: ${answer.code}: ${answer.message}`)
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
    endsAt: hub.now + 86_400_000,
  })
}

/** In the journal after the checkpoint. */
async function fillMore(hub: Hub) {
  await run(hub, bob, 'packs.create', { name: 'Night “Hunters” 🦖' })
  await run(hub, ann, 'packs.leave', {})
  await run(hub, bob, 'mapSettings.change', { mapOpacity: 0.7 })
}

async function make(open: () => Promise<Storage>) {
  await withHub(await open(), true, fill)
  await withHub(await open(), false, fillMore)
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
