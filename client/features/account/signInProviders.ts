import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import { type Account, type ConnectionStatus, connectionStatusOf } from '../../../shared/features/account/account.ts'
import { type Provider, providerNames, providers } from '../../../shared/features/account/identity.ts'
import { joinDetails } from '../../../shared/features/server/queries.ts'
import { useQuery } from '../../connection/useQuery.ts'

/** As the hub said last, so that no other page shows a way that is then taken away. */
const toldAtom = atom(providers as readonly Provider[])

/** The providers that this hub is set up to sign in with; all of them until it has said so. */
export function useSignInProviders(): readonly Provider[] {
  const [told, setTold] = useAtom(toldAtom)
  const now = useQuery(joinDetails, {}).value?.signIn
  useEffect(() => {
    if (now) setTold(now)
  }, [now, setTold])
  return now ?? told
}

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
