import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { expect, test } from 'vitest'
import { signInReasons } from '../../../shared/features/account/signIn.ts'
import { CommandRefused } from '../../engine/execute.ts'
import { type Credentials, guestPrincipal, type Principal } from '../../engine/principal.ts'
import { createOriginCheck } from '../../gateway/originCheck.ts'
import { createHttp } from '../../http/createHttp.ts'
import { createTestClock } from '../../testing/clock.ts'
import { person } from '../../testing/principals.ts'
import { createAdmission } from '../admission.ts'
import { createSignInBase } from './addresses.ts'
import { type Attempt, newAttempt, sealAttempt } from './attempt.ts'
import type { SignInProvider } from './provider.ts'
import { signInRoutes } from './routes.ts'

const ann = {
  ...{ provider: 'discord' as const, discordId: '900000000000000001', username: 'ann', displayName: 'Ann' },
  ...{ discriminator: '0', avatar: '', verified: false, locale: 'en-US', premium_type: 0, fullUsername: 'ann' },
}
const provider: SignInProvider = {
  provider: 'discord',
  isConfigured: true,
  startAddress: ({ state, returnAddress }) => `${returnAddress}?state=${state}`,
  identify: async () => ann,
}
interface Wanted {
  readonly publicUrl?: string | null
  readonly order?: (name: string) => Promise<unknown>
  readonly principalOf?: () => Principal
  readonly provider?: SignInProvider
}

/** The way to a provider and back, where time and the hub are the test's. */
async function openWay(wanted: Wanted = {}) {
  const { publicUrl = 'https://hub.example', order = async () => ({ account: 'ann', outcome: 'found', endsAt: 1 }) } =
    wanted
  const [clock, lines]: [ReturnType<typeof createTestClock>, string[]] = [createTestClock(), []]
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const isSecure = publicUrl?.startsWith('https') ?? false
  const app = await createHttp({ log, isSecure, isOurOrigin: () => true })
  const orders: string[] = []
  const hub = {
    order: (_actor: string, name: string) => {
      orders.push(name)
      return order(name)
    },
  }
  const admit = createAdmission({ hub, isSecure, sessionKey: (token) => token })
  const baseOf = createSignInBase({ publicUrl, isOurOrigin: createOriginCheck([], false) })
  const secret = randomBytes(32)
  let isOpen = true
  const principalIn = ({ cookie = '' }: Credentials) => {
    const [, token] = /waterhole_session=([^;]+)/.exec(cookie) ?? []
    if (token === undefined || !isOpen) return guestPrincipal([])
    return person(token === 'bob' ? 'bob' : 'ann')
  }
  const parts = {
    clock,
    log,
    isSecure,
    admit,
    principalOf: wanted.principalOf ?? principalIn,
    baseOf,
    secret: () => secret,
  }
  signInRoutes(app, parts, wanted.provider ?? provider)
  const go = async (url: string, cookie = '') => {
    const { statusCode, headers, cookies, body } = await app.inject({
      url,
      headers: { cookie, host: 'elsewhere.example' },
    })
    return { statusCode, location: String(headers.location), cookies, body }
  }
  const setOut = async () => {
    const { location, cookies } = await go('/auth/discord?return=/profile')
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return { back: new URL(location).pathname + new URL(location).search, cookie, location }
  }
  const endSessions = () => {
    isOpen = false
  }
  return { go, setOut, clock, lines, orders, secret, endSessions }
}

const failedFor = (reason: string) => `/profile?auth=failed&provider=discord&reason=${reason}`

test('[SI50] [V3.3.1] behind https people come back to PUBLIC_URL, whatever Host says, with cookies for that host alone', async () => {
  const { go, setOut } = await openWay()
  const { back, cookie, location } = await setOut()
  expect(location).toMatch(/^https:\/\/hub\.example\/auth\/discord\/return\?/)
  const { location: there, cookies } = await go(back, cookie)
  expect(there).toBe('/profile?auth=success&provider=discord')
  const names = ['__Host-waterhole_discord_attempt', '__Host-waterhole_session']
  expect(cookies.map(({ name, secure, httpOnly }) => [name, secure, httpOnly])).toEqual(
    names.map((name) => [name, true, true]),
  )
})

test('[SI51] where the hub cannot know its address, the page says what the owner has to set, and so does the log', async () => {
  const { go, lines } = await openWay({ publicUrl: null })
  const { statusCode, location, cookies } = await go('/auth/discord?return=/profile')
  // Relative: of an address that it does not know the hub says nothing.
  expect([statusCode, location, cookies]).toEqual([303, failedFor('noPublicUrl'), []])
  expect(signInReasons.noPublicUrl).toContain('PUBLIC_URL')
  expect(lines.join()).toContain('PUBLIC_URL is missing')
})

test('[SI52] a provider that is not set up is told so on the page', async () => {
  const { go } = await openWay({ provider: { ...provider, isConfigured: false } })
  expect((await go('/auth/discord?return=/profile')).location).toBe(failedFor('notConfigured'))
})

test('[SI53] who takes more than ten minutes begins anew', async () => {
  const { go, setOut, clock, orders } = await openWay()
  const { back, cookie } = await setOut()
  clock.pass(10 * 60_000 + 1)
  expect((await go(back, cookie)).location).toBe('/?auth=failed&provider=discord&reason=expired')
  expect(orders).toEqual([])
})

