import { account } from '../../../shared/features/account/account.ts'
import { challengeRuns, countedRuns } from '../../../shared/features/challenges/challenge.ts'
import { recordSights, type Sight, turnSets } from '../../../shared/features/challenges/commands.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Reading, ReadingSink, ReadPlayer } from '../roster/reading.ts'
import { countSight } from './progress.ts'
import { isCountedRun } from './rules.ts'

interface WatcherDeps {
  readonly hub: Pick<Hub, 'execute' | 'read'>
  readonly server: string
  readonly onFault: (what: string, error: unknown) => void
}

/** Time is written once a minute. */
const savedEveryMs = 60_000
/** A longer gap between two readings is not counted as played. */
const mostReadings = 3

/** What a player was last seen as, and for how long that is not written yet. */
interface Held {
  sight: Sight
  seenAt: number
  /** The runs that were counted then. A new one gets the next sight at once. */
  runs: string
}

/**
 * Follows the animals of players who have accepted challenges, from the readings that the hub has anyway, and writes what counts: each new
 * region and point of growth at once, time once a minute.
 */
export function createChallengeWatcher({ hub, server, onFault }: WatcherDeps) {
  const held = new Map<string, Held>()

  const report = ({ at, everyMs, players }: Reading) => {
    const { accounts } = hub.read(countedRuns)
    const counted = Object.keys(accounts)
    for (const one of held.keys()) if (!Object.hasOwn(accounts, one)) held.delete(one)
    if (counted.length === 0) return Promise.resolve()
    const byId = new Map(players.map((player) => [player.id, player]))
    const seen = counted.flatMap((own) => {
      const sights = sightsOf(own, byId, at, everyMs)
      return sights.length > 0 ? [{ account: own, sights }] : []
    })
    return seen.length === 0 ? Promise.resolve() : hub.execute('game link', recordSights.name, { server, seen })
  }

  /** What is to be written of a player after this reading. */
  function sightsOf(own: string, players: ReadonlyMap<string, ReadPlayer>, at: number, everyMs: number) {
    const { steamId } = hub.read(account, own)
    const animal = players.get(steamId ?? '')?.animal
    const before = held.get(own)
    if (!animal) {
      held.delete(own)
      return before && before.sight.ms > 0 ? [before.sight] : []
    }
    const now: Sight = {
      at,
      ms: 0,
      species: animal.species,
      growth: animal.growth,
      isAlive: !animal.dead,
      region: animal.region,
      pack: packAmong(own, players),
    }
    const passed = before && at - before.seenAt <= everyMs * mostReadings ? Math.max(0, at - before.seenAt) : 0
    const runs = countedRunsOf(own)
      .map(({ id }) => id)
      .join()
    if (before && before.runs === runs && isAlike(before.sight, now)) {
      const sight = { ...now, ms: before.sight.ms + passed }
      const isDue = sight.ms >= savedEveryMs
      held.set(own, { sight: isDue ? now : sight, seenAt: at, runs })
      return isDue ? [sight] : []
    }
    const ended = before && before.sight.ms > 0 ? [before.sight] : []
    const begun = { ...now, ms: passed }
    const counts = changesRun(own, begun)
    held.set(own, { sight: counts ? now : begun, seenAt: at, runs })
    return counts ? [...ended, begun] : ended
  }

  const countedRunsOf = (own: string) => Object.values(hub.read(challengeRuns, own).runs).filter(isCountedRun)
  const changesRun = (own: string, sight: Sight) =>
    countedRunsOf(own).some((run) => countSight(structuredClone(run), sight))

  /** Members of the player's pack who are in this reading, the player included; 0 without a pack. */
  function packAmong(own: string, players: ReadonlyMap<string, ReadPlayer>): number {
    const { pack: key } = hub.read(membership, own)
    if (key === null) return 0
    return Object.keys(hub.read(pack, key).members).filter((member) =>
      players.has(hub.read(account, member).steamId ?? ''),
    ).length
  }

  hub.execute('challenges', turnSets.name, {}).catch((error: unknown) => onFault(turnSets.name, error))
  /** A planned stop loses no time. */
  const flush = async () => {
    const seen = [...held].flatMap(([own, { sight }]) => (sight.ms > 0 ? [{ account: own, sights: [sight] }] : []))
    held.clear()
    if (seen.length > 0) await hub.execute('game link', recordSights.name, { server, seen })
  }
  return { report, flush } satisfies ReadingSink
}

const isAlike = (one: Sight, other: Sight) =>
  one.species === other.species &&
  one.growth === other.growth &&
  one.isAlive === other.isAlive &&
  one.region === other.region &&
  one.pack === other.pack
