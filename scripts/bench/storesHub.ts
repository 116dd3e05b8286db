// The ways of answering commands that `stores` compares, each in a process of its own: code that is compiled for one store is faster than
// code that was compiled for several, and a hub has one. The least of them runs this file as its thread, too.
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread, parentPort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads'
import { entriesOfGroup } from '../../server/engine/commitQueue.ts'
import type { Entry } from '../../server/engine/entry.ts'
import { openRedisStorage } from '../../server/storage/redis/redis.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { createMemoryStorage } from '../../server/testing/memoryStorage.ts'
import { freshId } from '../../server/testing/principals.ts'
import { startRedis } from '../../server/testing/redisProcess.ts'
import { answerParent } from './childProcess.ts'
import { benchFolder, giveFor, openJournalHub } from './journalHub.ts'
import { percentile } from './measure.ts'

const players = 300
const entriesOfSample = 8_192

interface Measured {
  readonly aSecond: number
  /** How long an answer took, ms. */
  readonly p99: number
}
interface Open {
  /** @param inFlight commands, or entries, that wait for their answer at any time @param ms how long it measures */
  measure(inFlight: number, ms: number): Promise<Measured>
  close(): Promise<unknown>
}

/** A hub: its rules, and the store below. */
function measured({ hub, close }: Awaited<ReturnType<typeof openJournalHub>>, remove: () => unknown = () => {}): Open {
  return {
    async measure(inFlight, ms) {
      const { taken, aSecond } = await giveFor(hub, players, { inFlight, ms })
      return { aSecond, p99: percentile(taken, 0.99) }
    },
    close: () => close().then(remove),
  }
}

async function openEmbedded() {
  const { folder, remove } = benchFolder('embedded')
  return measured(await openJournalHub(players, () => openSqliteStorage({ folder })), remove)
}

/** A Redis on the same disk with the documented setting `appendfsync always`. */
async function openOnRedis() {
  const { folder, remove } = benchFolder('redis')
  const redis = await startRedis({ config: { dir: folder } })
  let opened = 0
  const hub = await openJournalHub(players, () => {
    opened += 1
    return openRedisStorage({ url: redis.url, node: `bench-${opened}` })
  })
  return measured(hub, () => redis.remove().then(remove))
}

/** The rules alone: a store that keeps no entry and answers at once. @param take is shown what would be written */
async function openUnkept(take: (entries: readonly Entry[]) => void = () => {}) {
  const { storage } = createMemoryStorage()
  const unkept = Object.assign(storage, { append: async (entries: readonly Entry[]) => take(entries) })
  return openJournalHub(players, async () => unkept)
}

/** Entries that such commands made. */
async function sampleEntries() {
  const entries: Entry[] = []
  const { hub, close } = await openUnkept((some) => void entries.push(...some))
  while (entries.length < entriesOfSample) await giveFor(hub, players, { inFlight: entriesOfGroup, ms: 100 })
  await close()
  return entries.slice(0, entriesOfSample)
}

/** Appends groups of entries, some at a time, for `ms`. @param append ends when its group is durable */
async function appendFor(append: () => Promise<unknown>, inFlight: number, ms: number): Promise<Measured> {
  const startedAt = performance.now()
  const taken: number[] = []
  const appendOn = async () => {
    while (performance.now() - startedAt < ms) {
      const sentAt = performance.now()
      await append()
      taken.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.round(inFlight / entriesOfGroup)) }, appendOn))
  const entries = taken.length * entriesOfGroup
  return { aSecond: entries / ((performance.now() - startedAt) / 1_000), p99: percentile(taken, 0.99) }
}

/** The embedded store alone, with entries that such commands made. */
async function openStoreAlone(): Promise<Open> {
  const sample = await sampleEntries()
  const { folder, remove } = benchFolder('store-alone')
  const storage = await openSqliteStorage({ folder })
  const { epoch } = await storage.load()
  let seq = 0
  const nextEntry = (): Entry => {
    seq += 1
    const entry = sample[seq % sample.length]
    if (!entry) throw new Error('The bench has no sample of entries.')
    return { ...entry, seq, epoch, commandId: freshId(Date.now()) }
  }
  return {
    measure: (inFlight, ms) =>
      appendFor(() => storage.append(Array.from({ length: entriesOfGroup }, nextEntry)), inFlight, ms),
    close: () => storage.close().then(remove),
  }
}

