import { useAtomValue } from 'jotai'
import { mayActOn, type Permission } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import type { KnownPlayer } from '../../../shared/features/players/queries.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import type { AskedAction } from './openPlayer.ts'

/** What each action of the drawer with a form or a question needs. */
export const neededFor: Readonly<Record<AskedAction, Permission>> = {
  message: 'messagePlayers',
  teleport: 'teleportPlayers',
  change: 'changeDinosaurs',
  give: 'addCurrency',
  kick: 'kickPlayers',
  slay: 'slayPlayers',
  ban: 'banPlayers',
}

/** What staff never do to themselves. */
const onOthersOnly: readonly Permission[] = ['kickPlayers', 'banPlayers', 'changeDinosaurs']

/** What the reader may do to a player. On oneself everything but a kick and a ban; on others of a lower role. Currency has a rule of its own. */
export function usePlayerRights() {
  const { principal, may } = useAtomValue(accessAtom)
  const linked = useDocument(account, principal?.id ?? '').value?.steamId ?? null
  return ({ id, account: own, role }: Pick<KnownPlayer, 'id' | 'account' | 'role'>) => {
    const isOneself = id !== null && id === linked
    const isLower = isOneself || mayActOn(principal?.role ?? null, role)
    // Owners give to anyone; others to players of a lower role, and never to themselves.
    const mayGive = principal?.role === 'owner' || (own !== principal?.id && mayActOn(principal?.role ?? null, role))
    const mayTake = (permission: Permission) =>
      may.includes(permission) &&
      (permission === 'addCurrency' ? mayGive : isLower && !(isOneself && onOthersOnly.includes(permission)))
    return { mayTake, isLower }
  }
}
