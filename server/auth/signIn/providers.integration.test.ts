import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClock } from '../../testing/clock.ts'
import { openDiscordProvider } from '../../testing/providers/discordProvider.ts'
import { followProviderLink } from '../../testing/providers/providerBrowser.ts'
import type { Outage } from '../../testing/providers/providerServer.ts'
import { openSteamProvider } from '../../testing/providers/steamProvider.ts'
import { createDiscordSignIn } from './discord.ts'
import { answerWithinMs, type SignInAttempt, shownText } from './provider.ts'
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

function steamClient(options: object = {}) {
  const clock = createTestClock(Date.now())
  const lines: object[] = []
  const log = { warn: (fields: object) => void lines.push(fields) }
  const deps = { openIdUrl: steam.openIdUrl, apiUrl: steam.address, apiKey: steam.apiKey, clock, log, ...options }
  return { clock, lines, client: createSteamSignIn(deps) }
}

test('[SI40] names lose characters that change the text direction; without a valid API key users sign in without a profile', async () => {
  const nameBy = async (options: object) => {
    const { client, lines } = steamClient(options)
    const attempt = attemptAt('steam')
    const back = await followProviderLink(client.startAddress(attempt), 'Sign in as')
    return { user: await client.identify(queryOf(back), attempt), lines }
  }
  expect(await nameBy({})).toMatchObject({ user: { displayName: 'Ann' }, lines: [] })
  const unnamed = { displayName: 'Steam player …0001', avatar: '', accountCreated: null }
  expect(await nameBy({ apiKey: null })).toMatchObject({ user: unnamed, lines: [] })
  const { user, lines } = await nameBy({ apiKey: 'wrong-key' })
  expect(user).toMatchObject(unnamed)
  expect(lines).toEqual([{ provider: 'steam', why: 'the provider answers with 403' }])
})

test('[SI2774] a name of which nothing can be seen is none', () => {
  for (const name of ['\u3164', '\u2800\u2800', '\u200b\u2060', ' ', '', null])
    expect(shownText(name, 'ann'), String(name)).toBe('ann')
  expect(shownText('🦖', 'ann')).toBe('🦖')
})

test("[SI41] the hub waits eight seconds for a provider's answer", async () => {
  const { client, clock } = steamClient()
  const attempt = attemptAt('steam')
  const back = await followProviderLink(client.startAddress(attempt), 'Sign in as')
  steam.breakDown('late' satisfies Outage)
  const before = steam.asked.length
  const answer = client.identify(queryOf(back), attempt)
  await expect.poll(() => steam.asked).toHaveLength(before + 1)
  clock.pass(answerWithinMs)
  expect(await answer).toEqual({ reason: 'unreachable', why: 'the provider takes too long' })
  expect(clock.waits()).toBe(0)
  steam.breakDown(null)
})

test('[SI42] [V10.1.2] a code is exchanged once, and only with its verifier and the application secret', async () => {
  const clock = createTestClock(Date.now())
  const client = createDiscordSignIn({ application: discord.application, clock })
  const foreign = createDiscordSignIn({ application: { ...discord.application, clientSecret: 'wrong' }, clock })
  const attempt = attemptAt('discord')
  const returned = async () => queryOf(await followProviderLink(client.startAddress(attempt), 'Sign in as'))
  const other = { ...attempt, verifier: attemptAt('discord').verifier }
  expect(await client.identify(await returned(), other)).toMatchObject({ reason: 'expired' })
  expect(await foreign.identify(await returned(), attempt)).toMatchObject({ reason: 'notConfigured' })
  const query = await returned()
  expect(await client.identify(query, attempt)).toMatchObject({ provider: 'discord', displayName: 'ann' })
  expect(await client.identify(query, attempt)).toMatchObject({ reason: 'expired' })
  expect(client.startAddress(attempt)).not.toContain(attempt.verifier)
})

test('[SI43] without a registered application the hub sends no user to Discord', async () => {
  const client = createDiscordSignIn({ application: null, clock: createTestClock() })
  expect(client.isConfigured).toBe(false)
  const answer = await client.identify(new URLSearchParams({ code: 'x' }), attemptAt('discord'))
  expect(answer).toMatchObject({ reason: 'notConfigured' })
})
