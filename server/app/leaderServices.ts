import type { ServerId } from '../../shared/engine/ids.ts'
import type { Node, Term } from '../cluster/node.ts'
import type { SharedReading } from '../cluster/positionRelay.ts'
import type { Viewers, WatchedDocuments } from '../cluster/presence.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { Hold } from '../engine/storage.ts'
import { onDeliveryChange } from '../features/deliveries/worker.ts'
import { startErasureWorker } from '../features/erasure/worker.ts'
import type { Lists } from '../features/leaderboards/lists.ts'
import type { MoneyTotals } from '../features/ledger/conservation.ts'
import type { RegionCounter } from '../features/regions/counter.ts'
import type { Replay } from '../features/replay/replay.ts'
import type { PinnedMap } from '../features/timeline/pinnedMap.ts'
import { whileLeading } from '../game/actionLink.ts'
import type { HostFigures } from '../observability/hostMeter.ts'
import { measureGame } from '../observability/linkMetrics.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Telemetry } from '../observability/telemetry.ts'
import { startBackups } from './backups.ts'
import type { openGameServer } from './gameServer.ts'
import { recordViews } from './replay.ts'
import { withinMs } from './shutdown.ts'
import { startWorkers } from './workers.ts'

type OnFault = (what: string, error: unknown) => void

interface RunDeps {
  readonly node: Pick<Node, 'term' | 'onRole' | 'stepDown'>
  open(term: Term): Promise<LeaderServices>
  readonly onFault: OnFault
}

/**
 * Runs the leader's services: opens them when a term of this node begins and leaves them when the term ends, one after the other. When
 * they cannot be opened this node steps down for another to lead. @throws what the first opening throws, if the node leads from the start
 */
export async function runLeaderServices({ node, open, onFault }: RunDeps) {
  let current: LeaderServices | null = null
  let work: Promise<void> = Promise.resolve()

  const leave = async () => {
    const leaving = current
    current = null
    await leaving?.leave()
  }
  const enter = async (term: Term) => {
    if (node.term() !== term) return
    const opened = await open(term)
    current = opened
    if (node.term() !== term) await leave()
  }
  const inOrder = (act: () => Promise<void>) => {
    const done = work.then(act)
    work = done.catch(() => {})
    return done
  }
  const change = async (term: Term | null) => {
    await leave().catch((error: unknown) => onFault('stop leading', error))
    if (term === null) return
    await enter(term).catch(async (error: unknown) => {
      onFault('begin to lead', error)
      await node.stepDown()
    })
  }
  const first = node.term()
  const stopListening = node.onRole((_role, term) => void inOrder(() => change(term)))
  if (first) await inOrder(() => enter(first))
  return {
    /** Null while this node does not lead. */
    current: () => current,
    /** Leaves for good: the next leader continues. */
    async close() {
      stopListening()
      await inOrder(leave)
    },
  }
}

/** Actions under way in the game are answered in this time, or resolved by the next leader. */
const workersStopWithinMs = 2_000
const linkClosesWithinMs = 1_000

interface LeaderServicesDeps {
  readonly term: Term
  readonly server: ServerId
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly metrics: Metrics
  readonly telemetry: Telemetry
  readonly replay: Replay
  readonly pinnedMap: Pick<PinnedMap, 'forget'>
  readonly regionCounter: RegionCounter
  readonly lists: Lists
  readonly money: MoneyTotals
  readonly positionViewers: Viewers
  readonly staff: Viewers
  readonly watched: WatchedDocuments
  /** Open on all nodes. */
  sockets(): number
  readonly machine: () => HostFigures
  readonly mapImagePath: string | null
  /** Epoch ms of the last journal entry before the term. */
  lastEntryAt(): number | null
  readonly hubOutlivesNode: boolean
  readonly nodeName: string
  /** Holds the store for a process that makes a backup of it. */
  hold(): Promise<Hold>
  readonly startAgain: (() => void) | null
  /** Called before the workers start. */
  prepareTerm(hub: Hub): Promise<void>
  openGame: typeof openGameServer
  /** Shows a reading on all nodes. */
  share(shared: SharedReading): void
  readonly onFault: OnFault
}

export type LeaderServices = Awaited<ReturnType<typeof openLeaderServices>>

/** The leader's services for one term: reads the game, carries out deliveries, records views, erases persons. */
export async function openLeaderServices(deps: LeaderServicesDeps) {
  const { term, server, config, log, clock, metrics, telemetry, replay, onFault } = deps
  const { hub, isHeld } = term
  const views = recordViews({
    hub,
    clock,
    replay,
    viewers: deps.positionViewers,
    lastEntryAt: deps.lastEntryAt(),
    resumes: deps.hubOutlivesNode,
    onFault,
  })
  await deps.prepareTerm(hub)
  const opened = await deps.openGame(config, log).catch((error: unknown) => {
    views.leave()
    throw error
  })
  const fenced = { ...opened, actionLinks: opened.actionLinks.map((link) => whileLeading(link, isHeld)) }
  const game = measureGame(fenced, metrics.link, telemetry.action)
  const stopReporting = onDeliveryChange({ hub, server }, telemetry.delivery)
  const forgetRecorded = async (ids: readonly string[]) => {
    await replay.forget(ids)
    await deps.pinnedMap.forget(ids)
  }
  const erasures = startErasureWorker({ hub, forgetRecorded, clock, onFault })
  const { regionCounter, lists, money, staff, watched, sockets, machine, mapImagePath, share } = deps
  const workers = startWorkers({
    hub,
    server,
    game,
    config,
    clock,
    metrics,
    regionCounter,
    lists,
    money,
    staff,
    watched,
    sockets,
    machine,
    mapImagePath,
    share,
    onFault,
  })
  const { nodeName: node, hold, startAgain } = deps
  const stopBackups = startBackups({ hub, config, clock, node, hold, startAgain, log, onFault })
  /** Resolves when deliveries under way are recorded, as far as the game answers in time. */
  const stopWorkers = () => {
    stopBackups()
    return withinMs(workersStopWithinMs, workers.stop()).finally(stopReporting)
  }
  return {
    game,
    views,
    erasures,
    stopWorkers,
    /** Another node leads now or soon, and continues with everything that is open. */
    async leave() {
      views.leave()
      const erased = erasures.close()
      await stopWorkers()
      await withinMs(linkClosesWithinMs, game.close())
      await withinMs(linkClosesWithinMs, erased)
    },
  }
}
