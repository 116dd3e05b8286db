import type { Node } from './cluster/node.ts'
import type { Config } from './config.ts'
import type { Clock } from './engine/clock.ts'
import { createHub } from './engine/createHub.ts'
import type { Feature } from './engine/feature.ts'
import type { HubState } from './engine/hub.ts'
import { notingLastEntry } from './lastEntryAt.ts'
import type { Log } from './log.ts'
import { createLoneNode } from './loneNode.ts'
import { makeDataDir } from './makeDataDir.ts'
import { meteredStorage } from './metrics/meteredStorage.ts'
import type { Metrics } from './metrics.ts'
import { openSqliteStorage } from './storage/sqlite.ts'
import type { Telling } from './telling.ts'
import type { Fault } from './workers.ts'

export interface NodeParts {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly telling: Telling
  readonly clock: Clock
  readonly features: readonly Feature[]
  readonly onFault: Fault
}

export interface OpenNode {
  readonly node: Node
  /** There are no others, nor can there be. */
  readonly isAlone: boolean
  /** Epoch ms of the last thing that was written down before this node began to decide. */
  lastEntryAt(): number | null
}

/** This process as a node: alone, with its journal in the data folder. @throws ConfigError, DamagedStore, StoreInUse */
export async function openNode({
  config,
  log,
  metrics,
  telling,
  clock,
  features,
  onFault,
}: NodeParts): Promise<OpenNode> {
  makeDataDir(config.dataDir)
  const { storage, lastEntryAt } = notingLastEntry(await openSqliteStorage({ folder: config.dataDir }))
  const metered = meteredStorage(storage, metrics.journal)
  const onCommand = telling.command
  const hub = await createHub({ storage: metered, features, clock, onFault, onCommand, ...tellingOf(log, metrics) })
  log.info({ epoch: hub.epoch }, hub.durability)
  return { node: createLoneNode(hub, clock), isAlone: true, lastEntryAt }
}

const tellingOf = (log: Log, metrics: Metrics) => ({
  onState: ({ name, why }: HubState) =>
    log[name === 'serving' ? 'info' : 'error'](`journal: ${name}${why ? ` (${why})` : ''}`),
  onWritten: metrics.journal.written,
})
