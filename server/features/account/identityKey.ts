import { createHash } from 'node:crypto'
import { type Identity, idAtProvider } from '../../../shared/features/account/identity.ts'

/** Under which an identity is found: its hash, so that whoever reads the index learns nobody's id. Those of the demo are others. */
export function identityKey(identity: Identity, demo: boolean) {
  const name = `${demo ? 'demo ' : ''}${identity.provider} ${idAtProvider(identity)}`
  return createHash('sha256').update(name).digest('hex')
}

export const identityBucketOf = (key: string) => key.slice(0, 2)
