import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepSignInSecret } from '../../../shared/features/session/commands.ts'
import { signInSecret } from '../../../shared/features/session/session.ts'
import type { Hub } from '../../engine/hub.ts'

const secretBytes = 32
const fileName = 'sign-in.key'

/** For the owner to mend: names the file, what is wrong and what to do. */
export class UnusableSecret extends Error {}

/** The secret with which all nodes sign sign-in attempts. The returned function throws until a leader has set it. */
export const sharedSecret = (hub: Pick<Hub, 'read'>) => (): Buffer => {
  const { secret } = hub.read(signInSecret)
  if (secret === null) throw new Error('No leader has set the secret for sign-ins yet')
  return Buffer.from(secret, 'hex')
}

/** Sets the shared secret if there is none. */
export async function makeSharedSecret(hub: Pick<Hub, 'read' | 'execute'>): Promise<void> {
  if (hub.read(signInSecret).secret !== null) return
  await hub.execute('sign-in', keepSignInSecret.name, { secret: randomBytes(secretBytes).toString('hex') })
}

/**
 * The secret with which a single installation signs sign-in attempts. Created at the first start, readable only by its owner.
 * @throws UnusableSecret that names the file if it cannot be read or created, or holds no such secret
 */
export function installationSecret(dataDir: string): Buffer {
  const path = join(dataDir, fileName)
  try {
    // 'wx' fails if the file exists: of two starting processes the first one creates it.
    writeFileSync(path, `${randomBytes(secretBytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, `cannot be made (${codeOf(error)})`)
  }
  const text = readSecret(path).trim()
  if (!/^[0-9a-f]{64}$/.test(text)) throw unusable(path, 'is not the 64 hexadecimal digits that the hub wrote')
  return Buffer.from(text, 'hex')
}

/** Restores the file mode, which is lost when a folder is copied. */
function readSecret(path: string) {
  try {
    chmodSync(path, 0o600)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw unusable(path, `cannot be read (${codeOf(error)})`)
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const unusable = (path: string, why: string) =>
  new UnusableSecret(
    `The secret for sign-ins in ${path} ${why}. Fix that, or remove the file: the hub makes a new one.`,
  )
