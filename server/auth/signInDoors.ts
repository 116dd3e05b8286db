import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import type { Log } from '../observability/log.ts'
import { createSignInBase } from './http/signInBase.ts'
import type { SignInParts } from './http/signInParts.ts'
import { signInRoutes } from './http/signInRoutes.ts'
import { createDiscordSignIn } from './signIn/discordSignIn.ts'
import { installationSecret } from './signIn/installationSecret.ts'
import { createSteamSignIn } from './signIn/steamSignIn.ts'

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
