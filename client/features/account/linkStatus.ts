import { type Account, type ConnectionStatus, connectionStatusOf } from '../../../shared/features/account/account.ts'
import { type Provider, providerNames } from '../../../shared/features/account/identity.ts'

/** The connection status where an account of another provider can't be linked: then those of the others are enough. */
export function linkStatusOf(
  own: Pick<Account, 'steam' | 'discord'>,
  configured: readonly Provider[],
): ConnectionStatus {
  const status = connectionStatusOf(own)
  return status === 'partially-connected' && configured.every((provider) => own[provider]) ? 'fully-connected' : status
}

/** `Steam and Discord`, or the only one. */
export const namesOf = (configured: readonly Provider[]) =>
  configured.map((provider) => providerNames[provider]).join(' and ')
