import type { FastifyInstance } from 'fastify'
import { createSignInFinish } from './signInFinish.ts'
import { signInLimit } from './signInLimit.ts'
import type { SignInParts } from './signInParts.ts'
import type { SignInProvider } from './signInProvider.ts'
import { createSignInStart } from './signInStart.ts'

/** The way to Steam and back, as full pages. */
export function steamRoutes(app: FastifyInstance, parts: SignInParts, steam: SignInProvider) {
  app.get('/auth/steam', signInLimit, createSignInStart(parts, steam))
  app.get('/auth/steam/return', signInLimit, createSignInFinish(parts, steam))
}
