import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { routedPath } from './request.ts'

/** Hosts of avatars at Steam and Discord. */
const avatarHosts = ['https://avatars.steamstatic.com', 'https://*.steamstatic.com', 'https://cdn.discordapp.com']

/** Only scripts of this hub. Inline styles are allowed, since the drawing libraries set them on elements. */
const directives = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:', ...avatarHosts],
  fontSrc: ["'self'", 'data:'],
  // Includes WebSockets of the same origin.
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  objectSrc: ["'none'"],
  frameSrc: ["'none'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
}

const permissions = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'microphone', 'midi', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** For answers to URLs that Fastify cannot route, for which no hook runs. They display nothing, so everything is forbidden. */
export const headersWithoutRoute = {
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions,
  'cache-control': 'no-store',
}

/** How long browsers use https only, for this host and its subdomains. */
const transportSecurity = { maxAge: 365 * 24 * 60 * 60, includeSubDomains: true }

/** Only over https: the header that makes browsers remember it. */
export const strictTransport = (isSecure: boolean): Readonly<Record<string, string>> =>
  isSecure ? { 'strict-transport-security': `max-age=${transportSecurity.maxAge}; includeSubDomains` } : {}

const isPersonal = /^\/(api|auth)(\/|$)/

/** Adds security headers to every answer, and prevents caching of personal ones. @param isSecure the public URL is https */
export async function addBrowserHeaders(app: FastifyInstance, isSecure: boolean) {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isSecure && transportSecurity,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', permissions)
    const mayBeCached = reply.hasHeader('cache-control') && reply.statusCode < 400 && !reply.hasHeader('set-cookie')
    const needsNoStore =
      isPersonal.test(routedPath(request)) || reply.hasHeader('set-cookie') || reply.statusCode >= 400
    if (needsNoStore && !mayBeCached) reply.header('cache-control', 'no-store')
  })
}
