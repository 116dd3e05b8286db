import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { expect, test } from 'vitest'
import { OrderRefused } from '../engine/orderRefused.ts'
import { guestSeat, type Seat } from '../engine/seat.ts'
import { createOriginCheck } from '../sockets/originCheck.ts'
import { createTestClock } from '../testing/clock.ts'
import { person } from '../testing/people.ts'
import { createHttp } from './createHttp.ts'
import { discordRoutes } from './discordRoutes.ts'
import { createAdmission } from './newcomer.ts'
import { createSignInBase } from './signInBase.ts'
import type { SignInProvider } from './signInProvider.ts'

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
  readonly seatOf?: () => Seat
  readonly provider?: SignInProvider
}

/** The way to a provider and back, where time and the hub are the test's. */
async function openWay(wanted: Wanted = {}) {
  const { publicUrl = 'https://hub.example', order = async () => ({ account: 'ann', outcome: 'found' }) } = wanted
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
  const { seatOf = () => guestSeat([]) } = wanted
  const parts = { hub, clock, log, isSecure, admit, seatOf, baseOf, secret: randomBytes(32) }
  discordRoutes(app, parts, wanted.provider ?? provider)
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
  return { go, setOut, clock, lines, orders }
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

test('[SI51] where the hub cannot know its address, the owner is told what is missing', async () => {
  const { go, lines } = await openWay({ publicUrl: null })
  const answer = await go('/auth/discord')
  expect([answer.statusCode, answer.cookies]).toEqual([400, []])
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'noPublicUrl', error: expect.stringContaining('PUBLIC_URL') })
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
  expect(orders).toEqual(['account.signIn', 'session.open'])
})

test('[SI55] loaded again by who is in already, perhaps with lent rights, the address takes nothing from them', async () => {
  let seat: Seat = guestSeat([])
  const { go, setOut } = await openWay({ seatOf: () => seat })
  const { back, cookie } = await setOut()
  await go(back, cookie)
  seat = person('ann')
  const { location, cookies } = await go(back, cookie)
  expect(location).toBe('/profile?auth=success&provider=discord')
  expect(cookies.map(({ name }) => name)).toEqual(['__Host-waterhole_discord_attempt'])
})

test.each([
  [
    'the account is not kept',
    'account.signIn',
    new OrderRefused('account.signIn', 'storageFull', 'No room.'),
    'unavailable',
  ],
  [
    'the session is not kept',
    'session.open',
    new OrderRefused('session.open', 'fateUnknown', 'Who knows.'),
    'unavailable',
  ],
  ['the hub has a fault', 'account.signIn', new TypeError('900000000000000001 is no function'), 'unavailable'],
  [
    'somebody else has it',
    'account.signIn',
    new OrderRefused('account.signIn', 'belongsToOther', 'No.'),
    'belongsToOther',
  ],
])('[SI56] [V16.2.5] %s: nobody is in, and the log quotes nothing of theirs', async (_what, failing, fault, reason) => {
  const order = async (name: string) =>
    name === failing ? Promise.reject(fault) : { account: 'ann', outcome: 'found' }
  const { go, setOut, lines } = await openWay({ order })
  const { back, cookie } = await setOut()
  const { location, cookies } = await go(back, cookie)
  expect(location).toBe(failedFor(reason))
  // The attempt is over, and no session is given.
  expect(cookies).toMatchObject([{ name: '__Host-waterhole_discord_attempt', value: '', maxAge: 0 }])
  expect(lines.join()).not.toMatch(/900000000000000001|Ann/)
  expect(lines.filter((line) => line.includes('a sign-in failed'))).toHaveLength(1)
})
