import type { ServerId } from '../shared/engine/ids.ts'
import { regionCounts } from '../shared/features/regions/regionCounts.ts'
import { positionsStream, roster } from '../shared/features/roster/roster.ts'
import { metresPerUnit } from '../shared/features/world/frame.ts'
import type { createPositionsEncoder } from '../shared/protocol/positions/positionsEncoder.ts'
import type { Config } from './config.ts'
import type { Clock } from './engine/clock.ts'
import type { Hub } from './engine/hub.ts'
import { startRegionsWorker } from './features/regions/worker.ts'
import { startRosterWorker } from './features/roster/worker.ts'
import { startStatusWorker } from './features/server/worker.ts'
import type { openGameServer } from './gameServer.ts'
import type { Metrics } from './metrics.ts'
import type { Gateway } from './sockets/gatewayParts.ts'

const statusEveryMs = 10_000
const regionsEveryMs = 10_000

export type Fault = (what: string, error: unknown) => void

interface WorkerParts {
  readonly server: ServerId
  readonly hub: Hub
  readonly gateway: Gateway
  readonly game: Awaited<ReturnType<typeof openGameServer>>
  readonly config: Config
  readonly clock: Clock
  readonly encoder: ReturnType<typeof createPositionsEncoder>
  readonly metrics: Metrics
  readonly onFault: Fault
}

/** Those who ask the game on their own: how it is, always; who is where, while somebody watches. */
export function startWorkers({ server, hub, gateway, game, config, clock, encoder, metrics, onFault }: WorkerParts) {
  const shared = { hub, clock, server, onFault }
  const watchedKinds = [roster.kind, regionCounts.kind, 'positions']
  const status = startStatusWorker({
    ...shared,
    source: game.link,
    simulated: game.simulator !== null,
    metresPerUnit: metresPerUnit(config.frame),
    everyMs: statusEveryMs,
    onLatency: (ms) => metrics.linkMs.observe(ms),
  })
  const regions = startRegionsWorker({ ...shared, everyMs: regionsEveryMs })
  const rosterWorker = startRosterWorker({
    ...shared,
    source: game.link,
    frame: config.frame,
    everyMs: config.positionsEveryMs,
    positions: { ...encoder, tick: (at) => gateway.streams.offer(positionsStream(server), encoder.delta(at)) },
    onRegions: regions.add,
    isWatched: () => watchedKinds.some((kind) => gateway.watched(kind) > 0),
  })
  const stopWaking = watchedKinds.map((kind) => gateway.onWatched(kind, rosterWorker.wake))
  const stopWakingOnLink = game.link.onState(rosterWorker.wake)
  return () => {
    for (const stop of [status.stop, regions.stop, rosterWorker.stop, stopWakingOnLink, ...stopWaking]) stop()
  }
}
