import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AddressOf, createAddressOf } from '../gateway/clientAddress.ts'
import { createLog } from '../observability/log.ts'
import { createHttp } from './createHttp.ts'

const settings = [
  { isSecure: false, trustedProxies: null },
  { isSecure: true, trustedProxies: null },
  { isSecure: true, trustedProxies: ['10.0.0.0/8', '127.0.0.1'] },
  { isSecure: false, trustedProxies: ['10.0.0.0/8', 'fd00::/8', '::1'] },
]

interface Setup {
  readonly app: FastifyInstance
  readonly addressOf: AddressOf
}
const setups: Setup[] = []
beforeAll(async () => {
  for (const setting of settings) {
    const addressOf = createAddressOf(setting)
    const log = createLog({ logLevel: 'silent' })
    const app = await createHttp({ log, isSecure: setting.isSecure, isOurOrigin: () => true, addressOf })
    app.get('/who', { config: { rateLimit: false } }, async ({ ip }) => ip)
    setups.push({ app, addressOf })
  }
})
afterAll(() => Promise.all(setups.map(({ app }) => app.close())))

const address = fc.oneof(
  fc.constantFrom('10.0.0.1', '10.9.8.7', '127.0.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1', 'FD00:0::2', '192.0.2.7'),
  fc.ipV4(),
  fc.ipV6(),
)
const hop = fc.oneof(
  { weight: 6, arbitrary: address },
  { weight: 1, arbitrary: address.map((known) => `${known}:4711`) },
  { weight: 1, arbitrary: address.map((known) => `[${known}]:4711`) },
  { weight: 1, arbitrary: fc.stringMatching(/^[ -~]{0,12}$/) },
)
const header = fc.option(
  fc.array(hop, { maxLength: 6 }).map((hops) => hops.join(', ')),
  { nil: undefined },
)

test('[V4.1.3] HTTP and sockets determine the same client address for every request', async () => {
  const property = fc.asyncProperty(address, header, fc.nat(settings.length - 1), async (remote, forwarded, at) => {
    const { app, addressOf } = setups[at] as Setup
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const answer = await app.inject({ url: '/who', remoteAddress: remote, headers })
    expect(answer.body).toBe(addressOf({ headers, socket: { remoteAddress: remote } }))
  })
  await fc.assert(property, { numRuns: 1_000 })
})

test('[V4.1.3] forwarded addresses before the first trusted proxy are ignored', () => {
  const { addressOf } = setups[2] as Setup
  const property = fc.property(header, fc.constantFrom('192.0.2.7', '2001:db8::7'), (invented = '', peer) => {
    const own = addressOf({ headers: { 'x-forwarded-for': peer }, socket: { remoteAddress: '10.0.0.1' } })
    const forged = { 'x-forwarded-for': `${invented}, ${peer}` }
    expect(addressOf({ headers: forged, socket: { remoteAddress: '10.0.0.1' } })).toBe(own)
    expect(own).toBe(peer)
    expect(addressOf({ headers: { 'x-forwarded-for': invented }, socket: { remoteAddress: peer } })).toBe(peer)
  })
  fc.assert(property, { numRuns: 500 })
})
