import { documentId } from '../../shared/engine/document.ts'
import type { ServerId } from '../../shared/engine/ids.ts'
import { mapSheet } from '../../shared/features/mapSheet/mapSheet.ts'
import { ownPositions, packLife, packPositions } from '../../shared/features/packs/packLife.ts'
import { regionCounts } from '../../shared/features/regions/regionCounts.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { vitals } from '../../shared/features/vitals/vitals.ts'
import { metresPerUnit } from '../../shared/features/world/frame.ts'
import type { Lookers } from '../cluster/lookers.ts'
import type { Sight } from '../cluster/sight.ts'
import type { WatchedEverywhere } from '../cluster/watchedEverywhere.ts'
import type { Config } from '../config.ts'
import { type Clock, every } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { startBanWatch } from '../features/deliveries/banWatch.ts'
import { startDeliveryWorker } from '../features/deliveries/worker.ts'
import { currentFrame } from '../features/mapSheet/currentFrame.ts'
import { createPackReports } from '../features/packs/packReports.ts'
import { createPlayRecorder } from '../features/play/playRecorder.ts'
import { livingRegions } from '../features/regions/livingRegions.ts'
import type { Tally } from '../features/regions/tally.ts'
import { startRegionsWorker } from '../features/regions/worker.ts'
import type { ReadingSink } from '../features/roster/reading.ts'
import { createRosterSink } from '../features/roster/rosterSink.ts'
import { startRosterWorker } from '../features/roster/worker.ts'
import { startStatusWorker } from '../features/server/worker.ts'
import { createPresence } from '../features/staffPresence/presence.ts'
import { createVitalsReports } from '../features/vitals/vitalsReports.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { openGameServer } from './gameServer.ts'

/** Who watches any of these wants to know who is where. */
export const watchedKinds: readonly string[] = [
  'positions',
  ...[roster, regionCounts, packLife, packPositions, ownPositions, vitals].map(({ kind }) => kind),
]

const statusEveryMs = 10_000
const regionsEveryMs = 10_000
const sweepEveryMs = 5_000

export type Fault = (what: string, error: unknown) => void

export interface WorkerParts {
  readonly server: ServerId
  /** What is ordered here is done while the workers are to work, or never. */
  readonly hub: Hub
  readonly watched: WatchedEverywhere
  readonly game: Awaited<ReturnType<typeof openGameServer>>
  readonly config: Config
  readonly clock: Clock
  readonly tally: Tally
  /** Where the owner's own picture of the map is found. */
  readonly mapImage: string | null
  /** Who of the staff has which player picked, on whatever node. */
  readonly present: Pick<Lookers, 'follow'>
  readonly metrics: Metrics
  readonly onFault: Fault
  /** What was ordered of it has been published. */
  show(sight: Sight): void
}

/**
 * Those who ask the game on their own: how it is, always; who is where, for those who watch, and seldom while nobody does. And who
 * has done in it what is wanted: stopping resolves when what is on its way has been told of.
 */
export function startWorkers(parts: WorkerParts) {
  const { server, hub, game, clock, onFault } = parts
  const shared = { hub, clock, server, onFault }
  const status = startStatus(parts)
  const regions = startRegionsWorker({ ...shared, tally: parts.tally, everyMs: regionsEveryMs })
  const stopFollowingSheet = followSheet(parts, status.mapChanged)
  const stopReading = startReading(parts, regions.add)
  const deliveries = startDeliveryWorker({ ...shared, links: game.actionLinks })
  const stopWatchingBans = startBanWatch(shared)
  const stopPresence = parts.present.follow(createPresence(shared).watcher)
  return async () => {
    for (const stop of [status.stop, regions.stop, stopReading, stopFollowingSheet, stopWatchingBans, stopPresence])
      stop()
    await deliveries.stop()
  }
}

function startStatus({ server, hub, game, config, clock, mapImage, metrics, onFault }: WorkerParts) {
  const frame = currentFrame(hub, server, config.frame)
  return startStatusWorker({
    ...{ hub, clock, server, onFault, mapImage },
    source: game.link,
    simulated: config.evrima === null,
    metresPerUnit: () => metresPerUnit(frame()),
    frame: config.frame,
    everyMs: statusEveryMs,
    onLatency: metrics.link.latency,
  })
}

/** A calibration holds at once. */
const followSheet = ({ hub, server }: WorkerParts, mapChanged: () => void) =>
  hub.onPublish((published) => {
    if (published.some(({ id }) => id === documentId(mapSheet, server))) mapChanged()
  })

type AddRegions = ReturnType<typeof startRegionsWorker>['add']

/** Reads who is where, writes down what is to be written down of it, and has it shown. */
function startReading(parts: WorkerParts, addRegions: AddRegions) {
  const { server, hub, watched, game, config, clock, onFault } = parts
  const play = createPlayRecorder({ hub, clock, server, onFault, source: game.link })
  const reports = startReports(parts)
  const worker = startRosterWorker({
    ...{ clock, onFault, source: game.link },
    frame: currentFrame(hub, server, config.frame),
    everyMs: config.positionsEveryMs,
    idleMs: config.idlePositionsEveryMs,
    sinks: [
      createRosterSink({ hub, server }),
      { take: async (reading) => addRegions(reading.at, livingRegions(reading)) },
      play.sink,
      ...reports.sinks,
    ],
    isWatched: watched.isWatched,
  })
  const stops = [worker.stop, play.stop, reports.stop, watched.onWatched(worker.wake), game.link.onState(worker.wake)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** What those are told who see a part only, and after them everybody's own node. */
function startReports({ hub, watched, clock, show, onFault }: WorkerParts) {
  const { watchedIds } = watched
  const packs = createPackReports({ hub, watchedIds })
  const vitals = createVitalsReports({ hub, watchedIds, onFault })
  const sinks: readonly ReadingSink[] = [
    packs.sink,
    vitals.sink,
    { send: (reading) => show({ reading, packs: packs.sights() }) },
  ]
  const stopSweeping = every(
    clock,
    () => sweepEveryMs,
    async () => packs.sweep(),
  )
  const stopScreening = hub.onPublish(vitals.screen)
  return {
    sinks,
    stop() {
      stopSweeping()
      stopScreening()
    },
  }
}
