import { createHash } from 'node:crypto'
import { type Identity, idAtProvider, type Provider } from '../../../shared/features/account/identity.ts'

/** Under which an identity is found: its hash, so that whoever reads the index learns nobody's id. Those of the demo are others. */
export const identityKey = (identity: Identity, demo: boolean) =>
  identityKeyOf(identity.provider, idAtProvider(identity), demo)

/** @param id SteamID64, or Discord's id */
export const identityKeyOf = (provider: Provider, id: string, demo: boolean) =>
  createHash('sha256')
    .update(`${demo ? 'demo ' : ''}${provider} ${id}`)
    .digest('hex')

export const identityBucketOf = (key: string) => key.slice(0, 2)
