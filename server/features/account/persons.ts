import { account, identities } from '../../../shared/features/account/account.ts'
import type { Reading } from '../../engine/principal.ts'
import { accountLinkedTo, identityBucketOf, identityKeyOf } from './rules.ts'

/** More accounts than one person has by turns of linking and unlinking. */
const mostAccounts = 30

/**
 * Whether two accounts belong to one person: they are one, or a Steam or Discord account that was ever linked to one of them was ever linked
 * to the other, directly or over accounts in between. So a user who unlinks an identity and signs in with it again is still the same person.
 */
export const isSamePerson = (read: Reading, one: string, other: string): boolean =>
  one === other || ofPersons(read, [one])(other)

/** Demo accounts and real ones are kept apart: whether both accounts are of the demo, or neither. */
export const isOfSameKind = (read: Reading, one: string, other: string): boolean =>
  read(account, one).demo === read(account, other).demo

/** Says of each account whether it belongs to the person of one of these accounts, which are followed once for all of them. */
export function ofPersons(read: Reading, ones: readonly string[]): (other: string) => boolean {
  if (ones.length === 0) return () => false
  const own = new Set(ones.flatMap((one) => [...identitiesOf(read, one)]))
  return (other) => ones.includes(other) || [...identitiesOf(read, other)].some((key) => own.has(key))
}

/** The accounts that have a Steam account which was linked to this one before: its hours in the game are theirs now. */
export function accountsWithItsPlayers(read: Reading, one: string): ReadonlySet<string> {
  const { formerSteamIds, demo } = read(account, one)
  const holders = formerSteamIds.map((former) => accountLinkedTo(read, 'steam', former, demo))
  return new Set(holders.filter((holder) => holder !== undefined).filter((holder) => holder !== one))
}

/** The accounts to which a player of the game is linked or was, of the demo too. */
export const accountsEverLinkedTo = (read: Reading, steamId: string): readonly string[] =>
  [false, true].flatMap((demo) => holdersOf(read, identityKeyOf('steam', steamId, demo)))

/** All accounts of the person of an account, with that. */
export const accountsOfPerson = (read: Reading, one: string): ReadonlySet<string> => walkFrom(read, one).accounts

/** The keys of all identities that lead to a person from one of their accounts. */
const identitiesOf = (read: Reading, first: string): ReadonlySet<string> => walkFrom(read, first).found

function walkFrom(read: Reading, first: string) {
  const found = new Set<string>()
  const accounts = new Set([first])
  for (const one of accounts) {
    if (accounts.size > mostAccounts) break
    for (const key of keysOf(read, one)) {
      found.add(key)
      for (const holder of holdersOf(read, key)) accounts.add(holder)
    }
  }
  return { found, accounts }
}

/** The accounts that have an identity or had it. */
function holdersOf(read: Reading, key: string): readonly string[] {
  const { accounts, former } = read(identities, identityBucketOf(key))
  return [accounts[key] ?? [], former[key] ?? []].flat()
}

/** Of all identities that are linked to an account or were. */
function keysOf(read: Reading, id: string): readonly string[] {
  const { steamId, formerSteamIds, discord, formerDiscordKeys, demo } = read(account, id)
  return [
    ...[...(steamId === null ? [] : [steamId]), ...formerSteamIds].map((one) => identityKeyOf('steam', one, demo)),
    ...(discord === null ? [] : [identityKeyOf('discord', discord.discordId, demo)]),
    ...formerDiscordKeys,
  ]
}
