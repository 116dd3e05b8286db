import { mainServer, PlayerId } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/friends/commands.ts'
import { blockers, friendLife, friendRules, friends, hurtPlayers } from '../../../shared/features/friends/friends.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { derive, type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { isSamePerson } from '../account/persons.ts'
import { accountsByExactName } from '../profile/search.ts'
import { forget, hidePlace, partFromOwnAccounts, takesRequestOf } from './relations.ts'
import * as rules from './rules.ts'
import * as teleports from './teleports.ts'

/** Only players who can be asked are found, so that the answer is the same for the others and for names that are not a player's. */
async function playerNamed(context: QueryContext<typeof commands.findFriend>, name: string) {
  const { read, principal, refuse } = context
  const own = principal.id ?? ''
  const found = await accountsByExactName(context, name)
  if (found.includes(own) && found.length === 1) return refuse('samePerson')
  const { incoming, friends: list } = read(friends, own)
  const isKnown = (id: string) => Object.hasOwn(incoming, id) || Object.hasOwn(list, id)
  const [first, second] = found.filter((id) => id !== own && (isKnown(id) || takesRequestOf(read, own, id)))
  if (first === undefined) return refuse('noPlayer')
  if (second !== undefined) return refuse('ambiguous')
  if (isSamePerson(read, own, first)) return refuse('samePerson')
  return { account: PlayerId.parse(first), name: read(account, first).name }
}

function playersOfFriends({ principal, read }: QueryContext, asked: readonly string[]) {
  const players: Record<string, string> = {}
  const { friends: list } = read(friends, principal.id ?? '')
  for (const id of asked) {
    const { steamId } = read(account, id)
    if (Object.hasOwn(list, id) && list[id]?.placeSince !== null && steamId !== null) players[id] = steamId
  }
  return { players }
}

function namesOf({ principal, read }: QueryContext, asked: readonly string[]) {
  const { friends: list, incoming, outgoing, blocked } = read(friends, principal.id ?? '')
  const isListed = (id: string) => [list, incoming, outgoing, blocked].some((one) => Object.hasOwn(one, id))
  return { names: Object.fromEntries(asked.filter(isListed).map((id) => [id, read(profile, id).name])) }
}

/** Friends: requests, who sees whom, and teleports to one another. */
export const friendsFeature: Feature = {
  name: 'friends',
  documents: [friends, blockers, friendLife, hurtPlayers, friendRules],
  commands: [
    implement(commands.requestFriend, rules.requestFriend),
    implement(commands.acceptFriend, rules.acceptFriend),
    implement(commands.declineFriend, rules.declineFriend),
    implement(commands.cancelRequest, rules.cancelRequest),
    implement(commands.removeFriend, rules.removeFriend),
    implement(commands.blockPlayer, rules.blockPlayer),
    implement(commands.unblockPlayer, rules.unblockPlayer),
    implement(commands.setFriendSettings, rules.setFriendSettings),
    implement(commands.setFriendTeleports, rules.setFriendTeleports),
    implement(commands.reportFriends, rules.reportFriends),
    implement(commands.reportHurt, rules.reportHurt),
    implement(commands.askTeleport, teleports.askTeleport),
    implement(commands.acceptTeleport, teleports.acceptTeleport),
    implement(commands.declineTeleport, teleports.declineTeleport),
    implement(commands.withdrawTeleport, teleports.withdrawTeleport),
    implement(commands.expireTeleport, teleports.expireTeleport),
  ],
  queries: [
    implementQuery(commands.findFriend, (context, { name }) => playerNamed(context, name)),
    implementQuery(commands.friendNames, (context, { accounts }) => namesOf(context, accounts)),
    implementQuery(commands.friendPlayers, (context, asked) => playersOfFriends(context, asked.friends)),
  ],
  removals: [
    // One function removes a person from all three kinds, on both sides.
    { kind: friends, remove: (context, person) => forget(context, person.account) },
    { kind: blockers, remove() {} },
    { kind: friendLife, remove() {} },
    {
      kind: hurtPlayers,
      remove({ edit }, { players }) {
        for (const player of players) delete edit(hurtPlayers, mainServer).at[player]
      },
    },
  ],
  derivations: [
    derive(account, (context, key, before) => {
      const { steamId, discord } = context.read(account, key)
      if (before.steamId !== steamId) hidePlace(context, key)
      if (before.steamId !== steamId || before.discord?.discordId !== discord?.discordId)
        partFromOwnAccounts(context, key)
    }),
  ],
}
