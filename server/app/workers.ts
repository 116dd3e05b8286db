import { documentId } from '../../shared/engine/document.ts'
import type { ServerId } from '../../shared/engine/ids.ts'
import { connections } from '../../shared/features/connections/connections.ts'
import { gameHost } from '../../shared/features/gameHost/gameHost.ts'
import { mapImage } from '../../shared/features/mapImage/mapImage.ts'
import { ownPositions, packLife, packPositions } from '../../shared/features/packs/packLife.ts'
import { regionCounts } from '../../shared/features/regions/regionCounts.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { statusEveryMs } from '../../shared/features/server/serverState.ts'
import { vitals } from '../../shared/features/vitals/vitals.ts'
import { metresPerUnit } from '../../shared/features/world/frame.ts'
import type { SharedReading } from '../cluster/positionRelay.ts'
import type { Viewers, WatchedDocuments } from '../cluster/presence.ts'
import type { Config } from '../config.ts'
import { type Clock, every } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { startConnectionsWorker } from '../features/connections/worker.ts'
import { startConsoleWorker } from '../features/console/feature.ts'
import { startBanEnforcement } from '../features/deliveries/banEnforcement.ts'
import { startDeliveryWorker } from '../features/deliveries/worker.ts'
import { startHostWorker } from '../features/gameHost/worker.ts'
import { startBanListWorker } from '../features/gameLog/gameBans.ts'
import { startLogWorker } from '../features/gameLog/worker.ts'
import { currentFrame } from '../features/mapImage/currentFrame.ts'
import { createPackReports } from '../features/packs/packReports.ts'
import { createPlayRecorder } from '../features/play/playRecorder.ts'
import { livingRegions, type RegionCounter } from '../features/regions/counter.ts'
import { startRegionsWorker } from '../features/regions/worker.ts'
import { createRosterSink, startRosterWorker } from '../features/roster/worker.ts'
import { startStatusWorker } from '../features/server/worker.ts'
import { createStaffPresence } from '../features/staffPresence/presence.ts'
import { createVitalsReports } from '../features/vitals/vitalsReports.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { openGameServer } from './gameServer.ts'

/** The leader reads positions often while a client on any node watches one of these. */
const readOftenFor: readonly string[] = [
  'positions',
  ...[roster, regionCounts, packLife, packPositions, ownPositions, vitals].map(({ kind }) => kind),
]
/** The leader must know whether a client on any node watches one of these. */
export const watchedKinds: readonly string[] = [...readOftenFor, gameHost.kind, connections.kind]

const regionsEveryMs = 10_000
const sweepEveryMs = 5_000

interface WorkersDeps {
  readonly server: ServerId
  /** Commands executed here are done within the term or not at all. */
  readonly hub: Hub
  readonly watched: WatchedDocuments
  readonly game: Awaited<ReturnType<typeof openGameServer>>
  readonly config: Config
  readonly clock: Clock
  readonly regionCounter: RegionCounter
  /** HTTP path of the owner's map image. */
  readonly mapImagePath: string | null
  readonly staff: Pick<Viewers, 'follow'>
  readonly metrics: Metrics
  readonly onFault: (what: string, error: unknown) => void
  /** Shows a reading on all nodes, after the commands that result from it are published. */
  share(shared: SharedReading): void
}

/** Starts what follows the game's log and its ban list, where they are connected. Returns the ways to stop. */
function startLogWorkers({ server, hub, game, config, clock, metrics, onFault }: WorkersDeps) {
  const base = { hub, clock, server, onFault }
  const { logSource, banList } = game
  const log = logSource && {
    source: logSource,
    keepsChat: config.gameLog.keepsChat,
    onBatch: metrics.link.logRead,
    onDifferences: metrics.link.stayDifferences,
  }
  return [
    ...(log ? [startLogWorker({ ...base, ...log })] : []),
    ...(banList ? [startBanListWorker({ ...base, source: banList })] : []),
  ]
}

/** Starts the workers: game status, positions (often while they are watched, seldom otherwise), deliveries, bans, staff presence. */
export function startWorkers(deps: WorkersDeps) {
  const { server, hub, watched, game, config, clock, regionCounter, mapImagePath, staff, metrics, onFault, share } =
    deps
  const base = { hub, clock, server, onFault }
  const frame = currentFrame(hub, server, config.frame)

  const status = startStatusWorker({
    ...base,
    mapImage: mapImagePath,
    source: game.link,
    simulated: config.evrima === null,
    metresPerUnit: () => metresPerUnit(frame()),
    frame: config.frame,
    features: config.features,
    everyMs: statusEveryMs,
    onLatency: metrics.link.latency,
  })
  const regions = startRegionsWorker({ ...base, counter: regionCounter, everyMs: regionsEveryMs })
  const deliveries = startDeliveryWorker({ ...base, links: game.actionLinks })
  const play = createPlayRecorder({ ...base, source: game.link })
  const packs = createPackReports({ hub, watchedIds: watched.watchedIds })
  const ownVitals = createVitalsReports({ hub, watchedIds: watched.watchedIds, onFault })
  const positions = startRosterWorker({
    clock,
    onFault,
    source: game.link,
    frame,
    everyMs: config.positionsEveryMs,
    idleMs: config.idlePositionsEveryMs,
    sinks: [
      createRosterSink({ hub, server }),
      { report: async (reading) => regions.add(reading.at, livingRegions(reading)) },
      play.sink,
      packs.sink,
      ownVitals.sink,
      { send: (reading) => share({ reading, packs: packs.visibleMembers() }) },
    ],
    isWatched: () => watched.isWatched(readOftenFor),
  })
  const stops = [
    status.stop,
    regions.stop,
    positions.stop,
    play.stop,
    watched.onWatched(positions.wake),
    game.link.onState(positions.wake),
    every(
      clock,
      () => sweepEveryMs,
      async () => packs.forgetUnwatched(),
    ),
    hub.onPublish(ownVitals.onPublished),
    // A calibration takes effect at once.
    hub.onPublish((published) => {
      if (published.some(({ id }) => id === documentId(mapImage, server))) status.mapChanged()
    }),
    ...startLogWorkers(deps),
    startHostWorker({
      ...base,
      source: game.hostLink,
      isWatched: () => watched.isWatched([gameHost.kind]),
      onWatched: watched.onWatched,
    }),
    startConnectionsWorker({
      ...base,
      checks: game.checks,
      now: clock.now,
      isWatched: () => watched.isWatched([connections.kind]),
      onWatched: watched.onWatched,
    }),
    startBanEnforcement(base),
    startConsoleWorker(base),
    staff.follow(createStaffPresence(base).watched),
  ]
  return {
    /** Resolves when deliveries under way are recorded. */
    async stop() {
      for (const stop of stops) stop()
      await deliveries.stop()
    },
  }
}