test('[SI54] after a minute the same address is over, and opens nothing', async () => {
  const { go, setOut, clock, orders } = await openWay()
  const { back, cookie } = await setOut()
  for (const passed of [0, 60_000, 1]) {
    clock.pass(passed)
    const { location, cookies } = await go(back, cookie)
    expect(location).toBe(passed === 1 ? failedFor('expired') : '/profile?auth=success&provider=discord')
    expect(cookies.length).toBe(passed === 1 ? 0 : 2)
  }
  expect(orders).toEqual(['session.signIn'])
})

test('[SI62] [V10.1.2] at another node, or after a restart, the address loaded again by who came in by it opens nothing anew', async () => {
  const [one, other] = [await openWay(), await openWay()]
  const { back, cookie } = await one.setOut()
  const { cookies } = await one.go(back, cookie)
  other.secret.set(one.secret)
  const carried = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect((await other.go(back, carried)).location).toBe('/profile?auth=success&provider=discord')
  const withoutSession = carried.split('; ')[0] ?? ''
  for (const held of [withoutSession, `${withoutSession}; __Host-waterhole_session=bob`])
    expect((await other.go(back, held)).location).toBe(failedFor('expired'))
  expect(other.orders).toEqual([])
})

test('[SI63] [V10.2.1] what leads back to another address than this hub’s was begun elsewhere, whoever has signed it', async () => {
  const { go, secret, clock, orders } = await openWay()
  const attempt = newAttempt({
    ...{ provider: 'discord', returnPath: '/profile', startedAt: clock.now() },
    returnAddress: 'https://evil.example/auth/discord/return',
  })
  const cookie = `__Host-waterhole_discord_attempt=${sealAttempt(secret, attempt)}`
  const { location } = await go(`/auth/discord/return?state=${attempt.state}`, cookie)
  expect([location, orders]).toEqual(['/?auth=failed&provider=discord&reason=expired', []])
})

test('[SI55] loaded again by who is in already, perhaps with lent rights, the address takes nothing from them', async () => {
  const { go, setOut } = await openWay()
  const { back, cookie } = await setOut()
  await go(back, cookie)
  const { location, cookies } = await go(back, `${cookie}; __Host-waterhole_session=raised`)
  expect(location).toBe('/profile?auth=success&provider=discord')
  expect(cookies.map(({ name }) => name)).toEqual(['__Host-waterhole_discord_attempt'])
})

test('[SI57] [V7.2.4] loaded again by who is somebody else meanwhile, or when that session has ended, it opens nothing', async () => {
  const { go, setOut, endSessions } = await openWay()
  const { back, cookie } = await setOut()
  await go(back, cookie)
  const later = [await go(back, `${cookie}; __Host-waterhole_session=bob`)]
  endSessions()
  later.push(await go(back, cookie))
  for (const { location, cookies } of later) {
    expect(location).toBe(failedFor('expired'))
    expect(cookies.map(({ name }) => name)).toEqual(['__Host-waterhole_discord_attempt'])
  }
})

test('[SI58] [V6.3.1] whoever is too fast is told so on the page from which they came, there and back, and the log stays short', async () => {
  const { go, setOut, lines } = await openWay()
  const { cookie } = await setOut()
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

test('[SI59] what another release has signed, in a form of its own, is begun anew', async () => {
  const { go, secret } = await openWay()
  for (const sealed of [sealAttempt(secret, { provider: 'discord' } as Attempt), sealAttempt(secret, 'old' as never)]) {
    const { statusCode, location } = await go(
      '/auth/discord/return?state=x',
      `__Host-waterhole_discord_attempt=${sealed}`,
    )
    expect([statusCode, location]).toEqual([303, '/?auth=failed&provider=discord&reason=expired'])
  }
})

test('[SI60] [V8.3.1] whoever views the site as a role is not even sent to the provider', async () => {
  const { go } = await openWay({
    principalOf: () => ({ ...person('ann'), session: { id: 'a', elevatedUntil: null, viewing: 'player' } }),
  })
  const { location, cookies } = await go('/auth/discord?return=/profile')
  expect([location, cookies]).toEqual([failedFor('readOnly'), []])
})

const refused = (code: string) => new CommandRefused('session.signIn', code, 'No.')
test.each([
  ['nothing can be kept', refused('storageFull'), 'unavailable'],
  ['nobody knows whether it is kept', refused('fateUnknown'), 'unavailable'],
  ['the hub has a fault', new TypeError('900000000000000001 is no function'), 'unavailable'],
  ['somebody else has it', refused('belongsToOther'), 'belongsToOther'],
  ['they view the site as a role', refused('viewing'), 'readOnly'],
])('[SI56] [V16.2.5] %s: nobody is in, and the log quotes nothing of theirs', async (_what, fault, reason) => {
  const { go, setOut, lines } = await openWay({ order: () => Promise.reject(fault) })
  const { back, cookie } = await setOut()
  const { location, cookies } = await go(back, cookie)
  expect(location).toBe(failedFor(reason))
  // The attempt is over, and no session is given.
  expect(cookies).toMatchObject([{ name: '__Host-waterhole_discord_attempt', value: '', maxAge: 0 }])
  expect(lines.join()).not.toMatch(/900000000000000001|Ann/)
  expect(lines.filter((line) => line.includes('a sign-in failed'))).toHaveLength(1)
})

test('[SI61] [V6.3.1] thirty of a household set out within a minute, and all of them come back', async () => {
  const { go, setOut } = await openWay()
  const ways = []
  for (let time = 0; time < 30; time += 1) ways.push(await setOut())
  expect((await go('/auth/discord')).location).toContain('reason=tooFast')
  for (const { back, cookie } of ways)
    expect((await go(back, cookie)).location).toBe('/profile?auth=success&provider=discord')
})
