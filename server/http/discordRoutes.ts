import type { FastifyInstance } from 'fastify'
import { createSignInFinish } from './signInFinish.ts'
import { signInLimit } from './signInLimit.ts'
import type { SignInParts } from './signInParts.ts'
import type { SignInProvider } from './signInProvider.ts'
import { createSignInStart } from './signInStart.ts'

/** The way to Discord and back, as full pages. */
export function discordRoutes(app: FastifyInstance, parts: SignInParts, discord: SignInProvider) {
  app.get('/auth/discord', signInLimit, createSignInStart(parts, discord))
  app.get('/auth/discord/return', signInLimit, createSignInFinish(parts, discord))
}
