import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { expect, test } from 'vitest'
import { signInReasons } from '../../../shared/features/account/signIn.ts'
import { CommandRefused } from '../../engine/dispatch.ts'
import { type Credentials, guestPrincipal, type Principal } from '../../engine/principal.ts'
import { createOriginCheck } from '../../gateway/socketServer.ts'
import { createHttp } from '../../http/createHttp.ts'
import { createTestClock } from '../../testing/clock.ts'
import { person } from '../../testing/principals.ts'
import { createAdmission } from '../admission.ts'
import { createBaseAddress } from './addresses.ts'
import { type Attempt, newAttempt, sealAttempt } from './attempt.ts'
import type { SignInProvider } from './provider.ts'
import { signInRoutes } from './routes.ts'

const ann = {
  provider: 'discord' as const,
  discordId: '900000000000000001',
  username: 'ann',
  displayName: 'Ann',
  discriminator: '0',
  avatar: '',
  verified: false,
  locale: 'en-US',
  premium_type: 0,
  fullUsername: 'ann',
}
const provider: SignInProvider = {
  provider: 'discord',
  isConfigured: true,
  startAddress: ({ state, returnAddress }) => `${returnAddress}?state=${state}`,
  identify: async () => ann,
}
interface Options {
  readonly publicUrl?: string | null
  readonly execute?: (name: string) => Promise<unknown>
  readonly principalOf?: () => Principal
  readonly provider?: SignInProvider
}

/** The sign-in routes with a test clock and a fake hub and provider. */
async function openSignIn(options: Options = {}) {
  const { publicUrl = 'https://hub.example', execute = async () => ({ account: 'ann', outcome: 'found', endsAt: 1 }) } =
    options
  const [clock, lines]: [ReturnType<typeof createTestClock>, string[]] = [createTestClock(), []]
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const isSecure = publicUrl?.startsWith('https') ?? false
  const app = await createHttp({ log, isSecure, isOurOrigin: () => true })
  const executed: string[] = []
  const hub = {
    execute: (_actor: string, name: string) => {
      executed.push(name)
      return execute(name)
    },
  }
  const admit = createAdmission({ hub, isSecure })
  const baseOf = createBaseAddress({ publicUrl, isOurOrigin: createOriginCheck([], false) })
  const secret = randomBytes(32)
  let isOpen = true
  const principalIn = ({ cookie = '' }: Credentials) => {
    const [, token] = /waterhole_session=([^;]+)/.exec(cookie) ?? []
    if (token === undefined || !isOpen) return guestPrincipal([])
    return person(token === 'bob' ? 'bob' : 'ann')
  }
  const deps = {
    clock,
    log,
    isSecure,
    admit,
    principalOf: options.principalOf ?? principalIn,
    baseOf,
    secret: () => secret,
  }
  signInRoutes(app, deps, options.provider ?? provider)
  const go = async (url: string, cookie = '') => {
    const { statusCode, headers, cookies, body } = await app.inject({
      url,
      headers: { cookie, host: 'elsewhere.example' },
    })
    return { statusCode, location: String(headers.location), cookies, body }
  }
  const begin = async () => {
    const { location, cookies } = await go('/auth/discord?return=/profile')
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return { back: new URL(location).pathname + new URL(location).search, cookie, location }
  }
  const endSessions = () => {
    isOpen = false
  }
  return { go, begin, clock, lines, executed, secret, endSessions }
}

const failedFor = (reason: string) => `/profile?auth=failed&provider=discord&reason=${reason}`

test('[SI50] [V3.3.1] over https users return to PUBLIC_URL whatever the Host header, with cookies for that host only', async () => {
  const { go, begin } = await openSignIn()
  const { back, cookie, location } = await begin()
  expect(location).toMatch(/^https:\/\/hub\.example\/auth\/discord\/return\?/)
  const { location: there, cookies } = await go(back, cookie)
  expect(there).toBe('/profile?auth=success&provider=discord')
  const names = ['__Host-waterhole_discord_attempt', '__Host-waterhole_session']
  expect(cookies.map(({ name, secure, httpOnly }) => [name, secure, httpOnly])).toEqual(
    names.map((name) => [name, true, true]),
  )
})

