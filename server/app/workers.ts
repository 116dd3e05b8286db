import { documentId } from '../../shared/engine/document.ts'
import type { ServerId } from '../../shared/engine/ids.ts'
import { connections } from '../../shared/features/connections/connections.ts'
import { events } from '../../shared/features/events/events.ts'
import { friendLife, friendPositions, friends } from '../../shared/features/friends/friends.ts'
import { gameHost } from '../../shared/features/gameHost/gameHost.ts'
import { mapImage } from '../../shared/features/mapImage/mapImage.ts'
import { ownPositions, packLife, packPositions } from '../../shared/features/packs/packLife.ts'
import { regionCounts } from '../../shared/features/regions/regionCounts.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { statusEveryMs } from '../../shared/features/server/serverState.ts'
import { dashboard } from '../../shared/features/statistics/dashboard.ts'
import { userChanges } from '../../shared/features/users/users.ts'
import { vitals } from '../../shared/features/vitals/vitals.ts'
import { metresPerUnit } from '../../shared/features/world/frame.ts'
import type { SharedReading } from '../cluster/positionRelay.ts'
import type { Viewers, WatchedDocuments } from '../cluster/presence.ts'
import type { Config } from '../config.ts'
import { type Clock, every } from '../engine/clock.ts'
import type { TermHub } from '../engine/hub.ts'
import { startAchievementsWorker } from '../features/achievements/worker.ts'
import { createChallengeWatcher } from '../features/challenges/watcher.ts'
import { startConnectionsWorker } from '../features/connections/worker.ts'
import { startConsoleWorker } from '../features/console/feature.ts'
import { startBanEnforcement } from '../features/deliveries/banEnforcement.ts'
import { startDeliveryWorker } from '../features/deliveries/worker.ts'
import { createAttendance } from '../features/events/attendanceWorker.ts'
import { createFriendReports } from '../features/friends/friendReports.ts'
import { startHostWorker } from '../features/gameHost/worker.ts'
import { startBanListWorker } from '../features/gameLog/gameBans.ts'
import { startLogWorker } from '../features/gameLog/worker.ts'
import type { Lists } from '../features/leaderboards/lists.ts'
import { startLeaderboardsWorker } from '../features/leaderboards/worker.ts'
import type { MoneyTotals } from '../features/ledger/conservation.ts'
import { currentFrame } from '../features/mapImage/currentFrame.ts'
import { createPackReports } from '../features/packs/packReports.ts'
import { createPlayRecorder } from '../features/play/playRecorder.ts'
import { startStrandedSweep } from '../features/redemptions/stranded.ts'
import { livingRegions, type RegionCounter } from '../features/regions/counter.ts'
import { startRegionsWorker } from '../features/regions/worker.ts'
import { createRosterSink, startRosterWorker } from '../features/roster/worker.ts'
import { startStatusWorker } from '../features/server/worker.ts'
import { createStaffPresence } from '../features/staffPresence/presence.ts'
import { startCensus } from '../features/statistics/census.ts'
import { startDashboard } from '../features/statistics/dashboard.ts'
import { startStatistics } from '../features/statistics/worker.ts'
import { startChatKeeper } from '../features/timeline/chatKeeper.ts'
import { startUserChanges } from '../features/users/changes.ts'
import { createVitalsReports } from '../features/vitals/vitalsReports.ts'
import { diskPercentOf, filesSizeOf } from '../observability/diskUse.ts'
import type { HostFigures } from '../observability/hostMeter.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { openGameServer } from './gameServer.ts'
import { startNotifications } from './notifications.ts'

/** The leader reads positions often while a client on any node watches one of these. */
const readOftenFor: readonly string[] = [
  'positions',
  ...[roster, regionCounts, packLife, packPositions, friendLife, friendPositions, ownPositions, vitals].map(
    ({ kind }) => kind,
  ),
]
/** The leader must know whether a client on any node watches one of these. */
export const watchedKinds: readonly string[] = [
  ...readOftenFor,
  friends.kind,
  gameHost.kind,
  connections.kind,
  dashboard.kind,
  userChanges.kind,
]

const regionsEveryMs = 10_000
const sweepEveryMs = 5_000

interface WorkersDeps {
  readonly server: ServerId
  /** Commands executed here are done within the term or not at all. */
  readonly hub: TermHub
  readonly watched: WatchedDocuments
  readonly game: Awaited<ReturnType<typeof openGameServer>>
  readonly config: Config
  readonly clock: Clock
  readonly regionCounter: RegionCounter
  readonly lists: Lists
  readonly money: MoneyTotals
  /** HTTP path of the owner's map image. */
  readonly mapImagePath: string | null
  readonly staff: Pick<Viewers, 'follow'>
  /** Open on all nodes. */
  sockets(): number
  readonly machine: () => HostFigures
  readonly metrics: Metrics
  readonly onFault: (what: string, error: unknown) => void
  /** Shows a reading on all nodes, after the commands that result from it are published. */
  share(shared: SharedReading): void
}

/** Starts what follows the game's log and its ban list, where they are connected, and what keeps the chat of pins. Returns the ways to stop. */
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
    startChatKeeper(base),
    ...(log ? [startLogWorker({ ...base, ...log })] : []),
    ...(banList ? [startBanListWorker({ ...base, source: banList })] : []),
  ]
}

