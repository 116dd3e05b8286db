import { randomBytes } from 'node:crypto'
import { keepSignInSecret } from '../../shared/features/session/commands.ts'
import { signInSecret } from '../../shared/features/session/signIns.ts'
import type { Hub } from '../engine/hub.ts'

/** What all nodes sign sign-ins with. @throws Error before any of them has ever decided */
export const sharedSecret = (hub: Pick<Hub, 'read'>) => (): Buffer => {
  const { secret } = hub.read(signInSecret)
  if (secret === null) throw new Error('No node has decided yet, so that there is nothing to sign a sign-in with')
  return Buffer.from(secret, 'hex')
}

/** Makes it, where there is none. */
export async function makeSharedSecret(hub: Pick<Hub, 'read' | 'order'>): Promise<void> {
  if (hub.read(signInSecret).secret !== null) return
  await hub.order('sign-in', keepSignInSecret.name, { secret: randomBytes(32).toString('hex') })
}
