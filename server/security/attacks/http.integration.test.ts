import { readFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServedRoute } from '../../http/createHttp.ts'
import { type AttackedHub, type Attacker, openAttackedHub } from './testing/attackedHub.ts'
import { createAttack } from './testing/attackReport.ts'

// Every route that the hub serves is tried. A new one is in it by itself.
let attacked: AttackedHub
let owner: Attacker
let routes: readonly ServedRoute[]
beforeAll(async () => {
  attacked = await openAttackedHub()
  owner = attacked.attackers.at(-1) as Attacker
  routes = attacked.app.hub().app.served.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
})
afterAll(() => attacked.close())

/** The path of a route with something in place of each parameter. */
const pathOf = ({ url }: ServedRoute) => url.replace(/:\w+/g, 'ben').replace('*', 'anything')
let networks = 0
/** Each request comes from a network of its own, since requests of one network are limited. */
const fromNewNetwork = () => {
  networks += 1
  return { 'x-forwarded-for': `2001:db8:${networks.toString(16)}::1` }
}
const request = (route: ServedRoute, headers: Record<string, string>, body?: string) =>
  fetch(attacked.address + pathOf(route), {
    method: route.method,
    headers: { ...headers, ...fromNewNetwork() },
    redirect: 'manual',
    ...(route.method !== 'GET' && { body: body ?? '{}' }),
  })
const named = (route: ServedRoute) => `${route.method} ${route.url}`

test('[XA21] no page of another origin changes anything with the session of a user', async () => {
  const attack = createAttack('requests from pages of other origins')
  const cookie = owner.client.cookie()
  const json = { 'content-type': 'application/json' }
  const foreign: readonly Record<string, string>[] = [
    { ...json, origin: 'https://evil.example' },
    { ...json, origin: 'null' },
    { ...json, origin: `${attacked.address}.evil.example` },
    { ...json, origin: 'http://127.0.0.1:1' },
    { ...json, referer: `${attacked.address}/` },
    { 'content-type': 'text/plain', origin: 'https://evil.example' },
    { 'content-type': 'application/x-www-form-urlencoded', origin: attacked.address },
    { 'content-type': 'multipart/form-data; boundary=x', origin: attacked.address },
  ]
  for (const route of routes.filter(({ method }) => method !== 'GET'))
    for (const headers of foreign) {
      const { status } = await request(route, { ...headers, cookie })
      attack.attempt(
        status !== 403 && status !== 415,
        () => `${named(route)} with ${JSON.stringify(headers)}: ${status}`,
      )
    }
  expect(attack.done()).toEqual([])
})

test('[XA22] no answer may be read by a page of another origin or sniffed as another type', async () => {
  const attack = createAttack('answers that other origins may read')
  for (const route of routes) {
    const { headers } = await request(route, { cookie: owner.client.cookie(), origin: 'https://evil.example' })
    const shared = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
    attack.attempt(shared.length > 0, () => `${named(route)} has ${shared}`)
    attack.attempt(headers.get('x-content-type-options') !== 'nosniff', () => `${named(route)} may be sniffed`)
    attack.attempt(!headers.has('content-security-policy'), () => `${named(route)} has no content security policy`)
  }
  expect(attack.done()).toEqual([])
})

/** Routes without a description, each with the reason why every visitor may call it. */
const open: readonly string[] = [
  ...['/health', '/metrics', '/api/openapi.json'],
  // In demo mode only.
  '/api/fixtures',
  // Sign-in and its end; each checks by itself.
  ...['/auth/steam', '/auth/steam/return', '/auth/discord', '/auth/discord/return', '/auth/demo', '/auth/logout'],
  // Pages and pictures.
  ...['/', '/*', '/assets/*', '/map-image/:name'],
]

test('[XA23] without a session no route answers that is not open to every visitor', async () => {
  const attack = createAttack('routes without a session')
  for (const route of routes) {
    if (route.docs?.who === 'anyone' || open.includes(route.url)) continue
    for (const headers of [{}, { authorization: 'Bearer invented' }, { cookie: 'waterhole_session=invented' }]) {
      const sent = {
        origin: attacked.address,
        ...(route.method !== 'GET' && { 'content-type': 'application/json' }),
        ...headers,
      }
      const { status } = await request(route, sent as Record<string, string>)
      attack.attempt(status < 400 || status >= 500, () => `${named(route)} with ${JSON.stringify(headers)}: ${status}`)
    }
  }
  expect(attack.done()).toEqual([])
})

test('[XA24] no route with a permission answers a user without it', async () => {
  const attack = createAttack('routes beyond the permissions of the user')
  for (const route of routes) {
    const needed = route.docs?.permission
    if (needed === undefined) continue
    for (const attacker of attacked.attackers.filter(({ viewer }) => !viewer.can(needed))) {
      const headers = {
        origin: attacked.address,
        cookie: attacker.client.cookie(),
        ...(route.method !== 'GET' && { 'content-type': 'application/json' }),
      }
      const { status } = await request(route, headers as Record<string, string>)
      attack.attempt(status !== 401 && status !== 403, () => `${attacker.name} asked ${named(route)}: ${status}`)
    }
  }
  expect(attack.done()).toEqual([])
})

test('[XA25] no path leads to a file outside of the built page', async () => {
  const attack = createAttack('paths to other files')
  const secret = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8').slice(0, 40)
  const steps = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..\\', '..%5c', '....//', '%252e%252e%252f', '.%00./']
  const starts = ['/', '/assets/', '/map-image/', '/api/fixtures/']
  const files = ['package.json', 'etc/passwd', '.env', 'server/main.ts', 'build/client/../../package.json']
  for (const start of starts)
    for (const step of steps)
      for (const file of files) {
        const path = start + step.repeat(4) + file
        const answer = await rawGet(path)
        attack.attempt(answer.includes(secret) || answer.includes('root:x:0'), () => path)
      }
  expect(attack.done()).toEqual([])
})

/** Sends the path as it is: fetch would resolve its dots. */
function rawGet(path: string): Promise<string> {
  const { port } = new URL(attacked.address)
  return new Promise((resolve, reject) => {
    const asked = send({ port, host: '127.0.0.1', path, headers: fromNewNetwork() }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve(text))
    })
    asked.on('error', reject)
    asked.end()
  })
}
