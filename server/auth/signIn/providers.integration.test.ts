import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestClock } from '../../testing/clock.ts'
import { openDiscordProvider } from '../../testing/providers/discordProvider.ts'
import { followProviderLink } from '../../testing/providers/providerBrowser.ts'
import type { Outage } from '../../testing/providers/providerServer.ts'
import { openSteamProvider } from '../../testing/providers/steamProvider.ts'
import { createDiscordSignIn } from './discord.ts'
import { answerWithinMs, type SignInAttempt } from './provider.ts'
import { createSteamSignIn } from './steam.ts'

let steam: Awaited<ReturnType<typeof openSteamProvider>>
let discord: Awaited<ReturnType<typeof openDiscordProvider>>
beforeAll(async () => {
  steam = await openSteamProvider({ people: [{ steamId: '76561198000000001', name: 'A\u202enn \u0007' }] })
  discord = await openDiscordProvider({ people: [{ id: '900000000000000001', username: 'ann' }] })
})
afterAll(() => Promise.all([steam.close(), discord.close()]))

const attemptAt = (provider: string): SignInAttempt => ({
  state: randomBytes(16).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
  returnAddress: `http://hub.example/auth/${provider}/return`,
})
const queryOf = (address: string) => new URL(address).searchParams

function steamClient(wanted: object = {}) {
  const clock = createTestClock(Date.now())
  const lines: object[] = []
  const log = { warn: (fields: object) => void lines.push(fields) }
  const parts = { openIdUrl: steam.openIdUrl, apiUrl: steam.address, apiKey: steam.apiKey, clock, log, ...wanted }
  return { clock, lines, client: createSteamSignIn(parts) }
}

test('[SI40] names come without what would turn the text around them; without a key, or a wrong one, people come in plainly', async () => {
  const nameBy = async (wanted: object) => {
    const { client, lines } = steamClient(wanted)
    const attempt = attemptAt('steam')
    const back = await followProviderLink(client.startAddress(attempt), 'Sign in as')
    return { told: await client.identify(queryOf(back), attempt), lines }
  }
  expect(await nameBy({})).toMatchObject({ told: { displayName: 'Ann' }, lines: [] })
  const plain = { displayName: 'Steam player …0001', avatar: '', accountCreated: null }
  expect(await nameBy({ apiKey: null })).toMatchObject({ told: plain, lines: [] })
  const { told, lines } = await nameBy({ apiKey: 'wrong-key' })
  expect(told).toMatchObject(plain)
  expect(lines).toEqual([{ provider: 'steam', why: 'the provider answers with 403' }])
})

test('[SI41] a provider that does not answer is waited for eight seconds', async () => {
  const { client, clock } = steamClient()
  const attempt = attemptAt('steam')
  const back = await followProviderLink(client.startAddress(attempt), 'Sign in as')
  steam.breakDown('late' satisfies Outage)
  const before = steam.asked.length
  const answer = client.identify(queryOf(back), attempt)
  await vi.waitFor(() => expect(steam.asked).toHaveLength(before + 1))
  clock.pass(answerWithinMs)
  expect(await answer).toEqual({ reason: 'unreachable', why: 'the provider takes too long' })
  expect(clock.waits()).toBe(0)
  steam.breakDown(null)
})

test('[SI42] [V10.1.2] a code is exchanged by whoever holds its verifier, with the secret of the application, once', async () => {
  const clock = createTestClock(Date.now())
  const client = createDiscordSignIn({ application: discord.application, clock })
  const foreign = createDiscordSignIn({ application: { ...discord.application, clientSecret: 'wrong' }, clock })
  const attempt = attemptAt('discord')
  const come = async () => queryOf(await followProviderLink(client.startAddress(attempt), 'Sign in as'))
  const other = { ...attempt, verifier: attemptAt('discord').verifier }
  expect(await client.identify(await come(), other)).toMatchObject({ reason: 'expired' })
  expect(await foreign.identify(await come(), attempt)).toMatchObject({ reason: 'notConfigured' })
  const query = await come()
  expect(await client.identify(query, attempt)).toMatchObject({ provider: 'discord', displayName: 'ann' })
  expect(await client.identify(query, attempt)).toMatchObject({ reason: 'expired' })
  expect(client.startAddress(attempt)).not.toContain(attempt.verifier)
})

test('[SI43] without an application at Discord nobody is sent there', async () => {
  const client = createDiscordSignIn({ application: null, clock: createTestClock() })
  expect(client.isConfigured).toBe(false)
  const answer = await client.identify(new URLSearchParams({ code: 'x' }), attemptAt('discord'))
  expect(answer).toMatchObject({ reason: 'notConfigured' })
})
