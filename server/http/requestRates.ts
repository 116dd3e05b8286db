import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback, networkOf } from '../engine/network.ts'
import { routedPath } from './request.ts'

type Asked = Pick<FastifyRequest, 'ip' | 'method' | 'url' | 'routeOptions' | 'headers'>

const timeWindow = '1 minute'
const perMinute = 600
/** Pages and their files have a count of their own: a page loads about twenty, and a school behind one address may load it at once. */
const filesPerMinute = 6_000
/** This machine itself, or all users together, who come through a reverse proxy on it that is not configured as trusted. */
const loopbackFactor = 10

/** Everything else is a page or one of its files. */
const answered = /^\/(api|auth|rcon|\.netlify|health|metrics|socket\.io)([/?]|$)/
const isFile = (request: Asked) => request.method === 'GET' && !answered.test(routedPath(request))

/** How often each network may ask, over all routes without a rate of their own. */
export const limitRequests = (app: FastifyInstance) =>
  app.register(rateLimit, {
    global: true,
    timeWindow,
    max: (request) => (isFile(request) ? filesPerMinute : perMinute) * (isLoopback(request.ip) ? loopbackFactor : 1),
    keyGenerator: (request) => (isFile(request) ? `${networkOf(request.ip)} files` : networkOf(request.ip)),
  })

/** The peer of the connection is the client, and not a trusted proxy. */
export const comesDirectly = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>) =>
  networkOf(ip) === networkOf(socket.remoteAddress ?? '')

/** A program on this machine asks, and no reverse proxy for a user. */
const isLocalProgram = ({ ip, headers }: Asked) => isLoopback(ip) && headers['x-forwarded-for'] === undefined

/** Of /health and /metrics, each counted by itself: a load balancer must not take a busy hub for a dead one. */
export const checkRate = { config: { rateLimit: { max: perMinute, timeWindow, allowList: isLocalProgram } } }
