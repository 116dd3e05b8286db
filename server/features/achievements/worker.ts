import { type DocumentId, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import {
  recordSights,
  type Sight,
  sights,
  updateAchievements,
} from '../../../shared/features/achievements/achievements.ts'
import { challengeRuns } from '../../../shared/features/challenges/challenge.ts'
import { ownEvents } from '../../../shared/features/events/events.ts'
import { friends } from '../../../shared/features/friends/friends.ts'
import { fightRecord } from '../../../shared/features/gameLog/gameLog.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { rewardKeys } from '../../../shared/features/ledger/ledger.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import { gameTimeAt } from '../../../shared/features/server/gameTime.ts'
import { server as serverStatus } from '../../../shared/features/server/server.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { triviaRecord } from '../../../shared/features/trivia/trivia.ts'
import { dietOf } from '../../../shared/features/world/species.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import { accountsOfPlayer } from '../account/rules.ts'
import { mostGrownAtOnce } from '../challenges/progress.ts'
import type { Reading, ReadingSink } from '../roster/reading.ts'
import { progressOf } from './rules.ts'

interface WorkerDeps {
  readonly hub: Pick<Hub, 'execute' | 'read' | 'onPublish' | 'journaledIds'>
  readonly server: string
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

const accountKinds: readonly string[] = [
  account,
  inventory,
  ownedSkins,
  friends,
  ownEvents,
  challengeRuns,
  triviaRecord,
  rewardKeys,
].map(({ kind }) => kind)
const playerKinds: readonly string[] = [playRecord, fightRecord, sights].map(({ kind }) => kind)

const lookEveryMs = 2_000
/** Users who are looked at in one turn. */
const mostAtOnce = 200
const mostInCommand = 50
/** Users in the game make progress by time alone. */
const playingEveryMs = 60_000

/**
 * Looks at users of whom something has changed, soon after it and outside of the commands that changed it, and at all users once after a start:
 * what they did before there were achievements counts, too. Follows the readings of the game for what nothing else keeps.
 */
export function startAchievementsWorker({ hub, server, clock, onFault }: WorkerDeps) {
  const changed = new Set<string>()
  const playing = new Map<string, string>()
  let isStarted = false
  let playedAt = Number.NEGATIVE_INFINITY

  const noteChange = (id: DocumentId) => {
    const kind = kindOf(id)
    if (accountKinds.includes(kind)) changed.add(keyOf(id).split('~')[0] ?? '')
    else if (playerKinds.includes(kind)) {
      const [owner] = accountsOfPlayer(hub.read, keyOf(id))
      if (owner === undefined) return
      if (kind === playRecord.kind && hub.read(playRecord, keyOf(id)).since !== null) playing.set(keyOf(id), owner)
      else if (kind === playRecord.kind) playing.delete(keyOf(id))
      changed.add(owner)
    }
  }
  const noteAll = () => {
    for (const id of hub.journaledIds()) if (kindOf(id) === account.kind) changed.add(keyOf(id))
  }
  const look = async () => {
    if (!isStarted) noteAll()
    isStarted = true
    const now = clock.monotonic()
    if (now - playedAt >= playingEveryMs) {
      playedAt = now
      for (const owner of playing.values()) changed.add(owner)
    }
    const some = [...changed].slice(0, mostAtOnce)
    for (const id of some) changed.delete(id)
    const due = some.filter(
      (id) => hub.read(account, id).createdAt > 0 && progressOf(hub.read, id, clock.now()).length > 0,
    )
    for (let at = 0; at < due.length; at += mostInCommand) {
      const accounts = due.slice(at, at + mostInCommand)
      await hub.execute('achievements', updateAchievements.name, { accounts }).catch((error: unknown) => {
        onFault('update achievements', error)
        // They are looked at again: what they did is kept, and would be noticed only with their next change.
        for (const id of accounts) changed.add(id)
      })
    }
  }
  const stops = [
    hub.onPublish((published) => {
      for (const { id } of published) noteChange(id)
    }),
    every(
      clock,
      () => lookEveryMs,
      () => look().catch((error: unknown) => onFault('update achievements', error)),
    ),
  ]
  return {
    sink: createSightings({ hub, server, clock }),
    stop() {
      for (const stop of stops) stop()
    },
  }
}

const grownAt = 100
const minuteMs = 60_000

interface Growing {
  readonly species: string
  /** Percent. */
  readonly growth: number
  /** Whether it was seen to grow up: staff and redemptions can change an animal, which earns nothing. */
  readonly hasGrownUp: boolean
}

/** @param most points that an animal can have grown since the reading before */
function grownSince(
  before: Growing | undefined,
  { species, growth }: Omit<Growing, 'hasGrownUp'>,
  most: number,
): Growing {
  const grown = before?.species === species ? growth - before.growth : Number.NaN
  const isSame = before !== undefined && grown >= 0 && grown <= most
  return { species, growth, hasGrownUp: isSame && growth >= grownAt && (before.growth < grownAt || before.hasGrownUp) }
}

/** Of each reading what was not seen of its players before: grown species, regions, packs, and nights that were lived through. */
function createSightings({ hub, server, clock }: Pick<WorkerDeps, 'hub' | 'server' | 'clock'>): ReadingSink {
  /** The players who have been alive since the night fell; null by day, and in a night whose fall was not seen. */
  let awake: Set<string> | null = null
  let wasNight: boolean | null = null
  let growing: ReadonlyMap<string, Growing> = new Map()
  let readAt = 0

  /** The players who were alive from nightfall to dawn, at the first reading after it. */
  function nightsOf(alive: ReadonlySet<string>): ReadonlySet<string> {
    const { clock: gameClock } = hub.read(serverStatus, server)
    if (gameClock === null) {
      awake = null
      wasNight = null
      return new Set()
    }
    const isNight = gameTimeAt(gameClock, clock.now()).phase === 'night'
    const fell = isNight && wasNight === false
    const ended = !isNight && wasNight === true
    wasNight = isNight
    if (fell) awake = new Set(alive)
    else if (awake) for (const one of awake) if (!alive.has(one)) awake.delete(one)
    if (!ended) return new Set()
    const through = awake ?? new Set<string>()
    awake = null
    return through
  }
  return {
    report({ at, players }: Reading) {
      const animals = new Map(
        players.flatMap(({ id, animal }) => (animal && !animal.dead ? [[id, animal] as const] : [])),
      )
      const nights = nightsOf(new Set(animals.keys()))
      const most = mostGrownAtOnce + (at - readAt) / minuteMs
      growing = new Map([...animals].map(([player, animal]) => [player, grownSince(growing.get(player), animal, most)]))
      readAt = at
      const seen: Sight[] = []
      for (const [player, { species, region }] of animals) {
        const before = hub.read(sights, player)
        const sight: Sight = {
          player,
          grown: growing.get(player)?.hasGrownUp && !before.grown[species] ? [species] : [],
          regions: region !== null && !before.regions[region] ? [region] : [],
          nights: nights.has(player) ? 1 : 0,
          ...packSizes(hub, player, animals),
        }
        const hasPack = sight.carnivorePack > before.carnivorePack || sight.herbivorePack > before.herbivorePack
        if (sight.grown.length + sight.regions.length + sight.nights > 0 || hasPack) seen.push(sight)
      }
      if (seen.length === 0) return Promise.resolve()
      return hub.execute('achievements', recordSights.name, { seen: seen.slice(0, 1_000) })
    },
  }
}

/** How many members of a player's pack are in the game with an animal of the same diet. */
function packSizes(
  { read }: Pick<Hub, 'read'>,
  player: string,
  animals: ReadonlyMap<string, { readonly species: string }>,
) {
  const none = { carnivorePack: 0, herbivorePack: 0 }
  const [owner] = accountsOfPlayer(read, player)
  const id = owner === undefined ? null : read(membership, owner).pack
  if (id === null) return none
  const size = (diet: string) =>
    Object.keys(read(pack, id).members).filter((member) => {
      const animal = animals.get(read(account, member).steamId ?? '')
      return animal !== undefined && dietOf(animal.species) === diet
    }).length
  const diet = dietOf(animals.get(player)?.species ?? '')
  return {
    carnivorePack: diet === 'carnivore' ? size('carnivore') : 0,
    herbivorePack: diet === 'herbivore' ? size('herbivore') : 0,
  }
}
