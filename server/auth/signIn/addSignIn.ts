import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { keepSignInSecret } from '../../../shared/features/session/commands.ts'
import { signInSecret } from '../../../shared/features/session/session.ts'
import type { Config } from '../../config.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Log } from '../../observability/log.ts'
import { createSignInBase } from './addresses.ts'
import { createDiscordSignIn } from './discord.ts'
import { type SignInParts, signInRoutes } from './routes.ts'
import { createSteamSignIn } from './steam.ts'

type Given = Pick<SignInParts, 'isSecure' | 'admit' | 'principalOf'>
interface DoorParts extends Given {
  readonly config: Pick<Config, 'publicUrl' | 'dataDir' | 'steam' | 'discord'>
  readonly clock: Clock
  readonly log: Log
  readonly isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean
  /** Of all nodes, where there are several. */
  readonly sharedSecret: (() => Buffer) | null
}

/** The ways in through Steam and Discord. @throws Error when the data folder holds a secret that is none */
export function signInDoors(app: FastifyInstance, { config, isOurOrigin, sharedSecret, ...given }: DoorParts) {
  const { clock, log } = given
  const parts: SignInParts = {
    ...given,
    secret: sharedSecret ?? ownSecret(config.dataDir),
    baseOf: createSignInBase({ publicUrl: config.publicUrl, isOurOrigin }),
  }
  signInRoutes(app, parts, createSteamSignIn({ ...config.steam, clock, log }))
  signInRoutes(app, parts, createDiscordSignIn({ application: config.discord, clock }))
}

function ownSecret(dataDir: string) {
  const secret = installationSecret(dataDir)
  return () => secret
}

const fileName = 'sign-in.key'
const bytes = 32

/**
 * What this installation signs sign-in attempts with: made at the first start, and kept where only its owner reads it.
 * @throws Error that names the file if it is there and is no such secret, or cannot be read or made
 */
export function installationSecret(dataDir: string): Buffer {
  const path = join(dataDir, fileName)
  try {
    // Fails where it is there already: whoever starts first makes it.
    writeFileSync(path, `${randomBytes(bytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, `cannot be made (${codeOf(error)})`)
  }
  const text = read(path).trim()
  if (!/^[0-9a-f]{64}$/.test(text)) throw unusable(path, 'is not the 64 hexadecimal digits that the hub wrote')
  return Buffer.from(text, 'hex')
}

/** Copied folders lose such rights. */
function read(path: string) {
  try {
    chmodSync(path, 0o600)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw unusable(path, `cannot be read (${codeOf(error)})`)
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const unusable = (path: string, why: string) =>
  new Error(`The secret for sign-ins in ${path} ${why}. Mend that, or remove the file: the hub makes a new one.`)

/** What all nodes sign sign-ins with. @throws Error before any of them has ever decided */
export const sharedSecret = (hub: Pick<Hub, 'read'>) => (): Buffer => {
  const { secret } = hub.read(signInSecret)
  if (secret === null) throw new Error('No node has decided yet, so that there is nothing to sign a sign-in with')
  return Buffer.from(secret, 'hex')
}

/** Makes it, where there is none. */
export async function makeSharedSecret(hub: Pick<Hub, 'read' | 'execute'>): Promise<void> {
  if (hub.read(signInSecret).secret !== null) return
  await hub.execute('sign-in', keepSignInSecret.name, { secret: randomBytes(32).toString('hex') })
}
