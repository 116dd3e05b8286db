import { statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { account, connectionStatusOf } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import { freshId, inSession, person } from '../../testing/principals.ts'
import type { Outage } from '../../testing/providers/providerServer.ts'
import { openSignInApp, type SignInApp } from '../../testing/providers/signInApp.ts'

/** A new app for each test, because of the rate limit on sign-ins. */
let testApp: SignInApp
beforeEach(async () => {
  testApp = await openSignInApp()
  return () => testApp.close()
})

const failed = (provider: string, reason: string) => `/profile?auth=failed&provider=${provider}&reason=${reason}`
const ownAccount = (id: string | null) => testApp.hub.read(account, id ?? '')
const failures = () => testApp.lines.filter((line) => line.includes('a sign-in failed'))
const askTo = (id: string | null, provider: string) => {
  const call = { id: freshId(Date.now()), name: unlink.name, input: { provider } }
  return testApp.hub.dispatch(inSession(person(id ?? '')), call)
}

test('[SI1] a sign-in through Steam leads back to the same page, with name, picture, country and year', async () => {
  const ann = testApp.browser()
  const back = await testApp.signIn(ann, 'steam', 'Sign in as Ann', '/shop?tab=2#top')
  expect(back).toMatchObject({ status: 303, location: '/shop?tab=2&auth=success&provider=steam#top' })
  const result = { displayName: 'Ann', country: 'GB', accountCreated: 2015, steamId: '76561198000000001' }
  const pictures = { avatar: expect.stringMatching(/^https:/), profileUrl: expect.stringMatching(/^https:/) }
  const own = ownAccount(testApp.accountOf(ann))
  expect(own).toMatchObject({ name: 'Ann', demo: false, active: 'steam', steam: { ...result, ...pictures } })
  expect(connectionStatusOf(own)).toBe('partially-connected')
  expect(back.headers.get('cache-control')).toBe('no-store')
  expect(back.headers.get('referrer-policy')).toBe('no-referrer')
})

test("[SI2] a sign-in through Discord takes over Discord's names and stores no access token", async () => {
  const [ann, bob] = [testApp.browser(), testApp.browser()]
  expect((await testApp.signIn(ann, 'discord', 'Sign in as Ann in chat')).location).toBe(
    '/profile?auth=success&provider=discord',
  )
  await testApp.signIn(bob, 'discord', 'Sign in as bob')
  const picture = 'https://cdn.discordapp.com/avatars/900000000000000001/a1b2c3.png'
  const discord = { username: 'ann_chat', displayName: 'Ann in chat', fullUsername: 'ann_chat', avatar: picture }
  expect(ownAccount(testApp.accountOf(ann))).toMatchObject({ discord: { ...discord, premium_type: 2 }, steamId: null })
  expect(ownAccount(testApp.accountOf(bob)).discord).toMatchObject({ displayName: 'bob', fullUsername: 'bob#1234' })
})

test('[SI3] [V7.2.4] the second identity is linked to the signed-in account, in either order, in a new session', async () => {
  const ways = [
    ['Ann', 'steam', 'Sign in as Ann', 'discord', 'Sign in as Ann in chat'],
    ['bob', 'discord', 'Sign in as bob', 'steam', 'Sign in as Bob'],
  ] as const
  for (const [name, first, firstLink, second, secondLink] of ways) {
    const browser = testApp.browser()
    await testApp.signIn(browser, first, firstLink)
    const before = browser.jar.get('waterhole_session')
    const id = testApp.accountOf(browser)
    await testApp.signIn(browser, second, secondLink)
    expect(browser.jar.get('waterhole_session')).not.toBe(before)
    expect(testApp.accountOf(browser)).toBe(id)
    expect(connectionStatusOf(ownAccount(id))).toBe('fully-connected')
    expect(ownAccount(id).name).toBe(name)
    expect(testApp.sessionsOf(id ?? '')).toHaveLength(1)
  }
})

test('[SI4] an identity of another account is not linked: the page says so, and session and accounts are unchanged', async () => {
  const [ann, bob] = [testApp.browser(), testApp.browser()]
  await testApp.signIn(bob, 'discord', 'Sign in as bob')
  await testApp.signIn(ann, 'steam', 'Sign in as Ann')
  const before = [
    ann.jar.get('waterhole_session'),
    ownAccount(testApp.accountOf(ann)),
    ownAccount(testApp.accountOf(bob)),
  ]
  expect((await testApp.signIn(ann, 'discord', 'Sign in as bob')).location).toBe(failed('discord', 'belongsToOther'))
  expect((await testApp.signIn(ann, 'steam', 'Sign in as Bob')).location).toBe(failed('steam', 'otherLinked'))
  expect([
    ann.jar.get('waterhole_session'),
    ownAccount(testApp.accountOf(ann)),
    ownAccount(testApp.accountOf(bob)),
  ]).toEqual(before)
})

test('[SI5] one identity can be unlinked while the other remains, and then signs in to a new account', async () => {
  const [ann, again] = [testApp.browser(), testApp.browser()]
  await testApp.signIn(ann, 'steam', 'Sign in as Ann')
  const id = testApp.accountOf(ann)
  expect(await askTo(id, 'steam')).toMatchObject({ code: 'last' })
  await testApp.signIn(ann, 'discord', 'Sign in as Ann in chat')
  expect(await askTo(id, 'steam')).toMatchObject({ ok: true })
  expect(await askTo(id, 'discord')).toMatchObject({ code: 'last' })
  await testApp.signIn(again, 'steam', 'Sign in as Ann')
  expect(testApp.accountOf(again)).not.toBe(id)
})

const wrongWays = [
  ...[
    ['steam', 'badSignature'],
    ['steam', 'oldNonce'],
    ['steam', 'wrongReturnAddress'],
    ['steam', 'wrongState'],
  ],
  ...[
    ['steam', 'otherHost'],
    ['steam', 'otherIdentity'],
    ['steam', 'unsignedIdentity'],
    ['steam', 'otherProvider'],
  ],
  ...[
    ['steam', 'fieldTwice'],
    ['discord', 'wrongState'],
    ['discord', 'codeTwice'],
    ['discord', 'otherError'],
  ],
] as const

test('[SI6] [V10.2.1] any manipulated return opens no session, gives only a reason in the address, and is logged once for each address', async () => {
  for (const [at, [provider, link]] of wrongWays.entries()) {
    const browser = testApp.browser(`192.0.2.${at + 1}`)
    const logged = failures().length
    const back = await testApp.signIn(browser, provider as 'steam', link ?? '')
    expect([link, back.location]).toEqual([link, failed(provider ?? '', 'invalid')])
    expect(testApp.accountOf(browser)).toBeNull()
    expect(failures().slice(logged)).toHaveLength(1)
  }
  const logged = failures().length
  await testApp.signIn(testApp.browser('192.0.2.1'), 'steam', 'badSignature')
  expect(failures()).toHaveLength(logged)
})

test('[SI7] a used nonce is refused, even if Steam would confirm it again', async () => {
  const [first, second] = [testApp.browser(), testApp.browser()]
  await testApp.signIn(first, 'steam', 'Sign in as Ann')
  expect((await testApp.signIn(second, 'steam', 'replayedNonce')).location).toBe(failed('steam', 'invalid'))
  expect(testApp.accountOf(second)).toBeNull()
})

test("[SI2390] the log tells an assertion of another time, with the hub's clock as a possible cause, from one that was used before", async () => {
  await testApp.signIn(testApp.browser('192.0.2.1'), 'steam', 'Sign in as Ann')
  await testApp.signIn(testApp.browser('192.0.2.2'), 'steam', 'replayedNonce')
  await testApp.signIn(testApp.browser('192.0.2.3'), 'steam', 'oldNonce')
  const [replayed, old] = failures()
  expect(replayed).toContain('"why":"the assertion was used before"')
  expect(old).toMatch(/made \d+ min before the time of this machine's clock, .*if no one can sign in, set that clock"/)
})

test('[SI8] an expired or unknown code leads to another attempt, and a cancelled sign-in back to the page', async () => {
  const browser = testApp.browser()
  expect((await testApp.signIn(browser, 'discord', 'expiredCode')).location).toBe(failed('discord', 'expired'))
  expect((await testApp.signIn(browser, 'discord', 'inventedCode')).location).toBe(failed('discord', 'expired'))
  expect((await testApp.signIn(browser, 'discord', 'Cancel')).location).toBe(failed('discord', 'cancelled'))
  expect((await testApp.signIn(browser, 'steam', 'Cancel')).location).toBe(failed('steam', 'cancelled'))
  expect((await testApp.signIn(browser, 'discord', 'Sign in as bob')).location).toContain('auth=success')
})

test('[SI9] a provider that is down or answers wrongly is reported as unreachable, and later sign-ins work', async () => {
  for (const outage of ['down', 'garbage', 'hugeBody', 'sendsElsewhere'] satisfies Outage[]) {
    const browser = testApp.browser()
    for (const provider of ['steam', 'discord'] as const) {
      testApp[provider].breakDown(outage)
      expect([outage, (await testApp.signIn(browser, provider, 'Sign in as')).location]).toEqual([
        outage,
        failed(provider, 'unreachable'),
      ])
      testApp[provider].breakDown(null)
    }
    expect(testApp.accountOf(browser)).toBeNull()
  }
  const ann = testApp.browser()
  await testApp.signIn(ann, 'steam', 'Sign in as Ann')
  expect(testApp.accountOf(ann)).not.toBeNull()
})

test('[SI10] the same return address twice, in parallel or reloaded, is one sign-in with one session and two good answers', async () => {
  for (const [provider, link] of [
    ['steam', 'Sign in as Ann'],
    ['discord', 'Sign in as bob'],
  ] as const) {
    const browser = testApp.browser()
    const address = await testApp.askAt(browser, provider, link)
    const both = await Promise.all([browser.go(address), browser.go(address)])
    const after = browser.jar.get('waterhole_session')
    both.push(await browser.go(address))
    expect(new Set(both.map(({ location }) => location))).toEqual(
      new Set([`/profile?auth=success&provider=${provider}`]),
    )
    expect(browser.jar.get('waterhole_session')).toBe(after)
    expect(testApp.sessionsOf(testApp.accountOf(browser) ?? '')).toHaveLength(1)
  }
})

test('[SI11] [V10.1.2] a return address alone signs in no other browser, and none that did not begin the sign-in', async () => {
  const [ann, thief] = [testApp.browser(), testApp.browser()]
  const address = await testApp.askAt(ann, 'discord', 'Sign in as Ann in chat')
  expect((await thief.go(address)).location).toBe('/?auth=failed&provider=discord&reason=expired')
  await thief.go('/auth/discord?return=/profile')
  expect((await thief.go(address)).location).toBe(failed('discord', 'invalid'))
  expect(testApp.accountOf(thief)).toBeNull()
  // The attempt stays valid for its own browser.
  expect((await ann.go(address)).location).toBe('/profile?auth=success&provider=discord')
})

test('[SI12] the attempt in the browser cannot be changed or come from another installation', async () => {
  const other = await openSignInApp({ dataDir: join(testApp.dataDir, 'other') })
  const [browser, elsewhere] = [testApp.browser(), other.browser()]
  const address = await testApp.askAt(browser, 'steam', 'Sign in as Ann')
  await elsewhere.go('/auth/steam?return=/profile')
  const own = browser.jar.get('waterhole_steam_attempt') ?? ''
  const [text = '', signature] = own.split('.')
  const changed = Buffer.from(Buffer.from(text, 'base64url').toString().replace('/profile', '/elsewhere'))
  const forged = [elsewhere.jar.get('waterhole_steam_attempt') ?? '', `${changed.toString('base64url')}.${signature}`]
  for (const cookie of [...forged, text, '.', 'x'.repeat(3_000)]) {
    browser.jar.set('waterhole_steam_attempt', cookie)
    expect((await browser.go(address)).location).toBe('/?auth=failed&provider=steam&reason=expired')
  }
  expect(testApp.accountOf(browser)).toBeNull()
  await other.close()
})

test('[SI13] [V3.3.4] the attempt is readable only by the hub, and its secret only by the owner of the installation', async () => {
  const { setCookies } = await testApp.browser().go('/auth/steam')
  expect(setCookies).toHaveLength(1)
  expect(setCookies[0]).toMatch(/^waterhole_steam_attempt=.*Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(statSync(join(testApp.dataDir, 'sign-in.key')).mode & 0o777).toBe(0o600)
})

test('[SI14] [V14.2.1] neither log lines nor addresses contain identities or secrets', async () => {
  const [ann, bob] = [testApp.browser(), testApp.browser()]
  const seen: string[] = []
  const note = async (browser: typeof ann, provider: 'steam' | 'discord', link: string) => {
    const address = await testApp.askAt(browser, provider, link)
    const { location } = await browser.go(address)
    seen.push(...[...new URL(address).searchParams.values()].filter((value) => value.length > 12))
    result.push(location)
  }
  const result: string[] = []
  await note(ann, 'steam', 'Sign in as Ann')
  await note(ann, 'discord', 'Sign in as Ann in chat')
  await note(bob, 'steam', 'badSignature')
  await note(bob, 'discord', 'expiredCode')
  const { clientSecret } = testApp.discord.application
  const cookies = [...ann.jar.values(), ...bob.jar.values()]
  const ids = ['76561198000000001', '900000000000000001', 'Ann', 'ann_chat']
  const everything = [...testApp.lines, ...result].join('\n')
  for (const secret of [...seen, ...cookies, ...ids, clientSecret, testApp.steam.apiKey])
    expect(everything).not.toContain(secret)
  expect(failures()).toHaveLength(2)
})

test('[SI15] [V3.7.2] no return address leads to another site after the sign-in', async () => {
  const wanted = ['//evil.example', '/\\evil.example', 'https://evil.example', '/.//evil.example', '/%09/evil.example']
  for (const path of wanted) {
    const browser = testApp.browser()
    const { location } = await testApp.signIn(browser, 'steam', 'Cancel', path)
    expect(new URL(location, testApp.address).origin).toBe(testApp.address)
  }
})

test('[SI16] [V6.3.1] sign-ins from one address are rate limited', async () => {
  const browser = testApp.browser()
  const locations: string[] = []
  for (let time = 0; time < 32; time += 1) locations.push((await browser.go('/auth/discord?return=/profile')).location)
  expect(locations.filter((location) => location === failed('discord', 'tooFast'))).toHaveLength(2)
})
