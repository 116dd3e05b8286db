import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { gameChat } from '../../shared/features/gameLog/archives.ts'
import { createPrincipalFromProof } from '../auth/principalOf.ts'
import { makeSharedSecret, sharedSecret } from '../auth/signIn/secret.ts'
import { createClusterNode } from '../cluster/clusterNode.ts'
import { createLoneNode } from '../cluster/loneNode.ts'
import type { Node } from '../cluster/node.ts'
import { ConfigError } from '../config/configError.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import { createHub } from '../engine/createHub.ts'
import type { Feature } from '../engine/feature.ts'
import type { Hub, HubState } from '../engine/hub.ts'
import { makeFolder } from '../engine/makeFolder.ts'
import type { QueryCalls } from '../engine/query.ts'
import {
  DamagedStore,
  type Hold,
  type LoadCheck,
  type SharedStorage,
  type Storage,
  StoreInUse,
} from '../engine/storage.ts'
import { followDinosaurs } from '../features/inventory/conservation.ts'
import { followLists, type Lists } from '../features/leaderboards/lists.ts'
import { followMoney, type MoneyTotals } from '../features/ledger/conservation.ts'
import { followUsers, type UserTable } from '../features/users/table.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { measureSharedStorage, measureStorage } from '../observability/storageMetrics.ts'
import type { Telemetry } from '../observability/telemetry.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite.ts'
import { tightenDataDir } from '../storage/tightenDataDir.ts'

interface OpenNodeDeps {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly telemetry: Telemetry
  readonly clock: Clock
  readonly features: readonly Feature[]
  readonly queryCalls: QueryCalls
  readonly onFault: (what: string, error: unknown) => void
  /** Replaces the configured store. */
  readonly openShared?: (() => Promise<SharedStorage>) | undefined
}

/** A node and what depends on whether its store is shared. */
interface OpenNode {
  readonly node: Node
  /** Epoch ms of the last journal entry before this node began to lead; null if there was none. */
  lastEntryAt(): number | null
  /** Holds the store for a process that makes a backup of it. */
  hold(): Promise<Hold>
  /** Signs sign-in attempts on all nodes alike; null: a secret of this installation does. */
  readonly sharedSignInSecret: (() => Buffer) | null
  /** Called at the start of each term, before the workers. */
  prepareTerm(hub: Hub): Promise<void>
}

/** Opens the store and this process as a node of the hub. @throws ConfigError, DamagedStore, StoreInUse */
export async function openNode(
  deps: OpenNodeDeps,
): Promise<OpenNode & { readonly money: MoneyTotals; readonly lists: Lists; readonly users: UserTable }> {
  const { config, metrics, onFault } = deps
  makeDataDir(config.dataDir)
  const opened = await openOnStore(deps)
  // Not before: a store that is refused is not touched.
  tightenDataDir(config.dataDir)
  const money = followMoney(opened.node.hub, onFault)
  metrics.money(money.totals)
  metrics.dinosaurs(followDinosaurs(opened.node.hub, onFault).totals)
  const { hub, clock } = opened.node
  const lists = followLists(hub, clock, config.demo)
  return { ...opened, money, lists, users: followUsers(hub, clock) }
}

async function openOnStore(deps: OpenNodeDeps): Promise<OpenNode> {
  const { config, openShared } = deps
  if (openShared) return openClusterNode(deps, await openShared())
  return config.redis ? openClusterNode(deps, await openRedis(deps, config.redis)) : openLoneNode(deps)
}

/** The journal is in the data folder. */
async function openLoneNode(deps: OpenNodeDeps): Promise<OpenNode> {
  const { config, log, metrics, clock } = deps
  const isNew = !existsSync(journalIn(config.dataDir))
  const { storage, lastEntryAt } = notingLastEntry(
    await openSqliteStorage({ folder: config.dataDir }),
    warnOfClock(deps),
  )
  const hub = await createHub({ ...hubOptionsOf(deps), storage: measureStorage(storage, metrics.journal) })
  log.info({ epoch: hub.epoch }, hub.durability)
  const onRedisUntil = config.demo ? null : leftRedisAt(config.dataDir)
  if (onRedisUntil !== null && (isNew || (lastEntryAt() ?? onRedisUntil) < onRedisUntil))
    log.warn(
      `REDIS_URL is not set, but until ${new Date(onRedisUntil).toISOString()} this hub kept its data in Redis, and what is in ${config.dataDir} is older. If that is a mistake, set REDIS_URL and start the hub again. If not, remove ${redisMarkIn(config.dataDir)}.`,
    )
  return {
    node: createLoneNode(hub, clock),
    lastEntryAt,
    hold: holdOf(storage),
    sharedSignInSecret: null,
    async prepareTerm() {},
  }
}

const journalIn = (dataDir: string) => join(dataDir, 'journal.db')
/** A node with Redis keeps there what it knows of that store. */
const redisMarkIn = (dataDir: string) => join(dataDir, 'redis.mark')
const RedisMark = z.object({ at: z.number() })

/** When this node last saw an entry in Redis, epoch ms; null where it never did, or where that cannot be read. */
function leftRedisAt(dataDir: string): number | null {
  try {
    return RedisMark.parse(JSON.parse(readFileSync(redisMarkIn(dataDir), 'utf8'))).at
  } catch {
    return null
  }
}

