import { z } from 'zod'
import { defineCommand } from '../../../../shared/engine/command.ts'
import { mainServer } from '../../../../shared/engine/ids.ts'
import { deliveries } from '../../../../shared/features/deliveries/delivery.ts'
import { reportSendable } from '../../../../shared/features/deliveries/hubCommands.ts'
import * as commands from '../../../../shared/features/friends/commands.ts'
import { blockers, type Friends, friendLife, friends } from '../../../../shared/features/friends/friends.ts'
import { notifications } from '../../../../shared/features/notifications/notifications.ts'
import { reportRoster } from '../../../../shared/features/roster/commands.ts'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import type { Hub } from '../../../engine/hub.ts'
import { implement, type Rule } from '../../../engine/rule.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { openApp } from '../../../testing/openApp.ts'
import { inSession, person } from '../../../testing/principals.ts'
import { accountFeature } from '../../account/feature.ts'
import { deliveriesFeature } from '../../deliveries/feature.ts'
import { erasureFeature } from '../../erasure/feature.ts'
import { notificationsFeature } from '../../notifications/feature.ts'
import { playFeature } from '../../play/feature.ts'
import { profileFeature } from '../../profile/feature.ts'
import { rightsFeature } from '../../rights/rights.ts'
import { rosterFeature } from '../../roster/feature.ts'
import { sessionFeature } from '../../session/feature.ts'
import { settingsFeature } from '../../settings/feature.ts'
import { tokensFeature } from '../../tokens/feature.ts'
import { friendsFeature } from '../feature.ts'

const features = [
  accountFeature,
  rightsFeature([]),
  profileFeature,
  tokensFeature,
  sessionFeature,
  settingsFeature([]),
  rosterFeature,
  playFeature,
  deliveriesFeature,
  notificationsFeature,
  friendsFeature,
  erasureFeature,
]

/** The SteamID64 of an account in these tests. */
export const steamIdOf = (who: string) => {
  const number = [...who].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 10_000_000, 7)
  return `7656119800${String(number).padStart(7, '0')}`
}

const animal = {
  species: 'Troodon',
  dead: false,
  gender: null,
  growth: 80,
  slot: null,
  isPlaced: true,
  region: null,
  square: 'C5',
  near: null,
  health: 100,
  stamina: 100,
  hunger: 100,
  thirst: 100,
}

/** Writes what would take a test hundreds of requests. */
const seed = defineCommand({
  name: 'sample.seed',
  permission: 'hub',
  input: z.object({ who: z.string(), fields: z.record(z.string(), z.unknown()) }),
  output: z.object({}),
  refusals: {},
})
const seedRule: Rule<typeof seed> = ({ edit }, { who, fields }) => {
  Object.assign(edit(friends, who), fields)
  return {}
}
const sample = { name: 'sample', documents: [], commands: [implement(seed, seedRule)], queries: [] }