/** What the thread of the least is sent: each entry's id, its JSON, and that of its row in an archive. */
type LeastGroup = readonly (readonly [id: string, json: string, row: string])[]

/**
 * The least that a durable command can take: its JSON and one row of an archive are written by a thread, in groups with one sync each, and its id
 * is indexed, so that it can be answered once. There are no rules, schemas, permissions, documents or copies of answers.
 */
async function openLeast(): Promise<Open> {
  const sample = await sampleEntries()
  const { folder, remove } = benchFolder('least')
  const thread = new Worker(new URL(import.meta.url), { workerData: folder })
  await once(thread, 'message')
  const waiting: (() => void)[] = []
  thread.on('message', () => waiting.shift()?.())
  let made = 0
  const nextOne = (): LeastGroup[number] => {
    made += 1
    const entry = sample[made % sample.length]
    const id = freshId(Date.now())
    return [id, JSON.stringify({ ...entry, commandId: id }), JSON.stringify(entry?.archive[0]?.row ?? null)]
  }
  const append = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      thread.postMessage(Array.from({ length: entriesOfGroup }, nextOne) satisfies LeastGroup)
    })
  return {
    measure: (inFlight, ms) => appendFor(append, inFlight, ms),
    close: () => thread.terminate().then(remove),
  }
}

/** As the hub's journal: the log is copied once it has so many pages, behind the answer. */
const framesCopiedAtOnce = 125

/** The thread of the least: groups that have arrived together share a transaction. */
function writeGroups(folder: string) {
  const database = new DatabaseSync(join(folder, 'least.db'))
  database.exec('PRAGMA journal_mode=WAL; PRAGMA locking_mode=EXCLUSIVE; PRAGMA synchronous=FULL')
  database.exec('PRAGMA wal_autocheckpoint=0')
  database.exec('CREATE TABLE journal(seq INTEGER PRIMARY KEY, id TEXT NOT NULL, json TEXT NOT NULL) STRICT')
  database.exec(
    'CREATE INDEX ids ON journal(id); CREATE TABLE archive(at INTEGER PRIMARY KEY, row TEXT NOT NULL) STRICT',
  )
  const insertEntry = database.prepare('INSERT INTO journal(id, json) VALUES(?, ?)')
  const insertRow = database.prepare('INSERT INTO archive(row) VALUES(?)')
  const look = database.prepare('PRAGMA wal_checkpoint(NOOP)')
  parentPort?.on('message', (first: LeastGroup) => {
    const groups = [first, ...arrived()]
    database.exec('BEGIN')
    for (const [id, json, row] of groups.flat()) {
      insertEntry.run(id, json)
      insertRow.run(row)
    }
    database.exec('COMMIT')
    for (const _ of groups) parentPort?.postMessage(null)
    const row = look.get()
    if (Number(row?.log) - Number(row?.checkpointed) >= framesCopiedAtOnce)
      database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  })
  parentPort?.postMessage(null)
}

function arrived(): LeastGroup[] {
  const groups: LeastGroup[] = []
  const receive = () => parentPort && receiveMessageOnPort(parentPort)
  for (let next = receive(); next; next = receive()) groups.push(next.message)
  return groups
}

const ways = {
  embedded: openEmbedded,
  redis: openOnRedis,
  rules: () => openUnkept().then((hub) => measured(hub)),
  store: openStoreAlone,
  least: openLeast,
} satisfies Record<string, () => Promise<Open>>
export type Way = keyof typeof ways

let open: Open | null = null
const opened = () => {
  if (!open) throw new Error('Nothing is open in this process of the bench.')
  return open
}
const answers = {
  async open(way: Way) {
    open = await ways[way]()
  },
  measure: (inFlight: number, ms: number) => opened().measure(inFlight, ms),
  close: async () => void (await opened().close()),
}
export type StoresAnswers = typeof answers

if (isMainThread) answerParent(answers)
else writeGroups(workerData as string)