/** The journal is in a store which other nodes share. */
async function openClusterNode(deps: OpenNodeDeps, shared: SharedStorage): Promise<OpenNode> {
  const { config, log, metrics, clock } = deps
  const { storage, lastEntryAt } = notingLastEntry(shared, warnOfClock(deps))
  const node = await createClusterNode({
    ...hubOptionsOf(deps),
    storage: measureSharedStorage(storage, metrics.journal, metrics.tail),
    principalFromProof: createPrincipalFromProof({ clock, demo: config.demo, ownerSteamIds: config.ownerSteamIds }),
    onClockApart: (why) => log.warn(why),
  }).catch(async (error: unknown) => {
    await shared.close()
    throw error
  })
  node.onRole((role, term) => log.info({ role, epoch: term?.epoch ?? node.hub.epoch }, `this node is ${role} now`))
  log.info({ node: node.name }, node.hub.durability)
  return {
    node,
    lastEntryAt,
    hold: holdOf(storage),
    sharedSignInSecret: sharedSecret(node.hub),
    prepareTerm: makeSharedSecret,
  }
}

const holdOf = (storage: Storage) => async (): Promise<Hold> => {
  if (!storage.hold) throw new Error('This store cannot be backed up while the hub runs.')
  return storage.hold()
}

const hubOptionsOf = ({ config, features, clock, onFault, queryCalls, telemetry, log, metrics }: OpenNodeDeps) => ({
  features,
  queryCalls,
  clock,
  onFault,
  keptDays: { [gameChat.kind]: config.gameLog.chatKeptDays },
  onCommand: telemetry.command,
  onCall: telemetry.call,
  onState: ({ name, why }: HubState) =>
    log[name === 'serving' ? 'info' : 'error'](`journal: ${name}${why ? ` (${why})` : ''}`),
  onWritten: metrics.journal.written,
})

/** Errors of Redis are for the owner to fix, so they become ConfigErrors. @throws ConfigError, DamagedStore, StoreInUse */
async function openRedis({ config, log }: OpenNodeDeps, { url, prefix }: NonNullable<Config['redis']>) {
  const identityFile = redisMarkIn(config.dataDir)
  // A hub without Redis does without the library's 500 modules.
  const { openRedisStorage } = await import('../storage/redis/redis.ts')
  try {
    const onEmpty = () => refuseToForget(config, identityFile)
    return await openRedisStorage({ url, prefix, node: newNodeName(), log, identityFile, onEmpty })
  } catch (error) {
    if (error instanceof DamagedStore || error instanceof StoreInUse) throw error
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/**
 * A hub that moves from its folder to Redis and leaves its data behind would begin without them; a demo may. Once it has been on Redis, the mark
 * of that store says what is missing.
 */
function refuseToForget({ dataDir, demo }: Pick<Config, 'dataDir' | 'demo'>, identityFile: string) {
  if (demo || existsSync(identityFile) || !existsSync(journalIn(dataDir))) return
  throw new ConfigError(
    `REDIS_URL is set and there is no data in that Redis yet, but ${dataDir} holds a journal, which would be left behind. To move it there, run npm run export -- FILE without REDIS_URL, and then npm run import -- FILE with it. To begin without it, move journal.db out of that folder.`,
  )
}

/** The host name helps the owner to recognize a node; the rest is new with each start. */
const newNodeName = () =>
  `${hostname()
    .replaceAll(/[^\w.-]/g, '')
    .slice(0, 20)}-${randomBytes(3).toString('hex')}`

/** As much as the clocks of the nodes of a hub may differ without a word. */
const clockMayBeBehindMs = 5 * 60_000

/** A machine whose clock is not set yet, as some are after a power cut, would judge bans and days by it. */
const warnOfClock =
  ({ clock, log }: Pick<OpenNodeDeps, 'clock' | 'log'>) =>
  (lastEntryAt: number) => {
    const now = clock.now()
    if (lastEntryAt - now <= clockMayBeBehindMs) return
    const [own, last] = [now, lastEntryAt].map((at) => new Date(at).toISOString())
    log.warn(
      `The clock of this machine says ${own}, but the journal's latest entry was written at ${last}. Check the clock: bans, sessions, events and daily limits go by it.`,
    )
  }

/** Notes the time of the last journal entry when the store is loaded. @param noted receives that time, epoch ms */
export function notingLastEntry<S extends Storage>(storage: S, noted: (at: number) => void = () => {}) {
  let at: number | null = null
  const load = async (check?: LoadCheck) => {
    const loaded = await storage.load(check)
    const last = loaded.lastSeq > 0 ? await storage.tail(loaded.lastSeq - 1, 1) : []
    at = last[0]?.at ?? null
    if (at !== null) noted(at)
    return loaded
  }
  return {
    // An object over the store, not a copy: some of its properties change.
    storage: Object.assign(Object.create(storage) as S, { load }),
    /** Epoch ms; null if there was no entry. */
    lastEntryAt: () => at,
  }
}

/** Makes the data folder. @throws ConfigError which names the level that fails */
export function makeDataDir(path: string) {
  const refuse = (why: string): never => {
    throw new ConfigError(`DATA_DIR holds "${path}"; ${why}. Set DATA_DIR to a folder that the hub may write in.`)
  }
  try {
    makeFolder(path)
  } catch (error) {
    const { code, path: level } = error as NodeJS.ErrnoException
    refuse(code === 'EEXIST' ? `${level} is not a folder` : `${level} cannot be made there (${code})`)
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    refuse('the hub may not read and write it')
  }
}
