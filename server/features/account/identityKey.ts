import { createHash } from 'node:crypto'
import { type Identity, idAtProvider, type Provider } from '../../../shared/features/account/identity.ts'

/** The key of an identity in the index: a hash, so that the index reveals no ids. Demo identities have other keys. */
export const identityKey = (identity: Identity, demo: boolean) =>
  identityKeyOf(identity.provider, idAtProvider(identity), demo)

/** @param id the SteamID64 or the Discord id */
export const identityKeyOf = (provider: Provider, id: string, demo: boolean) =>
  createHash('sha256')
    .update(`${demo ? 'demo ' : ''}${provider} ${id}`)
    .digest('hex')

export const identityBucketOf = (key: string) => key.slice(0, 2)
