import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Where Steam and Discord keep the pictures of people. */
const avatarHosts = ['https://avatars.steamstatic.com', 'https://*.steamstatic.com', 'https://cdn.discordapp.com']

/** Only our own scripts; styles may be inline, since the drawing libraries set them on elements. */
const directives = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:', ...avatarHosts],
  fontSrc: ["'self'", 'data:'],
  // The sockets of our own origin are among them.
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

/** For an answer to what has no route, and so meets no hook: it is read by nobody, and shows nothing. */
export const bareRules = {
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions,
  'cache-control': 'no-store',
}

/** Browsers come over https and in no other way for this long, here and on all names below. */
export const transportRule = { maxAge: 365 * 24 * 60 * 60, includeSubDomains: true }

const isPersonal = /^\/(api|auth)(\/|$)/

/** What browsers are told to forbid our pages, and never to keep. @param isSecure people come over https */
export async function browserRules(app: FastifyInstance, isSecure: boolean) {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isSecure && transportRule,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onSend', async ({ url }, reply) => {
    reply.header('permissions-policy', permissions)
    const isKept = reply.hasHeader('cache-control') && reply.statusCode < 400 && !reply.hasHeader('set-cookie')
    const isOurs = isPersonal.test(url) || reply.hasHeader('set-cookie') || reply.statusCode >= 400
    if (isOurs && !isKept) reply.header('cache-control', 'no-store')
  })
}
