import { join } from 'node:path'
import { roster } from '../shared/features/roster/roster.ts'
import type { Config } from './config.ts'
import type { Clock } from './engine/clock.ts'
import type { Hub } from './engine/hub.ts'
import type { Seat } from './engine/seat.ts'
import { type LooksWatch, startLooks } from './features/looks/watch.ts'
import { hasUnnoted, isUnnoted } from './features/play/unnotedPlayers.ts'
import { openReplay, type Replay } from './features/replay/replay.ts'
import { withoutNames } from './features/replay/withoutNames.ts'
import type { Log } from './log.ts'
import type { Gateway } from './sockets/gatewayParts.ts'
import { openSegmentFolder } from './storage/replay/segmentFolder.ts'
import { squeeze } from './storage/replay/squeeze.ts'

interface LookingBackParts {
  readonly server: string
  readonly hub: Hub
  readonly config: Pick<Config, 'dataDir' | 'replay'>
  readonly clock: Clock
  readonly log: Log
  /** Epoch ms of the last entry that the journal held at start. */
  readonly lastEntryAt: number | null
  readonly onFault: (what: string, error: unknown) => void
}

/** What staff may see again of the last hour, and the list of who has looked at all positions, now and then. */
export async function openLookingBack({ server, hub, config, clock, log, lastEntryAt, onFault }: LookingBackParts) {
  const place = openSegmentFolder(join(config.dataDir, 'replay'))
  const redact = (text: string) => (hasUnnoted(hub.read) ? withoutNames(text, (id) => isUnnoted(hub.read, id)) : text)
  const replay = await openReplay({ ...config.replay, server, place, squeeze, redact, clock, log })
  const looks = startLooks({ hub, clock, lastRanAt: latest(lastEntryAt, replay.lastReadingAt()), onFault })
  return { replay, looks }
}

/** Whoever is sent either of these sees where everybody is. */
const tellingKinds = ['positions', roster.kind]

export const noteLooks = (gateway: Pick<Gateway, 'onWatchers'>, looks: LooksWatch) => {
  for (const kind of tellingKinds) gateway.onWatchers(kind, looks.watcher)
}

export interface LookingBack {
  readonly replay: Replay
  readonly looks: LooksWatch
}

/** For the features, which are made before there is a hub whose doings could be kept. */
export const answersOf = (back: () => LookingBack) => ({
  replay: () => back().replay,
  onReplayed: (seat: Seat) => back().looks.replayed(seat),
})

const latest = (...times: readonly (number | null)[]) => {
  const known = times.filter((at) => at !== null)
  return known.length > 0 ? Math.max(...known) : null
}
