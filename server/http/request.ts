import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../engine/principal.ts'

/** The credentials of a request: its cookies, and `Authorization: Bearer …`. */
export const credentialsOf = ({ cookie, authorization }: IncomingHttpHeaders): Credentials => ({
  cookie,
  token: /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1],
})

/** Whether a browser navigates there, so that the answer should be a page instead of JSON. */
export const wantsPage = ({ method, headers: { accept = '' } }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  method === 'GET' && /\btext\/html\b/i.test(accept)
