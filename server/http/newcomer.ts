import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '../../shared/engine/permissions.ts'
import type { Provider } from '../../shared/features/account/identity.ts'
import { openSession } from '../../shared/features/session/commands.ts'
import { sessionLengthMs } from '../../shared/features/session/session.ts'
import type { Hub } from '../engine/hub.ts'
import { deviceOf } from './deviceOf.ts'
import { createSessionCookie, newToken } from './sessionCookie.ts'

interface NewcomerParts {
  readonly hub: Pick<Hub, 'order'>
  readonly isSecure: boolean
  readonly sessionKey: (token: string) => string
}

interface Newcomer {
  readonly accountId: string
  readonly role: Role
  readonly demo: boolean
  readonly provider: Provider
}

/** Lets somebody in whose account is known: a new session in the place of the one that they had, and its cookie. */
export function createAdmission({ hub, isSecure, sessionKey }: NewcomerParts) {
  const cookie = createSessionCookie(isSecure)
  return async ({ headers, ip }: FastifyRequest, reply: FastifyReply, newcomer: Newcomer) => {
    const token = newToken()
    const former = cookie.read(headers.cookie)
    await hub.order('sign-in', openSession.name, {
      ...newcomer,
      key: sessionKey(token),
      device: deviceOf(headers['user-agent']),
      address: ip,
      instead: former === null ? null : sessionKey(former),
    })
    reply.header('set-cookie', cookie.write(token, sessionLengthMs))
  }
}
export type Admission = ReturnType<typeof createAdmission>
