import { documentId } from '../shared/engine/document.ts'
import type { ServerId } from '../shared/engine/ids.ts'
import { mapSheet } from '../shared/features/mapSheet/mapSheet.ts'
import { ownPositions, packLife, packPositions } from '../shared/features/packs/packLife.ts'
import { regionCounts } from '../shared/features/regions/regionCounts.ts'
import { roster } from '../shared/features/roster/roster.ts'
import { staffPresence } from '../shared/features/staffPresence/staffPresence.ts'
import { vitals } from '../shared/features/vitals/vitals.ts'
import { metresPerUnit } from '../shared/features/world/frame.ts'
import type { Config } from './config.ts'
import { type Clock, every } from './engine/clock.ts'
import type { Hub } from './engine/hub.ts'
import { startBanWatch } from './features/deliveries/banWatch.ts'
import { startDeliveryWorker } from './features/deliveries/worker.ts'
import { currentFrame } from './features/mapSheet/currentFrame.ts'
import { createPackAudience } from './features/packs/packAudience.ts'
import { createPlayRecorder } from './features/play/playRecorder.ts'
import { startRegionsWorker } from './features/regions/worker.ts'
import type { Places } from './features/roster/places.ts'
import type { Reading, ReadingSink } from './features/roster/reading.ts'
import { createRosterSink } from './features/roster/rosterSink.ts'
import { startRosterWorker } from './features/roster/worker.ts'
import { startStatusWorker } from './features/server/worker.ts'
import { createPresence } from './features/staffPresence/presence.ts'
import type { TrailMemory } from './features/trails/trailMemory.ts'
import { createOwnAudience } from './features/vitals/ownAudience.ts'
import type { openGameServer } from './gameServer.ts'
import type { Metrics } from './metrics.ts'
import type { Gateway } from './sockets/gatewayParts.ts'

const statusEveryMs = 10_000
const regionsEveryMs = 10_000
const sweepEveryMs = 5_000

export type Fault = (what: string, error: unknown) => void

interface WorkerParts {
  readonly server: ServerId
  readonly hub: Hub
  readonly gateway: Gateway
  readonly game: Awaited<ReturnType<typeof openGameServer>>
  readonly config: Config
  readonly clock: Clock
  /** Of everyone, for staff. */
  readonly places: Places
  readonly trails: TrailMemory
  /** Of what the live map shows. */
  readonly recording: ReadingSink
  /** Where the owner's own picture of the map is found. */
  readonly mapImage: string | null
  readonly metrics: Metrics
  readonly onFault: Fault
}

/**
 * Those who ask the game on their own: how it is, always; who is where, for those who watch, and seldom while nobody does. And who
 * has done in it what is wanted: stopping resolves when what is on its way has been told of.
 */
export function startWorkers(parts: WorkerParts) {
  const { server, hub, gateway, game, config, clock, mapImage, metrics, onFault } = parts
  const frame = currentFrame(hub, server, config.frame)
  const shared = { hub, clock, server, onFault }
  const status = startStatusWorker({
    ...shared,
    source: game.link,
    simulated: game.simulator !== null,
    metresPerUnit: () => metresPerUnit(frame()),
    mapImage,
    frame: config.frame,
    everyMs: statusEveryMs,
    onLatency: (ms) => metrics.linkMs.observe(ms),
  })
  const regions = startRegionsWorker({ ...shared, everyMs: regionsEveryMs })
  const audiences = openAudiences(parts)
  const play = createPlayRecorder({ ...shared, source: game.link })
  const rosterWorker = startRosterWorker({
    ...shared,
    source: game.link,
    frame,
    everyMs: config.positionsEveryMs,
    idleMs: config.idlePositionsEveryMs,
    sinks: [...sinksOf(parts, regions.add), play.sink, ...audiences.sinks],
    isWatched: () => watchedKinds.some((kind) => gateway.watched(kind) > 0),
  })
  const stopWaking = watchedKinds.map((kind) => gateway.onWatched(kind, rosterWorker.wake))
  const stopWakingOnLink = game.link.onState(rosterWorker.wake)
  const stopFollowingSheet = followSheet(parts, status.mapChanged)
  const deliveries = startDeliveryWorker({ ...shared, links: game.actionLinks })
  const stopWatchingBans = startBanWatch(shared)
  const stopPresence = gateway.onWatchers(staffPresence.kind, createPresence(shared).watcher)
  return async () => {
    for (const stop of [
      status.stop,
      regions.stop,
      rosterWorker.stop,
      play.stop,
      stopWakingOnLink,
      stopFollowingSheet,
      stopWatchingBans,
      stopPresence,
      ...stopWaking,
    ])
      stop()
    audiences.stop()
    await deliveries.stop()
  }
}

/** A calibration holds at once. */
const followSheet = ({ hub, server }: WorkerParts, mapChanged: () => void) =>
  hub.onPublish((published) => {
    if (published.some(({ id }) => id === documentId(mapSheet, server))) mapChanged()
  })

/** Who watches any of these wants to know who is where. */
const watchedKinds = [
  'positions',
  ...[roster, regionCounts, packLife, packPositions, ownPositions, vitals].map(({ kind }) => kind),
]

/** What everyone's places are told to beside the players' own audiences. */
const sinksOf = (
  { server, hub, places, trails, recording }: WorkerParts,
  addRegions: RegionsOf,
): readonly ReadingSink[] => [
  createRosterSink({ hub, server, places }),
  recording,
  { take: async (reading) => addRegions(reading.at, livingRegions(reading)) },
  { take: async (reading) => trails.take(reading) },
]
type RegionsOf = ReturnType<typeof startRegionsWorker>['add']

const livingRegions = ({ players }: Reading) =>
  players.flatMap(({ animal }) => (animal && !animal.dead ? [animal.region] : []))

/** Those who see a part only: each player their own animal, and the members of a pack each other. */
function openAudiences({ hub, gateway, clock, onFault }: WorkerParts) {
  const sockets = { watchedIds: gateway.watchedIds, offer: gateway.streams.offer }
  const audiences = [createPackAudience({ hub, sockets }), createOwnAudience({ hub, sockets, onFault })]
  const stops = audiences.flatMap(({ stream, screen, sweep }) => [
    gateway.streams.family(stream),
    hub.onPublish(screen),
    every(
      clock,
      () => sweepEveryMs,
      async () => sweep(),
    ),
  ])
  return {
    sinks: audiences.map(({ sink }) => sink),
    stop() {
      for (const stop of stops) stop()
    },
  }
}
