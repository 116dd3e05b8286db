import type { ServerId } from '../../../shared/engine/ids.ts'
import { logLink } from '../../../shared/features/gameLog/gameLog.ts'
import { keepSeason, publishLeaderboards } from '../../../shared/features/leaderboards/commands.ts'
import { leaderboards, publishEveryMs, seasons } from '../../../shared/features/leaderboards/leaderboards.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Lists } from './lists.ts'

interface WorkerDeps {
  readonly hub: Pick<Hub, 'execute' | 'read'>
  readonly server: ServerId
  readonly lists: Lists
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

const lookEveryMs = 10_000

/** Publishes the lists where they changed, at most once a minute, and keeps the places of a season that has ended. Returns the way to stop. */
export function startLeaderboardsWorker({ hub, server, lists, clock, onFault }: WorkerDeps) {
  let published = ''
  let shown = hub.read(leaderboards)
  /** By the monotonic clock. After a restart the lists of before are shown for a minute. */
  let publishedAt = hub.read(leaderboards).publishedAt === null ? Number.NEGATIVE_INFINITY : clock.monotonic()
  const look = async () => {
    const { keeping, number } = hub.read(seasons)
    if (keeping) {
      const final = await lists.final(keeping.endedAt)
      await hub.execute('leaderboards', keepSeason.name, { number: number - 1, lists: final })
    }
    // A day or a season that has just begun is counted some users at a time.
    while (lists.refresh()) await new Promise((resolve) => setImmediate(resolve))
    if (clock.monotonic() - publishedAt < publishEveryMs) return
    const next = { log: hub.read(logLink, server).state, lists: lists.top() }
    const text = JSON.stringify(next)
    // Rules take out users who leave: the lists that are read may be as before, and those that are shown are not.
    if (text === published && hub.read(leaderboards) === shown) return
    await hub.execute('leaderboards', publishLeaderboards.name, next)
    published = text
    shown = hub.read(leaderboards)
    publishedAt = clock.monotonic()
  }
  return every(
    clock,
    () => lookEveryMs,
    () => look().catch((error: unknown) => onFault('publish leaderboards', error)),
  )
}
