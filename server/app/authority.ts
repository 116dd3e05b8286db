import type { ServerId } from '../../shared/engine/ids.ts'
import { makeSharedSecret } from '../auth/sharedSecret.ts'
import type { Lookers } from '../cluster/lookers.ts'
import type { Run } from '../cluster/node.ts'
import type { Sight } from '../cluster/sight.ts'
import type { WatchedEverywhere } from '../cluster/watchedEverywhere.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import { followDeliveries } from '../features/deliveries/followDeliveries.ts'
import { startErasing } from '../features/erasure/startErasing.ts'
import type { Tally } from '../features/regions/tally.ts'
import type { Replay } from '../features/replay/replay.ts'
import { whileHeld } from '../game/whileHeld.ts'
import type { Log } from '../observability/log.ts'
import { meteredGame } from '../observability/metrics/meteredGame.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Telling } from '../observability/telemetry.ts'
import type { openGameServer } from './gameServer.ts'
import { writeLooks } from './lookingBack.ts'
import { withinMs } from './withinMs.ts'
import { type Fault, startWorkers } from './workers.ts'

/** What is on its way to the game is answered in this time, or asked for by whoever decides next. */
const workersStopWithinMs = 2_000
const linkClosesWithinMs = 1_000

export interface AuthorityParts {
  readonly server: ServerId
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly metrics: Metrics
  readonly telling: Telling
  readonly replay: Replay
  readonly tally: Tally
  readonly lookers: Lookers
  /** Who of the staff has which player picked. */
  readonly present: Lookers
  readonly watched: WatchedEverywhere
  readonly mapImage: string | null
  readonly isAlone: boolean
  /** Epoch ms of the last entry that the journal held at the beginning of the run. */
  lastEntryAt(): number | null
  readonly run: Run
  openGame: typeof openGameServer
  show(sight: Sight): void
  readonly onFault: Fault
}

export type Authority = Awaited<ReturnType<typeof openAuthority>>

/** All that only the one who decides does, for one run of its: asks the game, has done in it what is wanted, writes down, forgets. */
export async function openAuthority(parts: AuthorityParts) {
  const { server, config, log, clock, metrics, telling, replay, isAlone, run, onFault } = parts
  const { hub, isHeld } = run
  const looks = writeLooks({ ...parts, hub, lastEntryAt: parts.lastEntryAt(), resumes: !isAlone })
  if (!isAlone) await makeSharedSecret(hub)
  const opened = await parts.openGame(config, log).catch((error: unknown) => {
    looks.leave()
    throw error
  })
  const fenced = isAlone
    ? opened
    : { ...opened, actionLinks: opened.actionLinks.map((link) => whileHeld(link, isHeld)) }
  const game = meteredGame(fenced, metrics.link, telling.act)
  const stopTelling = followDeliveries({ hub, server }, telling.delivery)
  const erasing = startErasing({ hub, forgetRecorded: replay.forget, clock, onFault })
  const stopWorkers = startWorkers({ ...parts, hub, game })
  const stop = () => withinMs(workersStopWithinMs, stopWorkers()).finally(stopTelling)
  return {
    ...{ game, looks, erasing },
    /** Resolves when what is on its way to the game has been told of, as far as it is answered in time. */
    stopWorkers: stop,
    /** Another node decides now, or will: nothing of what is going on ends with this. */
    async leave() {
      looks.leave()
      const erased = erasing.close()
      await stop()
      await withinMs(linkClosesWithinMs, game.close())
      await withinMs(linkClosesWithinMs, erased)
    },
  }
}
