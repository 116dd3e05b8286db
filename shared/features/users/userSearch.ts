import type { AmountField, AmountKind, SearchDefinition, SearchField, TextField } from '../../engine/search/fields.ts'
import { patronTiers } from '../patrons/patrons.ts'
import { type User, userStatuses } from './users.ts'

type Field = SearchField<User>
type Words = readonly [name: string, what: string, example: string]

const text = ([name, what, example]: Words, read: TextField<User>['read']): Field => ({
  kind: 'text',
  name,
  what,
  example,
  isOptional: true,
  read,
})

const choice = ([name, what, example]: Words, values: readonly string[], read: TextField<User>['read']): Field => ({
  kind: 'choice',
  name,
  what,
  example,
  values,
  read,
})

const amount = (kind: AmountKind, [name, what, example]: Words, read: AmountField<User>['read']): Field => ({
  kind,
  name,
  what,
  example,
  isOptional: true,
  read,
})

const linksOf = ({ steamId, discordId }: User) => [
  ...(steamId === null ? [] : ['steam']),
  ...(discordId === null ? [] : ['discord']),
]

/** The search in the owner's table of users: the hub finds by it, and the page offers and explains it. */
const userSearch: SearchDefinition<User> = {
  noun: 'user',
  fields: [
    text(['name', 'The name of the user', 'name:rex'], ({ username }) => username),
    choice(['status', 'Active or banned', 'status:banned'], userStatuses, ({ status }) => status),
    choice(['tier', 'The patron tier', 'tier:gold'], patronTiers, ({ patreonTier }) => patreonTier),
    choice(['linked', 'Which accounts are linked', 'linked:discord'], ['steam', 'discord'], linksOf),
    amount('duration', ['playtime', 'Time in the game', 'playtime>10h'], ({ playtime }) => playtime),
    amount('date', ['joined', 'The day of the first sign-in', 'joined<2026-01-01'], ({ joinDate }) => joinDate),
    amount('date', ['active', 'The day they were last here', 'active>2026-03-01'], ({ lastActive }) => lastActive),
    amount('duration', ['away', 'How long ago they were last here', 'away>30d'], ({ lastActive }, now) =>
      lastActive === null ? null : Math.max(0, now - lastActive),
    ),
    amount('number', ['pearls', 'Void Pearls', 'pearls>1000'], ({ currencies }) => currencies.voidPearls),
    amount('number', ['talons', 'Razor Talons', 'talons>1000'], ({ currencies }) => currencies.razorTalons),
    amount('number', ['shards', 'Sylvan Shards', 'shards>1000'], ({ currencies }) => currencies.sylvanShards),
    amount(
      'number',
      ['dinosaurs', 'Dinosaurs in the inventory', 'dinosaurs>=5'],
      ({ currencies }) => currencies.dinosaurs,
    ),
    text(['steam', 'The SteamID64', 'steam:7656119'], ({ steamId }) => steamId),
    text(['discord', 'The Discord ID', 'discord:1234'], ({ discordId }) => discordId),
    text(['reason', 'The reason for the ban', 'reason:cheating'], ({ banInfo }) => banInfo?.reason ?? null),
    text(['by', 'Who banned them', 'by:olga'], ({ banInfo }) => banInfo?.bannedBy ?? null),
    choice(['ban', 'How long the ban lasts', 'ban:permanent'], ['permanent', 'temporary'], ({ banInfo }) =>
      banInfo === null ? null : banInfo.expiresDate === null ? 'permanent' : 'temporary',
    ),
  ],
  words: ({ username, id, steamId, discordId }) => [username, id, steamId ?? '', discordId ?? ''],
}

/** What a reader may see of users, beside what all readers of the table do. */
export interface SeenOfUsers {
  readonly balances: boolean
  readonly bans: boolean
}
const parts: Readonly<Record<keyof SeenOfUsers, readonly string[]>> = {
  balances: ['pearls', 'talons', 'shards'],
  bans: ['status', 'reason', 'by', 'ban'],
}
const without = (hidden: readonly (keyof SeenOfUsers)[]): SearchDefinition<User> => {
  const names = hidden.flatMap((part) => parts[part])
  return { ...userSearch, fields: userSearch.fields.filter(({ name }) => !names.includes(name)) }
}
const [withoutBalances, withoutBans, withoutBoth] = [
  without(['balances']),
  without(['bans']),
  without(['balances', 'bans']),
]

/** A reader does not find users by what they may not see. For the same rights the same object. */
export function userSearchOf({ balances, bans }: SeenOfUsers): SearchDefinition<User> {
  if (balances) return bans ? userSearch : withoutBans
  return bans ? withoutBalances : withoutBoth
}
