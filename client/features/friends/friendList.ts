import { type Atom, atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { friendNames } from '../../../shared/features/friends/commands.ts'
import {
  type Friend,
  FriendLife,
  type FriendSeen,
  type FriendStatus,
  type Friends,
  friendLife,
  friends,
} from '../../../shared/features/friends/friends.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { documentAtom, useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { type Marker, markerOf } from '../../map/markerLayer.ts'

/** A friend with the name of the profile. */
export interface NamedFriend extends Friend {
  readonly account: string
  /** '' until the profile is here. */
  readonly name: string
}

/** The user's friends, with loading states. */
export type FriendsState =
  | { readonly name: 'loading' | 'refused' }
  | { readonly name: 'here'; readonly own: Friends; readonly list: readonly NamedFriend[] }

const atoms = new Map<string, Atom<FriendsState>>()

/** Profiles that are watched: a page may watch 200 documents in all, and a user may have as many friends. The names of others are asked for. */
export const mostWatchedNames = 60

/** Watches the user's friends and the profiles of the first of them. */
const makeAtom = (me: string) =>
  atom((get): FriendsState => {
    const { state, value } = get(documentAtom(friends, me))
    if (state !== 'here') return { name: state }
    const list = Object.entries(value.friends).map(([account, friend], index) => {
      const known = index < mostWatchedNames ? get(documentAtom(profile, account)).value : null
      return { account, ...friend, name: known?.name ?? '' }
    })
    return { name: 'here', own: value, list: list.sort(byName) }
  })

const byName = (one: NamedFriend, other: NamedFriend) =>
  one.name.localeCompare(other.name) || (one.account < other.account ? -1 : 1)

const friendsAtom = (me: string): Atom<FriendsState> => {
  const known = atoms.get(me) ?? makeAtom(me)
  atoms.set(me, known)
  return known
}

/** @param me the account of the viewing user; '' for a guest, who stays loading */
export function useFriends(me: string): FriendsState {
  const state = useAtomValue(friendsAtom(me))
  const others = state.name === 'here' ? Object.keys(state.own.friends).slice(mostWatchedNames) : []
  const names = useNames(others)
  return useMemo(() => {
    if (state.name !== 'here' || names === null) return state
    const list = state.list.map((friend) => ({ ...friend, name: friend.name || (names[friend.account] ?? '') }))
    return { ...state, list: list.sort(byName) }
  }, [state, names])
}

/** Names of players in the user's lists, by account, as of when these accounts were asked for first; null until they are here. */
export const useNames = (accounts: readonly string[]): Readonly<Record<string, string>> | null =>
  useQuery(friendNames, accounts.length === 0 ? null : { accounts: [...accounts] }).value?.names ?? null

const noLife = FriendLife.parse({})

/** What the user sees of friends now. While it is watched the game is read often. */
export const useFriendLife = (me: string): FriendLife => useDocument(friendLife, me).value ?? noLife

/** Whether at least one friend may see where the user is. */
export const useIsSeenByFriends = (me: string): boolean =>
  Object.values(useDocument(friends, me).value?.friends ?? {}).some(({ placeSince }) => placeSince !== null)

const statusRanks: Readonly<Record<FriendStatus, number>> = { 'in-game': 0, online: 1, offline: 2 }

/** Those in the game first, then those online; by name among equals. A friend who does not show it comes last. */
export function inOrder(list: readonly NamedFriend[], { seen }: FriendLife): readonly NamedFriend[] {
  const rank = ({ account }: NamedFriend) => {
    const status = seen[account]?.status
    return status === undefined ? 3 : statusRanks[status]
  }
  return list.toSorted((one, other) => rank(one) - rank(other))
}

/** The status as a person reads it. */
export function statusLabel({ showsStatus }: Friend, seen: FriendSeen | undefined): string {
  if (!showsStatus) return 'Status hidden'
  if (!seen) return 'Loading…'
  return { 'in-game': 'In game', online: 'Online', offline: 'Offline' }[seen.status]
}

/** Whether a friend's dinosaur has a place on the map now. */
export const isOnMap = (seen: FriendSeen | undefined) =>
  seen?.place != null && seen.place.slot !== null && seen.place.isPlaced

/** The markers of friends. Those who are drawn already, as members of the pack, are left out. @param drawn accounts */
export const friendMarkers = (
  list: readonly NamedFriend[],
  { seen }: FriendLife,
  drawn: ReadonlySet<string>,
): Marker[] =>
  list.flatMap(({ account, name, placeSince }) => {
    const place = seen[account]?.place
    if (!place || place.slot === null || placeSince === null || drawn.has(account)) return []
    const { slot, species, growth, dead } = place
    return [markerOf({ id: account, slot, name: name || 'Friend', relation: 'friend', species, growth, dead })]
  })
