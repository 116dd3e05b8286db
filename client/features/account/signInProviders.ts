import { type Provider, providers } from '../../../shared/features/account/identity.ts'
import { joinDetails } from '../../../shared/features/server/queries.ts'
import { useQuery } from '../../connection/useQuery.ts'

/** The providers that this hub is set up to sign in with; all of them until it has said so. */
export const useSignInProviders = (): readonly Provider[] => useQuery(joinDetails, {}).value?.signIn ?? providers
