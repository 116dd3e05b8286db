import { useMemo } from 'react'
import { account } from '../../../shared/features/account/account.ts'
import { friendPlayers } from '../../../shared/features/friends/commands.ts'
import { packPlayers } from '../../../shared/features/packs/queries.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import type { Marker } from '../../map/markerLayer.ts'
import { useFriends } from '../friends/friendList.ts'
import { usePack } from './usePack.ts'

/** How the user's animal and those of the pack and of friends are drawn among all players, by in-game player id. */
export type MapRelations = Readonly<Record<string, Pick<Marker, 'account' | 'relation' | 'isLeader'>>>

/** The own animal, the sharing members of the pack and sharing friends, for the map of all players. @param me the account of the viewing user */
export function useMapRelations(me: string): MapRelations {
  const known = useFriends(me)
  const list = known.name === 'here' ? known.list.filter(({ placeSince }) => placeSince !== null) : []
  const sharing = list.map(({ account: id }) => id).join()
  const friendsPlayers = useQuery(friendPlayers, sharing === '' ? null : { friends: sharing.split(',') }).value?.players
  const linked = useDocument(account, me).value?.steamId ?? null
  const packState = usePack(me)
  const pack = packState.name === 'here' ? packState.pack : null
  const memberIds = Object.entries(pack?.members ?? {}).flatMap(([id, { sharedSince }]) =>
    id === me || sharedSince === null ? [] : [id],
  )
  const players = useQuery(packPlayers, memberIds.length === 0 ? null : { members: memberIds }).value?.players
  const leader = pack?.leader ?? null
  // The last answer may name members who hide or have left since.
  const shown = memberIds.join()
  return useMemo(() => {
    const members = shown.split(',')
    const friends: Record<string, MapRelations[string]> = {}
    for (const [id, player] of Object.entries(friendsPlayers ?? {}))
      if (sharing.split(',').includes(id)) friends[player] = { account: id, relation: 'friend', isLeader: false }
    for (const [id, player] of Object.entries(players ?? {}))
      if (members.includes(id)) friends[player] = { account: id, relation: 'pack', isLeader: id === leader }
    if (linked !== null) friends[linked] = { account: me, relation: 'own', isLeader: me === leader }
    return friends
  }, [players, shown, friendsPlayers, sharing, linked, leader, me])
}
