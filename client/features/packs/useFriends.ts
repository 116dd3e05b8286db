import { useMemo } from 'react'
import { account } from '../../../shared/features/account/account.ts'
import { packPlayers } from '../../../shared/features/packs/queries.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import type { Marker } from '../../map/markerLayer.ts'
import { usePack } from './usePack.ts'

/** How the own animal and those of the pack are drawn among all players, by in-game player id. */
export type Friends = Readonly<Record<string, Pick<Marker, 'account' | 'relation' | 'isLeader'>>>

/** The own animal and the sharing members of the pack, for the map of all players. @param me the account of the viewing user */
export function useFriends(me: string): Friends {
  const linked = useDocument(account, me).value?.steamId ?? null
  const packState = usePack(me)
  const pack = packState.name === 'here' ? packState.pack : null
  const members = Object.entries(pack?.members ?? {}).flatMap(([id, { sharedSince }]) =>
    id === me || sharedSince === null ? [] : [id],
  )
  const players = useQuery(packPlayers, members.length === 0 ? null : { members }).value?.players
  const leader = pack?.leader ?? null
  // The last answer may name members who hide or have left since.
  const shown = members.join()
  return useMemo(() => {
    const sharing = shown.split(',')
    const friends: Record<string, Friends[string]> = {}
    for (const [id, player] of Object.entries(players ?? {}))
      if (sharing.includes(id)) friends[player] = { account: id, relation: 'pack', isLeader: id === leader }
    if (linked !== null) friends[linked] = { account: me, relation: 'own', isLeader: me === leader }
    return friends
  }, [players, shown, linked, leader, me])
}