/** Starts what reads the host and checks the connections while an owner looks. Returns the ways to stop. */
function startOwnersWorkers({ server, hub, game, watched, clock, onFault }: WorkersDeps) {
  const base = { hub, clock, server, onFault }
  const { onWatched } = watched
  return [
    startHostWorker({
      ...base,
      source: game.hostLink,
      isWatched: () => watched.isWatched([gameHost.kind]),
      onWatched,
    }),
    startConnectionsWorker({
      ...base,
      checks: game.checks,
      now: clock.now,
      isWatched: () => watched.isWatched([connections.kind]),
      onWatched,
    }),
  ]
}

/** Starts what looks through the accounts, and what the owner's dashboard and table of users show. Returns the ways to stop. */
function startPanelWorkers({ server, hub, watched, config, clock, sockets, machine, onFault }: WorkersDeps) {
  const base = { hub, clock, onFault }
  const counted = startCensus({ ...base, isDemo: config.demo })
  const stopDashboard = startDashboard({
    ...base,
    server,
    sockets,
    machine,
    isDemo: config.demo,
    people: counted.people,
    disk: () => diskOf(config),
    isWatched: () => watched.isWatched([dashboard.kind]),
    onWatched: watched.onWatched,
  })
  const stopChanges = startUserChanges({ ...base, isWatched: () => watched.isWatched([userChanges.kind]) })
  return [counted.stop, stopDashboard, stopChanges, startStrandedSweep({ hub, server, onFault })]
}

const diskOf = async ({ dataDir, redis }: Config) => ({
  percent: await diskPercentOf(dataDir),
  databaseBytes: redis === null ? await filesSizeOf(dataDir, 'journal.db') : null,
  why: redis === null ? null : 'The data is in Redis (REDIS_URL), which reports its size itself: INFO memory.',
})

/** Starts the workers: game status, positions (often while they are watched, seldom otherwise), deliveries, bans, staff presence. */
export function startWorkers(deps: WorkersDeps) {
  const { server, hub, watched, game, config, clock, regionCounter, mapImagePath, staff, metrics, onFault, share } =
    deps
  const base = { hub, clock, server, onFault }
  const frame = currentFrame(hub, server, config.frame)

  const statistics = startStatistics({ ...base, money: deps.money, commandCounts: metrics.command.counts })
  const status = startStatusWorker({
    ...base,
    mapImage: mapImagePath,
    source: game.link,
    simulated: config.evrima === null,
    metresPerUnit: () => metresPerUnit(frame()),
    frame: config.frame,
    features: config.features,
    everyMs: statusEveryMs,
    onLatency(ms) {
      metrics.link.latency(ms)
      statistics.linkAnswered(ms)
    },
  })
  const regions = startRegionsWorker({ ...base, counter: regionCounter, everyMs: regionsEveryMs })
  const deliveries = startDeliveryWorker({ ...base, links: game.actionLinks })
  const notifying = startNotifications({ hub, clock, config, onFault })
  const achievements = startAchievementsWorker(base)
  const play = createPlayRecorder({ ...base, source: game.link })
  const attendance = createAttendance({ hub, server })
  const packs = createPackReports({ hub, watchedIds: watched.watchedIds })
  const friendReports = createFriendReports({ hub, clock, server, watchedIds: watched.watchedIds })
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
      achievements.sink,
      attendance.sink,
      packs.sink,
      friendReports.sink,
      ownVitals.sink,
      createChallengeWatcher(base),
      statistics.sink,
      { send: (reading) => share({ reading, packs: packs.visibleMembers(), friends: friendReports.visibleFriends() }) },
    ],
    isWatched: () => watched.isWatched(readOftenFor) || attendance.isRunning(),
  })
  const stops = [
    status.stop,
    regions.stop,
    play.stop,
    achievements.stop,
    watched.onWatched(positions.wake),
    game.link.onState(positions.wake),
    every(
      clock,
      () => sweepEveryMs,
      async () => {
        packs.forgetUnwatched()
        friendReports.forgetUnwatched()
        await friendReports.report().catch((error: unknown) => onFault('report friends', error))
      },
    ),
    hub.onPublish(ownVitals.onPublished),
    // An event that starts is read at once, and of one that is over the last readings are recorded.
    hub.onPublish((published) => {
      if (!published.some(({ id }) => id === documentId(events, server))) return
      positions.wake()
      void attendance.finish().catch((error: unknown) => onFault('record who took part in an event', error))
    }),
    // A calibration takes effect at once.
    hub.onPublish((published) => {
      if (published.some(({ id }) => id === documentId(mapImage, server))) status.mapChanged()
    }),
    ...startLogWorkers(deps),
    ...startOwnersWorkers(deps),
    ...startPanelWorkers(deps),
    startBanEnforcement(base),
    startConsoleWorker(base),
    startLeaderboardsWorker({ ...base, lists: deps.lists }),
    staff.follow(createStaffPresence(base).watched),
  ]
  return {
    /** Resolves when deliveries and notifications under way are recorded, and what was counted from readings. */
    async stop() {
      for (const stop of stops) stop()
      await Promise.all([positions.stop(), deliveries.stop(), notifying.stop(), statistics.stop()])
    },
  }
}
