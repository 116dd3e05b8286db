import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../engine/principal.ts'

/** The credentials of a request: its cookies, and `Authorization: Bearer …`. */
export const credentialsOf = ({ cookie, authorization }: IncomingHttpHeaders): Credentials => ({
  cookie,
  token: /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1],
})

/**
 * The path by which a request was routed: the pattern of its route, since the router decodes percent-encoded letters (`/%61pi/` is
 * `/api/`). Of an address without a route, or with one for every path, the address as it was sent.
 */
export const routedPath = ({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>) =>
  routeOptions.url === undefined || routeOptions.url.includes('*') ? url : routeOptions.url

/** @param path as `routedPath` gives it */
export const isApi = (path: string) => /^\/api(\/|\?|$)/.test(path)

/** Whether programs call it with a token of the hub: the API, and the addresses of other bridges that the hub serves. @param path as `routedPath` gives it */
export const isForTokens = (path: string) => /^\/(api|rcon|\.netlify)(\/|\?|$)/.test(path)

/** Whether a browser navigates there, so that the answer should be a page instead of JSON. */
export const wantsPage = ({ method, headers: { accept = '' } }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  method === 'GET' && /\btext\/html\b/i.test(accept)