test('[SI51] if the hub does not know its address, page and log say which setting is missing', async () => {
  const { go, lines } = await openSignIn({ publicUrl: null })
  const { statusCode, location, cookies } = await go('/auth/discord?return=/profile')
  // A relative address, because the hub does not know its own.
  expect([statusCode, location, cookies]).toEqual([303, failedFor('noPublicUrl'), []])
  expect(signInReasons.noPublicUrl).toContain('PUBLIC_URL')
  expect(lines.join()).toContain('PUBLIC_URL is missing')
})

test('[SI52] the page says when a provider is not configured', async () => {
  const { go } = await openSignIn({ provider: { ...provider, isConfigured: false } })
  expect((await go('/auth/discord?return=/profile')).location).toBe(failedFor('notConfigured'))
})

test('[SI53] a sign-in that takes more than ten minutes has expired', async () => {
  const { go, begin, clock, executed } = await openSignIn()
  const { back, cookie } = await begin()
  clock.pass(10 * 60_000 + 1)
  expect((await go(back, cookie)).location).toBe('/?auth=failed&provider=discord&reason=expired')
  expect(executed).toEqual([])
})

test('[SI54] after a minute the return address has expired', async () => {
  const { go, begin, clock, executed } = await openSignIn()
  const { back, cookie } = await begin()
  for (const passed of [0, 60_000, 1]) {
    clock.pass(passed)
    const { location, cookies } = await go(back, cookie)
    expect(location).toBe(passed === 1 ? failedFor('expired') : '/profile?auth=success&provider=discord')
    expect(cookies.length).toBe(passed === 1 ? 0 : 2)
  }
  expect(executed).toEqual(['session.signIn'])
})

test('[SI62] [V10.1.2] at another node or after a restart, a reload of the return address opens no second session', async () => {
  const [one, other] = [await openSignIn(), await openSignIn()]
  const { back, cookie } = await one.begin()
  const { cookies } = await one.go(back, cookie)
  other.secret.set(one.secret)
  const carried = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect((await other.go(back, carried)).location).toBe('/profile?auth=success&provider=discord')
  const withoutSession = carried.split('; ')[0] ?? ''
  for (const held of [withoutSession, `${withoutSession}; __Host-waterhole_session=bob`])
    expect((await other.go(back, held)).location).toBe(failedFor('expired'))
  expect(other.executed).toEqual([])
})

test('[SI63] [V10.2.1] an attempt with the return address of another site is rejected even with a valid signature', async () => {
  const { go, secret, clock, executed } = await openSignIn()
  const attempt = newAttempt({
    provider: 'discord',
    returnPath: '/profile',
    startedAt: clock.now(),
    returnAddress: 'https://evil.example/auth/discord/return',
  })
  const cookie = `__Host-waterhole_discord_attempt=${sealAttempt(secret, attempt)}`
  const { location } = await go(`/auth/discord/return?state=${attempt.state}`, cookie)
  expect([location, executed]).toEqual(['/?auth=failed&provider=discord&reason=expired', []])
})

test('[SI55] a reload by the signed-in user keeps their present session, perhaps an elevated one', async () => {
  const { go, begin } = await openSignIn()
  const { back, cookie } = await begin()
  await go(back, cookie)
  const { location, cookies } = await go(back, `${cookie}; __Host-waterhole_session=elevated`)
  expect(location).toBe('/profile?auth=success&provider=discord')
  expect(cookies.map(({ name }) => name)).toEqual(['__Host-waterhole_discord_attempt'])
})

