import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newCommandId } from '../../shared/engine/ids.ts'
import { makeToken } from '../../shared/features/tokens/commands.ts'
import { tokenPrefix } from '../../shared/features/tokens/tokens.ts'
import type { CommandCall } from '../../shared/protocol/calls.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { answerProblem, problem, readRequest } from '../http/problem.ts'
import type { Log } from '../observability/log.ts'
import { createAdmission } from './admission.ts'
import { demoRoutes } from './demoSignIn.ts'
import { elevationOptionsRoute, elevationRoute } from './elevationRoutes.ts'
import type { PasswordName, Verdict } from './passwords.ts'
import { refuseEndedCredentials, signOutRoute } from './sessionEnd.ts'
import { createBaseAddress } from './signIn/addresses.ts'
import { createDiscordSignIn } from './signIn/discord.ts'
import { signInRoutes } from './signIn/routes.ts'
import { installationSecret } from './signIn/secret.ts'
import { createSteamSignIn } from './signIn/steam.ts'

interface AuthRouteDeps {
  readonly hub: Pick<Hub, 'dispatch' | 'execute'>
  readonly clock: Clock
  readonly log: Log
  readonly config: Pick<Config, 'demo' | 'publicUrl' | 'dataDir' | 'steam' | 'discord' | 'passwords'>
  readonly isSecure: boolean
  readonly principalOf: (credentials: Credentials) => Principal
  readonly addressOf: (request: IncomingMessage) => string | null
  readonly isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean
  /** Whether credentials that are unknown here are also unknown to every other node. */
  readonly isUnknownEverywhere: (credentials: Credentials) => boolean
  /** The secret for sign-in attempts of all nodes; null: this installation has its own. */
  readonly sharedSecret: (() => Buffer) | null
  readonly checkPassword: (name: PasswordName, secret: string) => Promise<Verdict>
}

/** Adds all routes of sign-in, sessions and tokens. @throws Error if the data folder holds an unusable secret */
export function addAuthRoutes(app: FastifyInstance, deps: AuthRouteDeps) {
  const { hub, clock, log, config, isSecure, principalOf, isOurOrigin, isUnknownEverywhere, checkPassword } = deps
  refuseEndedCredentials(app, { clock, log, isSecure, principalOf, addressOf: deps.addressOf, isUnknownEverywhere })
  signOutRoute(app, { hub, isSecure, principalOf, isUnknownEverywhere })
  tokenRoute(app, deps)
  elevationOptionsRoute(app, { principalOf, isSet: (name) => config.passwords[name] !== null })
  elevationRoute(app, { hub, clock, isSecure, principalOf, checkPassword })
  const admit = createAdmission({ hub, isSecure })
  demoRoutes(app, { demo: config.demo, admit, hub })
  const secret = deps.sharedSecret ?? ownSecret(config.dataDir)
  const baseOf = createBaseAddress({ publicUrl: config.publicUrl, isOurOrigin })
  const signInDeps = { clock, log, secret, isSecure, baseOf, admit, principalOf }
  signInRoutes(app, signInDeps, createSteamSignIn({ ...config.steam, clock, log }))
  signInRoutes(app, signInDeps, createDiscordSignIn({ application: config.discord, clock }))
}

function ownSecret(dataDir: string) {
  const secret = installationSecret(dataDir)
  return () => secret
}

/** The user's part of the command's input; the command checks the values. */
const TokenRequest = z.object({ label: z.unknown(), permissions: z.unknown(), endsAt: z.unknown() })
const tokenFields = {
  label: 'a name for the token',
  permissions: 'a list of permissions',
  endsAt: 'a time in epoch ms',
}

/** Makes a token and shows it once: the hub keeps only its hash. Needs the cookie of a session. */
function tokenRoute(app: FastifyInstance, { hub, clock, principalOf }: AuthRouteDeps) {
  const limited = { config: { rateLimit: { max: 10, timeWindow: '1 minute' } } }

  app.post('/auth/tokens', limited, async ({ headers, ip, body }, reply) => {
    reply.header('cache-control', 'no-store')
    const principal = principalOf({ cookie: headers.cookie, token: undefined })
    if (principal.id === null) return problem(reply, 401, 'signedOut', 'Sign in first.')
    const wanted = readRequest(TokenRequest, body, reply, tokenFields)
    if (wanted === null) return reply
    const token = tokenPrefix + randomBytes(32).toString('base64url')
    const id = newCommandId(clock.now(), randomBytes(10))
    const call: CommandCall = { id, name: makeToken.name, input: { ...wanted, hash: tokenHash(token) } }
    const answer = await hub.dispatch(principal, call, clientOf(ip, headers['user-agent']))
    if (!answer.ok) return answerProblem(reply, makeToken, answer)
    return { success: true, token, ...makeToken.output.parse(answer.output) }
  })
}
