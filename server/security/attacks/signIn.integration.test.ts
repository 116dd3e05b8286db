import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, followProviderLink } from '../../testing/providers/providerBrowser.ts'
import { openSignInApp, type SignInApp } from '../../testing/providers/signInApp.ts'
import { createAttack } from './testing/attackReport.ts'

let app: SignInApp
beforeAll(async () => {
  app = await openSignInApp({ trustedProxies: ['127.0.0.1'] })
})
afterAll(() => app.close())

/** Returns of the providers' own faults: the link with that name on the page of the local provider leads to a forged return. */
const forgedReturns = {
  steam: [
    ...['badSignature', 'oldNonce', 'wrongReturnAddress', 'wrongState', 'otherHost', 'otherIdentity'],
    ...['unsignedIdentity', 'otherProvider', 'fieldTwice'],
  ],
  discord: ['wrongState', 'codeTwice', 'otherError', 'expiredCode', 'inventedCode'],
} as const

/** Ways to forge one field of a good return. */
const forgeries: Readonly<Record<string, (params: URLSearchParams, field: string, value: string) => void>> = {
  'left out': (params, field) => params.delete(field),
  emptied: (params, field) => params.set(field, ''),
  'followed by another': (params, field, value) => params.append(field, `${value}x`),
  'changed at the end': (params, field, value) =>
    params.set(field, `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`),
  'longer by one': (params, field, value) => params.set(field, `${value}x`),
}

let networks = 0
/** A network of its own for each sign-in, since sign-ins from one network are limited. */
const fromNewNetwork = () => {
  networks += 1
  return { 'x-forwarded-for': `2001:db8:${networks.toString(16)}::1` }
}
const links = { steam: 'Sign in as Ann', discord: 'Sign in as bob' } as const
type ProviderName = keyof typeof links

/** Begins a sign-in and follows this link on the provider's page. Returns the address to which the browser is sent back. */
async function returnOf(browser: Browser, provider: ProviderName, link: string = links[provider]) {
  const { location } = await browser.go(`/auth/${provider}?return=/profile`, fromNewNetwork())
  return followProviderLink(location, link)
}

const providers = ['steam', 'discord'] as const

test.each(providers)('[XA11] no forged return of %s opens a session', async (provider) => {
  const attack = createAttack(`forged returns of ${provider}`)
  for (const link of forgedReturns[provider]) {
    const browser = app.browser()
    await browser.go(await returnOf(browser, provider, link), fromNewNetwork())
    attack.attempt(app.accountOf(browser) !== null, () => link)
  }
  expect(attack.done()).toEqual([])
})

test.each(providers)('[XA12] no field of a good return of %s can be forged', async (provider) => {
  const attack = createAttack(`forged fields of a good return of ${provider}`)
  const fields = new Set(new URL(await returnOf(app.browser(), provider)).searchParams.keys())
  for (const field of fields)
    for (const [name, forge] of Object.entries(forgeries)) {
      const browser = app.browser()
      const back = new URL(await returnOf(browser, provider))
      forge(back.searchParams, field, back.searchParams.get(field) ?? '')
      await browser.go(back.href, fromNewNetwork())
      attack.attempt(app.accountOf(browser) !== null, () => `${field} ${name}`)
    }
  expect(attack.done()).toEqual([])
})

test.each(providers)('[XA13] a good return of %s signs in no browser but the one that began it', async (provider) => {
  const attack = createAttack(`stolen returns of ${provider}`)
  for (const hasBegun of [false, true]) {
    const [victim, thief] = [app.browser(), app.browser()]
    const back = await returnOf(victim, provider)
    if (hasBegun) await returnOf(thief, provider)
    await thief.go(back, fromNewNetwork())
    attack.attempt(app.accountOf(thief) !== null, () =>
      hasBegun ? 'with an attempt of its own' : 'without an attempt',
    )
  }
  expect(attack.done()).toEqual([])
})

test.each(providers)('[XA14] an untouched return of %s does open a session', async (provider) => {
  const browser = app.browser()
  await browser.go(await returnOf(browser, provider), fromNewNetwork())
  expect(app.accountOf(browser)).not.toBeNull()
})