/** A hub with friends, and short functions for their commands. Accounts are linked to players of the game. */
export async function openFriends(...accounts: readonly string[]) {
  const app = await openApp([...features, sample])
  const { hub, clock, dispatch } = app
  const join = (who: string, steamId: string | null = steamIdOf(who)) =>
    ensureAccount(hub, clock.now(), { account: who, name: `${who} name`, steamId })
  for (const who of accounts) await join(who)
  const ask = (who: string, { name }: { readonly name: string }, input: object = {}) =>
    dispatch(inSession(person(who)), name, input)
  const must = async (who: string, command: { readonly name: string }, input: object = {}) => {
    const answer = await ask(who, command, input)
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
    return answer.output
  }
  return {
    ...app,
    join,
    ask,
    must,
    of: (who: string) => hub.read(friends, who),
    seed: (who: string, fields: Partial<Friends>) => hub.execute('test', seed.name, { who, fields }),
    lifeOf: (who: string) => hub.read(friendLife, who),
    namesOf: (who: string) => Object.keys(hub.read(friends, who).friends).sort(),
    /** The names that a user reads of these accounts, or the code of the refusal. */
    async names(who: string, accounts: readonly string[]) {
      const answer = await hub.query(person(who), { name: commands.friendNames.name, input: { accounts } })
      return answer.ok ? commands.friendNames.output.parse(answer.output).names : answer.code
    },
    find: (who: string, name: string) => hub.query(person(who), { name: commands.findFriend.name, input: { name } }),
    told: (who: string) =>
      Object.values(hub.read(notifications, who).entries).map(({ title, other }) => `${title}: ${other}`),
    async befriend(one: string, other: string) {
      await must(one, commands.requestFriend, { to: other })
      await must(other, commands.acceptFriend, { from: one })
    },
    /** One reading of the game with these players in it, and a link that can teleport. */
    async play(playing: Readonly<Record<string, Partial<NonNullable<RosterEntry['animal']>>>>) {
      const players = Object.entries(playing).map(([who, fields]) => {
        const id = steamIdOf(who)
        return { id, name: who, animal: { ...animal, ...fields } }
      })
      const reading = { server: mainServer, players, readAt: clock.now(), everyMs: 2_000 }
      await hub.execute('game link', reportRoster.name, reading)
      await hub.execute('game link', reportSendable.name, { server: mainServer, kinds: ['teleport'] })
    },
    deliveries: () => Object.values(hub.read(deliveries, mainServer).entries),
    problems: () => relationProblems(hub, accounts),
  }
}

/** Where the lists of two users differ: what one has of another, the other must have too. */
function relationProblems(hub: Pick<Hub, 'read'>, accounts: readonly string[]): readonly string[] {
  const problems: string[] = []
  const check = (holds: boolean, what: string) => void (holds || problems.push(what))
  for (const one of accounts) {
    const own = hub.read(friends, one)
    const life = hub.read(friendLife, one)
    for (const [other, friend] of Object.entries(own.friends)) {
      const theirs = hub.read(friends, other)
      check(JSON.stringify(theirs.friends[one]) === JSON.stringify(friend), `${one} has ${other} otherwise`)
      check(friend.showsStatus === (own.showsStatus && theirs.showsStatus), `status of ${one} and ${other}`)
      const sharesPlace = friend.showsStatus && own.sharesPlace && theirs.sharesPlace
      check((friend.placeSince !== null) === sharesPlace, `place of ${one} and ${other}`)
      check(own.incoming[other] === undefined && own.outgoing[other] === undefined, `${one} asks the friend ${other}`)
    }
    for (const other of Object.keys(own.incoming))
      check(hub.read(friends, other).outgoing[one] !== undefined, `${other} did not ask ${one}`)
    for (const other of Object.keys(own.outgoing))
      check(hub.read(friends, other).incoming[one] !== undefined, `${other} was not asked by ${one}`)
    for (const other of Object.keys(own.blocked)) {
      check(hub.read(blockers, other).by[one] === true, `the block of ${other} by ${one}`)
      check(own.friends[other] === undefined && own.incoming[other] === undefined, `${one} has blocked ${other}`)
    }
    for (const other of Object.keys(hub.read(blockers, one).by))
      check(hub.read(friends, other).blocked[one] !== undefined, `${other} has not blocked ${one}`)
    for (const [other, seen] of Object.entries(life.seen)) {
      check(own.friends[other]?.showsStatus === true, `${one} sees ${other}`)
      check(seen.place === null || own.friends[other]?.placeSince != null, `${one} sees the place of ${other}`)
    }
    if (own.teleport) check(hub.read(friends, own.teleport.friend).teleportsIn[one] !== undefined, `teleport of ${one}`)
    for (const other of Object.keys(own.teleportsIn))
      check(hub.read(friends, other).teleport?.friend === one, `teleport of ${other} to ${one}`)
  }
  return problems
}
