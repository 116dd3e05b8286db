import { z } from 'zod'
import { defineCommand } from '../../../../shared/engine/command.ts'
import { mainServer } from '../../../../shared/engine/ids.ts'
import { Ban, bans } from '../../../../shared/features/deliveries/delivery.ts'
import { fightRecord, logLink } from '../../../../shared/features/gameLog/gameLog.ts'
import { findOwnPlace } from '../../../../shared/features/leaderboards/commands.ts'
import { leaderboards } from '../../../../shared/features/leaderboards/leaderboards.ts'
import { addCurrency } from '../../../../shared/features/ledger/commands.ts'
import { recordPlay } from '../../../../shared/features/play/commands.ts'
import type { Feature } from '../../../engine/feature.ts'
import { implement } from '../../../engine/rule.ts'
import { inSession, person } from '../../../testing/principals.ts'
import { openLedger, ownersSteamId } from '../../ledger/testing/openLedger.ts'
import { leaderboardsFeature } from '../feature.ts'
import { followLists, type Lists } from '../lists.ts'
import { startLeaderboardsWorker } from '../worker.ts'

/** What the game's log does to the record of a player. */
const fight = defineCommand({
  name: 'given.fight',
  permission: 'hub',
  input: z.object({ player: z.string(), kills: z.int(), deaths: z.int() }),
  output: z.object({}),
  refusals: {},
})
const link = defineCommand({
  name: 'given.logLink',
  permission: 'hub',
  input: z.object({ state: z.enum(['off', 'following']) }),
  output: z.object({}),
  refusals: {},
})
/** A ban without a game. */
const ban = defineCommand({
  name: 'given.ban',
  permission: 'hub',
  input: z.object({ player: z.string(), isBanned: z.boolean() }),
  output: z.object({}),
  refusals: {},
})
const fights: Feature = {
  name: 'fights',
  documents: [fightRecord, logLink],
  commands: [
    implement(fight, ({ edit, now }, { player, kills, deaths }) => {
      const record = edit(fightRecord, player)
      record.kills += kills
      record.deaths += deaths
      Object.assign(record, { lastKillAt: now, lastDeathAt: now })
      return {}
    }),
    implement(link, ({ edit }, { state }) => {
      edit(logLink, mainServer).state = state
      return {}
    }),
    implement(ban, ({ edit, now }, { player, isBanned }) => {
      const held = edit(bans, mainServer).bans
      if (isBanned) held[player] = Ban.parse({ name: 'Player', by: 'olga', byName: 'Olga', at: now, until: null })
      else delete held[player]
      return {}
    }),
  ],
  queries: [],
}

export const steamIdOf = (nth: number) => `765611980000${String(10_000 + nth)}`

type Opened = NonNullable<Parameters<typeof openLedger>[0]>

/** A hub with leaderboards, their lists and their worker, and with ways to earn, play and fight. */
export async function openLeaderboards({ more = [], ...kept }: Opened = {}) {
  let lists: Lists | null = null
  const known = () => lists as Lists
  const app = await openLedger({ ...kept, more: [leaderboardsFeature(known), fights, ...more] })
  const { hub, clock, faults, ask } = app
  lists = followLists(hub, clock, false)
  const start = () =>
    startLeaderboardsWorker({
      hub,
      server: mainServer,
      lists: known(),
      clock,
      onFault: (what) => void faults.push(what),
    })
  let stop = start()
  let seenAt: number | null = null
  /** Waits until the worker's commands are carried out. */
  const settle = async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      await hub.settled()
    }
  }
  return {
    ...app,
    lists: known(),
    settle,
    stop: () => stop(),
    startAgain: () => {
      stop = start()
    },
    async pass(ms: number) {
      clock.pass(ms)
      await settle()
    },
    /** Time until the worker has published again. */
    async publish() {
      clock.pass(60_000)
      await settle()
      clock.pass(10_000)
      await settle()
      return hub.read(leaderboards)
    },
    owner: () => app.link('olga', ownersSteamId, 'Olga'),
    earn: (who: string, currency: string, amount: number) =>
      ask('olga', 'owner', addCurrency, { target: who, currency, amount, reason: 'r' }),
    /** A reading of who is in the game. */
    async see(...players: readonly string[]) {
      const at = clock.now()
      await hub.execute('game link', recordPlay.name, {
        server: mainServer,
        players: players.map((id) => ({ id, species: 'Troodon' })),
        at,
        seenAt,
      })
      seenAt = at
    },
    fight: (player: string, kills: number, deaths: number) =>
      hub.execute('game link', fight.name, { player, kills, deaths }),
    ban: (player: string, isBanned: boolean) => hub.execute('game link', ban.name, { player, isBanned }),
    connectLog: (state: 'off' | 'following') => hub.execute('game link', link.name, { state }),
    async own(who: string, list: string) {
      const answer = await hub.query(inSession(person(who)), { name: findOwnPlace.name, input: { list } })
      if (!answer.ok) throw new Error(answer.message)
      return findOwnPlace.output.parse(answer.output)
    },
    /** The accounts of a published list, the best first. */
    listed: (list: string) =>
      Object.values(hub.read(leaderboards).lists[list]?.places ?? {})
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ account }) => account),
  }
}
