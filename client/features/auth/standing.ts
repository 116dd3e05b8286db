import { type Account, type ConnectionStatus, connectionStatusOf } from '../../../shared/features/account/account.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'

/** `live`: fully connected, and in the game now. */
export const standings = ['disconnected', 'partially-connected', 'fully-connected', 'live'] as const
export type Standing = ConnectionStatus | 'live'

/** @param account null for a guest @param vitals null where they are not known */
export const standingOf = (
  account: Pick<Account, 'steam' | 'discord'> | null,
  vitals: Pick<Vitals, 'online'> | null,
): Standing => {
  const status = account ? connectionStatusOf(account) : 'disconnected'
  return status === 'fully-connected' && vitals?.online ? 'live' : status
}
