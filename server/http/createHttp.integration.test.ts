import { expect, test } from 'vitest'
import { demoIdentity } from '../auth/demoIdentity.ts'
import { demoRoutes } from '../auth/http/demoRoutes.ts'
import { createAdmission } from '../auth/http/newcomer.ts'
import { createAddressOf } from '../gateway/addressOf.ts'
import { createLog } from '../observability/log.ts'
import { createHttp } from './createHttp.ts'

const origin = 'http://127.0.0.1'

const letIn = async () => ({ account: 'demo-player', outcome: 'found', endsAt: 1 })

/** The ways in over a hub that answers each order with `order`. */
async function openDoors(order: (name: string) => Promise<unknown> = letIn, isSecure = false) {
  const app = await createHttp({
    ...{ log: createLog({ logLevel: 'silent' }), isSecure, isOurOrigin: () => true },
    addressOf: createAddressOf({ isSecure, trustedProxies: null }),
  })
  const hub = { order: (_actor: string, name: string) => order(name) }
  const sessionKey = (token: string) => token
  const admit = createAdmission({ hub, isSecure, sessionKey })
  demoRoutes(app, { demo: true, admit, personaOf: demoIdentity })
  const signIn = (headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/auth/demo', headers: { origin, ...headers }, payload: { role: 'player' } })
  return { app, signIn }
}

test('[HT10] invented addresses of origin do not evade the limit, behind a proxy and without one', async () => {
  for (const isSecure of [true, false]) {
    const { signIn } = await openDoors(letIn, isSecure)
    const statuses: number[] = []
    for (let time = 0; time < 25; time += 1)
      statuses.push((await signIn({ 'x-forwarded-for': `198.51.100.${time}, 203.0.113.7` })).statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  }
})

test('[HT16] files of the page are not counted: whoever shares an address shuts nobody out by opening it', async () => {
  const { app } = await openDoors(letIn)
  app.get('/assets/:name', async () => 'a file')
  app.get('/api/something', async () => 'an answer')
  const statuses = async (url: string) => {
    const seen = new Set<number>()
    for (let time = 0; time < 650; time += 1) seen.add((await app.inject({ url })).statusCode)
    return seen
  }
  expect(await statuses('/assets/page-1a2b.js')).toEqual(new Set([200]))
  expect(await statuses('/api/something')).toEqual(new Set([200, 429]))
})

test('[HT11] behind a proxy everyone has a limit of their own', async () => {
  const { signIn } = await openDoors(letIn, true)
  for (let time = 0; time < 25; time += 1)
    expect((await signIn({ 'x-forwarded-for': `198.51.100.${time}` })).statusCode).toBe(200)
})

test.each(['storageFull', 'unavailable', 'fateUnknown'])('[HT12] %s is told as it is', async (code) => {
  const { signIn } = await openDoors(() => Promise.reject(Object.assign(new Error('No room.'), { code })))
  const answer = await signIn()
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ success: false, error: 'No room.', code })
})

test('[HT13] who it is, their session, and the end of the one before are one step', async () => {
  const orders: string[] = []
  const { signIn } = await openDoors((name) => {
    orders.push(name)
    return letIn()
  })
  await signIn({ cookie: 'waterhole_session=old' })
  expect(orders).toEqual(['session.enter'])
})

test('[HT14] an address that is none is answered in the usual form', async () => {
  const { app } = await openDoors()
  for (const url of ['/%zz', '/api/%ff']) {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, code: 'badRequest', error: expect.stringContaining('%') })
  }
})