test('[SI57] [V7.2.4] a reload by another user, or after the session has ended, opens nothing', async () => {
  const { go, begin, endSessions } = await openSignIn()
  const { back, cookie } = await begin()
  await go(back, cookie)
  const later = [await go(back, `${cookie}; __Host-waterhole_session=bob`)]
  endSessions()
  later.push(await go(back, cookie))
  for (const { location, cookies } of later) {
    expect(location).toBe(failedFor('expired'))
    expect(cookies.map(({ name }) => name)).toEqual(['__Host-waterhole_discord_attempt'])
  }
})

test('[SI58] [V6.3.1] a rate limit is shown on the page where the sign-in started, on start and return, and is not logged', async () => {
  const { go, begin, lines } = await openSignIn()
  const { cookie } = await begin()
  for (let time = 0; time < 29; time += 1) await go('/auth/discord')
  for (let time = 0; time < 60; time += 1) await go('/auth/discord/return?state=x', cookie)
  const logged = lines.length
  for (const [url, path] of [
    ['/auth/discord?return=/profile', '/profile'],
    ['/auth/discord?return=//evil.example', '/'],
    ['/auth/discord/return?state=x', '/profile'],
  ] as const) {
    const { statusCode, location } = await go(url, cookie)
    expect([statusCode, location]).toEqual([303, `${path}?auth=failed&provider=discord&reason=tooFast`])
  }
  expect(lines.length).toBe(logged)
})

test('[SI59] an attempt in the form of another release has expired', async () => {
  const { go, secret } = await openSignIn()
  for (const sealed of [sealAttempt(secret, { provider: 'discord' } as Attempt), sealAttempt(secret, 'old' as never)]) {
    const { statusCode, location } = await go(
      '/auth/discord/return?state=x',
      `__Host-waterhole_discord_attempt=${sealed}`,
    )
    expect([statusCode, location]).toEqual([303, '/?auth=failed&provider=discord&reason=expired'])
  }
})

test('[SI60] [V8.3.1] a user who views the site as a role is not sent to the provider', async () => {
  const { go } = await openSignIn({
    principalOf: () => ({ ...person('ann'), session: { id: 'a', elevatedUntil: null, viewing: 'player' } }),
  })
  const { location, cookies } = await go('/auth/discord?return=/profile')
  expect([location, cookies]).toEqual([failedFor('readOnly'), []])
})

const refused = (code: string) => new CommandRefused('session.signIn', code, 'No.')
test.each([
  ['the store is full', refused('storageFull'), 'unavailable'],
  ['the outcome of the write is unknown', refused('fateUnknown'), 'unavailable'],
  ['the hub has a fault', new TypeError('900000000000000001 is not a function'), 'unavailable'],
  ['another account has the identity', refused('belongsToOther'), 'belongsToOther'],
  ['the user views the site as a role', refused('viewing'), 'readOnly'],
])('[SI56] [V16.2.5] if %s, no session is opened and the log quotes no user data', async (_what, fault, reason) => {
  const { go, begin, lines } = await openSignIn({ execute: () => Promise.reject(fault) })
  const { back, cookie } = await begin()
  const { location, cookies } = await go(back, cookie)
  expect(location).toBe(failedFor(reason))
  // The attempt has ended without a session.
  expect(cookies).toMatchObject([{ name: '__Host-waterhole_discord_attempt', value: '', maxAge: 0 }])
  expect(lines.join()).not.toMatch(/900000000000000001|Ann/)
  expect(lines.filter((line) => line.includes('a sign-in failed'))).toHaveLength(1)
})

test('[SI61] [V6.3.1] thirty users of a household begin within a minute, and all of them return', async () => {
  const { go, begin } = await openSignIn()
  const begun = []
  for (let time = 0; time < 30; time += 1) begun.push(await begin())
  expect((await go('/auth/discord')).location).toContain('reason=tooFast')
  for (const { back, cookie } of begun)
    expect((await go(back, cookie)).location).toBe('/profile?auth=success&provider=discord')
})
