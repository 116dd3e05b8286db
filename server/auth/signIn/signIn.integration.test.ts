import { statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { account, connectionStatusOf } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import { freshId, inSession, person } from '../../testing/principals.ts'
import type { Outage } from '../../testing/providers/providerServer.ts'
import { openSignInApp, type SignInApp } from '../../testing/providers/signInApp.ts'

/** Few enough in one world for the limit on sign-ins. */
let world: SignInApp
beforeEach(async () => {
  world = await openSignInApp()
  return () => world.close()
})

const failed = (provider: string, reason: string) => `/profile?auth=failed&provider=${provider}&reason=${reason}`
const ownAccount = (id: string | null) => world.hub.read(account, id ?? '')
const failures = () => world.lines.filter((line) => line.includes('a sign-in failed'))
const askTo = (id: string | null, provider: string) => {
  const call = { id: freshId(Date.now()), name: unlink.name, input: { provider } }
  return world.hub.dispatch(inSession(person(id ?? '')), call)
}

test('[SI1] through Steam: back to the page one came from, in, with name, picture, country and year', async () => {
  const ann = world.browser()
  const back = await world.signIn(ann, 'steam', 'Sign in as Ann', '/shop?tab=2#top')
  expect(back).toMatchObject({ status: 303, location: '/shop?tab=2&auth=success&provider=steam#top' })
  const told = { displayName: 'Ann', country: 'GB', accountCreated: 2015, steamId: '76561198000000001' }
  const pictures = { avatar: expect.stringMatching(/^https:/), profileUrl: expect.stringMatching(/^https:/) }
  const own = ownAccount(world.accountOf(ann))
  expect(own).toMatchObject({ name: 'Ann', demo: false, active: 'steam', steam: { ...told, ...pictures } })
  expect(connectionStatusOf(own)).toBe('partially-connected')
  expect(back.headers.get('cache-control')).toBe('no-store')
  expect(back.headers.get('referrer-policy')).toBe('no-referrer')
})

test('[SI2] through Discord: with the names as they are written there, and nothing of the token kept', async () => {
  const [ann, bob] = [world.browser(), world.browser()]
  expect((await world.signIn(ann, 'discord', 'Sign in as Ann in chat')).location).toBe(
    '/profile?auth=success&provider=discord',
  )
  await world.signIn(bob, 'discord', 'Sign in as bob')
  const picture = 'https://cdn.discordapp.com/avatars/900000000000000001/a1b2c3.png'
  const discord = { username: 'ann_chat', displayName: 'Ann in chat', fullUsername: 'ann_chat', avatar: picture }
  expect(ownAccount(world.accountOf(ann))).toMatchObject({ discord: { ...discord, premium_type: 2 }, steamId: null })
  expect(ownAccount(world.accountOf(bob)).discord).toMatchObject({ displayName: 'bob', fullUsername: 'bob#1234' })
})

test('[SI3] [V7.2.4] the second account is linked to whoever is in, either way round, in a session that is new', async () => {
  const ways = [
    ['Ann', 'steam', 'Sign in as Ann', 'discord', 'Sign in as Ann in chat'],
    ['bob', 'discord', 'Sign in as bob', 'steam', 'Sign in as Bob'],
  ] as const
  for (const [name, first, firstLink, second, secondLink] of ways) {
    const browser = world.browser()
    await world.signIn(browser, first, firstLink)
    const before = browser.jar.get('waterhole_session')
    const id = world.accountOf(browser)
    await world.signIn(browser, second, secondLink)
    expect(browser.jar.get('waterhole_session')).not.toBe(before)
    expect(world.accountOf(browser)).toBe(id)
    expect(connectionStatusOf(ownAccount(id))).toBe('fully-connected')
    expect(ownAccount(id).name).toBe(name)
    expect(world.sessionsOf(id ?? '')).toHaveLength(1)
  }
})

test('[SI4] what belongs to somebody else is not linked: told so, still in as before, and nothing has changed', async () => {
  const [ann, bob] = [world.browser(), world.browser()]
  await world.signIn(bob, 'discord', 'Sign in as bob')
  await world.signIn(ann, 'steam', 'Sign in as Ann')
  const before = [ann.jar.get('waterhole_session'), ownAccount(world.accountOf(ann)), ownAccount(world.accountOf(bob))]
  expect((await world.signIn(ann, 'discord', 'Sign in as bob')).location).toBe(failed('discord', 'belongsToOther'))
  expect((await world.signIn(ann, 'steam', 'Sign in as Bob')).location).toBe(failed('steam', 'otherLinked'))
  expect([
    ann.jar.get('waterhole_session'),
    ownAccount(world.accountOf(ann)),
    ownAccount(world.accountOf(bob)),
  ]).toEqual(before)
})

test('[SI5] one can be unlinked while the other remains, and then comes in as somebody new', async () => {
  const [ann, again] = [world.browser(), world.browser()]
  await world.signIn(ann, 'steam', 'Sign in as Ann')
  const id = world.accountOf(ann)
  expect(await askTo(id, 'steam')).toMatchObject({ code: 'last' })
  await world.signIn(ann, 'discord', 'Sign in as Ann in chat')
  expect(await askTo(id, 'steam')).toMatchObject({ ok: true })
  expect(await askTo(id, 'discord')).toMatchObject({ code: 'last' })
  await world.signIn(again, 'steam', 'Sign in as Ann')
  expect(world.accountOf(again)).not.toBe(id)
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

test('[SI6] [V10.2.1] whatever is wrong with the way back: nobody is in, the address says no more than that, one line is logged', async () => {
  for (const [provider, link] of wrongWays) {
    const browser = world.browser()
    const logged = failures().length
    const back = await world.signIn(browser, provider as 'steam', link ?? '')
    expect([link, back.location]).toEqual([link, failed(provider ?? '', 'invalid')])
    expect(world.accountOf(browser)).toBeNull()
    expect(failures().slice(logged)).toHaveLength(1)
  }
})

test('[SI7] a nonce that was used once is good for nobody again, though Steam would confirm it', async () => {
  const [first, second] = [world.browser(), world.browser()]
  await world.signIn(first, 'steam', 'Sign in as Ann')
  expect((await world.signIn(second, 'steam', 'replayedNonce')).location).toBe(failed('steam', 'invalid'))
  expect(world.accountOf(second)).toBeNull()
})

test('[SI8] a code that is too old or was never given leads to a new try, and cancelling back to the page', async () => {
  const browser = world.browser()
  expect((await world.signIn(browser, 'discord', 'expiredCode')).location).toBe(failed('discord', 'expired'))
  expect((await world.signIn(browser, 'discord', 'inventedCode')).location).toBe(failed('discord', 'expired'))
  expect((await world.signIn(browser, 'discord', 'Cancel')).location).toBe(failed('discord', 'cancelled'))
  expect((await world.signIn(browser, 'steam', 'Cancel')).location).toBe(failed('steam', 'cancelled'))
  expect((await world.signIn(browser, 'discord', 'Sign in as bob')).location).toContain('auth=success')
})

test('[SI9] a provider that is down or answers wrongly is told as unreachable, and afterwards people come in', async () => {
  for (const outage of ['down', 'garbage', 'hugeBody', 'sendsElsewhere'] satisfies Outage[]) {
    const browser = world.browser()
    for (const provider of ['steam', 'discord'] as const) {
      world[provider].breakDown(outage)
      expect([outage, (await world.signIn(browser, provider, 'Sign in as')).location]).toEqual([
        outage,
        failed(provider, 'unreachable'),
      ])
      world[provider].breakDown(null)
    }
    expect(world.accountOf(browser)).toBeNull()
  }
  const ann = world.browser()
  await world.signIn(ann, 'steam', 'Sign in as Ann')
  expect(world.accountOf(ann)).not.toBeNull()
})

test('[SI10] the same address twice, at once or loaded again, is one sign-in and one session, and comes out well both times', async () => {
  for (const [provider, link] of [
    ['steam', 'Sign in as Ann'],
    ['discord', 'Sign in as bob'],
  ] as const) {
    const browser = world.browser()
    const address = await world.askAt(browser, provider, link)
    const both = await Promise.all([browser.go(address), browser.go(address)])
    const after = browser.jar.get('waterhole_session')
    both.push(await browser.go(address))
    expect(new Set(both.map(({ location }) => location))).toEqual(
      new Set([`/profile?auth=success&provider=${provider}`]),
    )
    expect(browser.jar.get('waterhole_session')).toBe(after)
    expect(world.sessionsOf(world.accountOf(browser) ?? '')).toHaveLength(1)
  }
})

test('[SI11] [V10.1.2] the address alone lets nobody in: not another browser, not one that never set out', async () => {
  const [ann, thief] = [world.browser(), world.browser()]
  const address = await world.askAt(ann, 'discord', 'Sign in as Ann in chat')
  expect((await thief.go(address)).location).toBe('/?auth=failed&provider=discord&reason=expired')
  await thief.go('/auth/discord?return=/profile')
  expect((await thief.go(address)).location).toBe(failed('discord', 'invalid'))
  expect(world.accountOf(thief)).toBeNull()
  // And it spoils nothing for whoever it was meant for.
  expect((await ann.go(address)).location).toBe('/profile?auth=success&provider=discord')
})

test('[SI12] what a browser carries cannot be changed, nor come from another installation', async () => {
  const other = await openSignInApp({ dataDir: join(world.dataDir, 'other') })
  const [browser, elsewhere] = [world.browser(), other.browser()]
  const address = await world.askAt(browser, 'steam', 'Sign in as Ann')
  await elsewhere.go('/auth/steam?return=/profile')
  const own = browser.jar.get('waterhole_steam_attempt') ?? ''
  const [text = '', signature] = own.split('.')
  const changed = Buffer.from(Buffer.from(text, 'base64url').toString().replace('/profile', '/elsewhere'))
  const forged = [elsewhere.jar.get('waterhole_steam_attempt') ?? '', `${changed.toString('base64url')}.${signature}`]
  for (const cookie of [...forged, text, '.', 'x'.repeat(3_000)]) {
    browser.jar.set('waterhole_steam_attempt', cookie)
    expect((await browser.go(address)).location).toBe('/?auth=failed&provider=steam&reason=expired')
  }
  expect(world.accountOf(browser)).toBeNull()
  await other.close()
})

test('[SI13] [V3.3.4] what a browser carries is for the hub alone, and the secret that signs it for its owner alone', async () => {
  const { setCookies } = await world.browser().go('/auth/steam')
  expect(setCookies).toHaveLength(1)
  expect(setCookies[0]).toMatch(/^waterhole_steam_attempt=.*Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(statSync(join(world.dataDir, 'sign-in.key')).mode & 0o777).toBe(0o600)
})

test('[SI14] [V14.2.1] neither log lines nor addresses tell who somebody is, or anything that would let one in', async () => {
  const [ann, bob] = [world.browser(), world.browser()]
  const seen: string[] = []
  const note = async (browser: typeof ann, provider: 'steam' | 'discord', link: string) => {
    const address = await world.askAt(browser, provider, link)
    const { location } = await browser.go(address)
    seen.push(...[...new URL(address).searchParams.values()].filter((value) => value.length > 12))
    told.push(location)
  }
  const told: string[] = []
  await note(ann, 'steam', 'Sign in as Ann')
  await note(ann, 'discord', 'Sign in as Ann in chat')
  await note(bob, 'steam', 'badSignature')
  await note(bob, 'discord', 'expiredCode')
  const { clientSecret } = world.discord.application
  const cookies = [...ann.jar.values(), ...bob.jar.values()]
  const ids = ['76561198000000001', '900000000000000001', 'Ann', 'ann_chat']
  const everything = [...world.lines, ...told].join('\n')
  for (const secret of [...seen, ...cookies, ...ids, clientSecret, world.steam.apiKey])
    expect(everything).not.toContain(secret)
  expect(failures()).toHaveLength(2)
})

test('[SI15] [V3.7.2] no address given to the way in leads to another site afterwards', async () => {
  const wanted = ['//evil.example', '/\\evil.example', 'https://evil.example', '/.//evil.example', '/%09/evil.example']
  for (const path of wanted) {
    const browser = world.browser()
    const { location } = await world.signIn(browser, 'steam', 'Cancel', path)
    expect(new URL(location, world.address).origin).toBe(world.address)
  }
})

test('[SI16] [V6.3.1] one address tries so often and no more', async () => {
  const browser = world.browser()
  const locations: string[] = []
  for (let time = 0; time < 32; time += 1) locations.push((await browser.go('/auth/discord?return=/profile')).location)
  expect(locations.filter((location) => location === failed('discord', 'tooFast'))).toHaveLength(2)
})
