import { join } from 'node:path'
import type { Lookers } from '../cluster/lookers.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { type LooksWatch, startLooks } from '../features/looks/watch.ts'
import { hasUnnoted, isUnnoted } from '../features/play/unnotedPlayers.ts'
import { openReplay, type Replay } from '../features/replay/replay.ts'
import { withoutNames } from '../features/replay/withoutNames.ts'
import type { Log } from '../observability/log.ts'
import { openSegmentFolder } from '../storage/replay/segmentFolder.ts'
import { squeeze } from '../storage/replay/squeeze.ts'

interface ReplayParts {
  readonly server: string
  readonly hub: Hub
  readonly config: Pick<Config, 'dataDir' | 'replay'>
  readonly clock: Clock
  readonly log: Log
  readonly isAlone: boolean
}

/** What staff may see again of the last hour. */
export async function openOwnReplay({ server, hub, config, clock, log, isAlone }: ReplayParts): Promise<Replay> {
  const place = openSegmentFolder(join(config.dataDir, 'replay'))
  const redact = (text: string) => (hasUnnoted(hub.read) ? withoutNames(text, (id) => isUnnoted(hub.read, id)) : text)
  const replay = await openReplay({ ...config.replay, server, place, squeeze, redact, clock, log })
  // Whoever was forgotten while this node was not there is still in what it had recorded.
  if (!isAlone && hasUnnoted(hub.read)) await replay.redactKept()
  return replay
}

interface LooksParts {
  readonly hub: Hub
  readonly clock: Clock
  readonly replay: Pick<Replay, 'lastReadingAt'>
  readonly lookers: Pick<Lookers, 'follow'>
  /** Epoch ms of the last entry that the journal held when this node began to decide. */
  readonly lastEntryAt: number | null
  /** Other nodes may have gone on serving those who look. */
  readonly resumes: boolean
  readonly onFault: (what: string, error: unknown) => void
}

/** Writes down who looks at all positions, now and then, while this node decides. */
export function writeLooks({ replay, lookers, lastEntryAt, ...parts }: LooksParts) {
  const looks = startLooks({ ...parts, lastRanAt: latest(lastEntryAt, replay.lastReadingAt()) })
  const stopFollowing = lookers.follow(looks.watcher)
  return {
    replayed: looks.replayed,
    /** Nobody decides after this. */
    close: looks.close,
    /** Somebody else does. */
    leave() {
      stopFollowing()
      looks.leave()
    },
  }
}

interface LookingBack {
  readonly replay: Replay
  /** Null while nobody writes down here who looks. */
  looks(): Pick<LooksWatch, 'replayed'> | null
}

/** For the features, which are made before there is a hub whose doings could be kept. */
export const answersOf = (back: () => LookingBack) => ({
  replay: () => back().replay,
  onReplayed(principal: Principal) {
    const looks = back().looks()
    if (!looks) throw new Error('Nobody writes down here who looks')
    looks.replayed(principal)
  },
})

const latest = (...times: readonly (number | null)[]) => {
  const known = times.filter((at) => at !== null)
  return known.length > 0 ? Math.max(...known) : null
}
