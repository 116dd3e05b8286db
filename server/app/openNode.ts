import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createPrincipalFromProof } from '../auth/principalOf.ts'
import { createNode } from '../cluster/createNode.ts'
import type { Node } from '../cluster/node.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import { createHub } from '../engine/createHub.ts'
import type { Feature } from '../engine/feature.ts'
import type { HubState } from '../engine/hub.ts'
import { DamagedStore, type SharedStorage, StoreInUse } from '../engine/storage.ts'
import type { Log } from '../observability/log.ts'
import { meteredSharedStorage, meteredStorage } from '../observability/metrics/meteredStorage.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Telling } from '../observability/telemetry.ts'
import { openRedisStorage } from '../storage/redis.ts'
import { openSqliteStorage } from '../storage/sqlite.ts'
import { notingLastEntry } from './lastEntryAt.ts'
import { createLoneNode } from './loneNode.ts'
import { makeDataDir } from './makeDataDir.ts'
import type { Fault } from './workers.ts'

export interface NodeParts {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly telling: Telling
  readonly clock: Clock
  readonly features: readonly Feature[]
  readonly onFault: Fault
  /** In place of what is configured. */
  readonly openShared?: (() => Promise<SharedStorage>) | undefined
}

export interface OpenNode {
  readonly node: Node
  /** There are no others, nor can there be. */
  readonly isAlone: boolean
  /** Epoch ms of the last thing that was written down before this node began to decide. */
  lastEntryAt(): number | null
}

/** This process as a node of the hub. @throws ConfigError, DamagedStore, StoreInUse */
export async function openNode(parts: NodeParts): Promise<OpenNode> {
  const { config, openShared } = parts
  makeDataDir(config.dataDir)
  if (openShared) return openAmongOthers(parts, await openShared())
  return config.redis ? openAmongOthers(parts, await openRedis(parts, config.redis)) : openAlone(parts)
}

/** With the journal in the data folder. */
async function openAlone({ config, log, metrics, telling, clock, features, onFault }: NodeParts): Promise<OpenNode> {
  const { storage, lastEntryAt } = notingLastEntry(await openSqliteStorage({ folder: config.dataDir }))
  const metered = meteredStorage(storage, metrics.journal)
  const onCommand = telling.command
  const hub = await createHub({ storage: metered, features, clock, onFault, onCommand, ...tellingOf(log, metrics) })
  log.info({ epoch: hub.epoch }, hub.durability)
  return { node: createLoneNode(hub, clock), isAlone: true, lastEntryAt }
}

/** With the journal in a store that others follow as well. */
async function openAmongOthers(parts: NodeParts, shared: SharedStorage): Promise<OpenNode> {
  const { config, log, metrics, telling, clock, features, onFault } = parts
  const { storage, lastEntryAt } = notingLastEntry(shared)
  const node = await createNode({
    ...{ features, clock, onFault, onCommand: telling.command, ...tellingOf(log, metrics) },
    storage: meteredSharedStorage(storage, metrics.journal, metrics.tail),
    principalFromProof: createPrincipalFromProof({ clock, demo: config.demo, ownerSteamIds: config.ownerSteamIds }),
  }).catch(async (error: unknown) => {
    await shared.close()
    throw error
  })
  node.onRole((role, run) => log.info({ role, epoch: run?.epoch ?? node.hub.epoch }, `this node is ${role} now`))
  log.info({ node: node.bus.node }, node.hub.durability)
  return { node, isAlone: false, lastEntryAt }
}

/** Whatever is wrong with a Redis, its owner mends it. @throws ConfigError, DamagedStore, StoreInUse */
async function openRedis({ config, log }: NodeParts, { url, prefix }: NonNullable<Config['redis']>) {
  const markFile = join(config.dataDir, 'redis.mark')
  try {
    return await openRedisStorage({ url, prefix, node: newNodeName(), log, markFile })
  } catch (error) {
    if (error instanceof DamagedStore || error instanceof StoreInUse) throw error
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** As its owner may find it in a list of all nodes: by the machine that it runs on, and otherwise new with each start. */
const newNodeName = () =>
  `${hostname()
    .replaceAll(/[^\w.-]/g, '')
    .slice(0, 20)}-${randomBytes(3).toString('hex')}`

const tellingOf = (log: Log, metrics: Metrics) => ({
  onState: ({ name, why }: HubState) =>
    log[name === 'serving' ? 'info' : 'error'](`journal: ${name}${why ? ` (${why})` : ''}`),
  onWritten: metrics.journal.written,
})
