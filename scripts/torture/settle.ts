import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '../../server/engine/entry.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import type { RedisProcess } from '../../server/testing/redisProcess.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import type { Cluster } from './cluster.ts'
import type { Evidence, FinalCopies } from './evidence.ts'
import { entryIn } from './journalRecord.ts'
import { until } from './until.ts'
import type { Users } from './users.ts'

const answeredWithinMs = 60_000
const deliveredWithinMs = 60_000
const equalWithinMs = 30_000

const unansweredOf = ({ pages }: Users) => {
  const present = pages.filter((page) => !page.hasLeft())
  for (const page of present) if (!page.isLive()) page.wake()
  const away = present.filter((page) => !page.isLive() || !page.isIdle())
  return away.length === 0 ? null : `${away.map(({ name }) => name).join(', ')} not live or not answered`
}

const isOpen = ({ state }: Delivery) => state === 'queued' || state === 'sending'

async function openDeliveriesOf({ slots }: Cluster) {
  const copies = await slots[0]?.copies(['deliveries/main'])
  const { entries = {} } = (copies?.[0]?.[1].value ?? {}) as { entries?: Record<string, Delivery> }
  const open = Object.values(entries).filter(isOpen)
  return open.length === 0 ? null : `deliveries ${open.map(({ id, state }) => `${id} ${state}`).join(', ')}`
}

/** Null when all nodes have the same journal position and all pages show what the nodes hold. */
async function differences({ slots }: Cluster, { pages }: Users) {
  const states = await Promise.all(slots.map((slot) => slot.state()))
  const seqs = new Set(states.map(({ seq }) => seq))
  if (seqs.size > 1) return `nodes are at entries ${[...seqs].join(', ')}`
  for (const page of pages) {
    const { copies } = page.held()
    const kept = new Map(await slots[0]?.copies([...copies.keys()]))
    const other = [...copies].find(([id, { value }]) => !isDeepStrictEqual(kept.get(id)?.value, value))
    if (other)
      return `${page.name} shows ${other[0]} at version ${other[1].version}, and a node has ${kept.get(other[0])?.version}`
  }
  return null
}

/**
 * Waits until no command or delivery is open. Returns what never ended.
 * @param working resolves when all users have stopped
 * @param endHolds ends what users have paid and not got
 */
export async function waitUntilSettled(
  cluster: Cluster,
  users: Users,
  working: Promise<unknown>,
  endHolds: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  let haveStopped = false
  void working.then(() => {
    haveStopped = true
  })
  const unanswered = await until(
    answeredWithinMs,
    async () => unansweredOf(users) ?? (haveStopped ? null : 'users still send commands'),
  )
  if (unanswered.length > 0) return unanswered
  const held = await endHolds()
  const undelivered = await until(deliveredWithinMs, () => openDeliveriesOf(cluster))
  return [...held, ...undelivered, ...(await until(equalWithinMs, () => differences(cluster, users)))]
}

const maxEntries = 100_000
const maxTries = 60
const retryMs = 50

async function copiesOfAll({ slots }: Cluster, { pages }: Users): Promise<readonly FinalCopies[]> {
  const held = pages.map((page) => page.held())
  const ids = [...new Set<DocumentId>(held.flatMap(({ copies }) => [...copies.keys()]))]
  const nodes = await Promise.all(
    slots.map(async (slot) => ({ who: `node ${slot.number}`, copies: new Map(await slot.copies(ids)) })),
  )
  return [...nodes, ...held]
}

const seqOf = async ({ slots }: Cluster) => (await slots[0]?.state())?.seq ?? 0

/** Live documents change without commands, so a copy may differ while a change is on its way. */
const areEqual = (finalCopies: readonly FinalCopies[]) => {
  const first = new Map<DocumentId, number>()
  return finalCopies.every(({ copies }) =>
    [...copies].every(([id, { version }]) => {
      if (!first.has(id)) first.set(id, version)
      return first.get(id) === version
    }),
  )
}

/** The copies of all nodes and pages at a moment without writes. Such a moment comes soon, or the last try counts. */
async function copiesAtRest(cluster: Cluster, users: Users) {
  for (let tries = 1; ; tries += 1) {
    const restSeq = await seqOf(cluster)
    const finalCopies = await copiesOfAll(cluster, users)
    const isAtRest = (await seqOf(cluster)) === restSeq && areEqual(finalCopies)
    if (isAtRest || tries === maxTries) return { restSeq: cluster.redis ? restSeq : null, finalCopies }
    await sleep(retryMs)
  }
}

/**
 * The versions that users and nodes have seen and hold, and the requests that the game received. @param requestsBefore number of the
 * game's last request before the run
 */
export async function gather(
  cluster: Cluster,
  users: Users,
  requestsBefore: number,
): Promise<Omit<Evidence, 'entries'>> {
  const atRest = await copiesAtRest(cluster, users)
  return {
    ...atRest,
    commands: users.pages.flatMap((page) => page.commands()),
    repeats: users.pages.flatMap(({ repeats }) => repeats),
    shown: users.pages.flatMap((page) => page.shown),
    gameRequests: cluster.game.log
      .filter(({ number, isLoggedIn }) => number > requestsBefore && isLoggedIn)
      .map(({ command, argument }) => `${command} ${argument}`),
  }
}

/** The whole journal, read after all nodes have stopped. */
export async function journalOf({ redis, prefix, folder }: Cluster): Promise<Evidence['entries']> {
  if (redis) return redisJournal(redis, prefix())
  const storage = await openSqliteStorage({ folder: folder() })
  try {
    await storage.load()
    return await storage.tail(0, maxEntries)
  } finally {
    await storage.close()
  }
}

/** The journal in Redis, read without the hub: a stream of entries, each as JSON in field `e`. */
async function redisJournal(redis: RedisProcess, prefix: string): Promise<Entry[]> {
  const rows = (await redis.command('XRANGE', `{${prefix}}:journal`, '-', '+')) as [string, string[]][]
  return rows.map(entryIn)
}
