import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openSignInApp } from '../../../server/testing/providers/signInApp.ts'
import { accountMenu, logOut, openAsGuest, signInAs } from './guests.ts'
import { expectNoAxeFaults, openSite } from './site.ts'
import { isNotCutOff } from './staff.ts'

const site = openSite({ gameAddress: { host: 'play.example.org', port: 16_006 } })

const soon = { timeout: 45_000 }
/** Where the keyboard is: in words what has the focus, `BODY` where nothing has it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element === document.body ? 'BODY' : (element?.textContent ?? '')
  })
const bothFirst = 'Please authenticate with both Steam and Discord before connecting to The Isle server!'

test('[AU1] from disconnected by one account to both: only then the game can be joined', async () => {
  const { page, complaints } = await openAsGuest(site, { path: '/auth' })
  const standing = page.getByTestId('standing')
  const connect = page.getByRole('region', { name: 'Connect to server' })
  const stands = (words: string | RegExp) => expect.poll(() => standing.textContent(), soon).toMatch(words)
  await stands('disconnected')
  await page.getByText(bothFirst).waitFor()
  expect(await connect.getByRole('button').isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Demo Steam' }).click()
  await stands('partially-connected')
  await page.getByRole('region', { name: 'Steam status' }).getByText('Connected', { exact: true }).waitFor()
  expect(await connect.getByRole('button').isDisabled()).toBe(true)
  await page.getByText(bothFirst).waitFor()
  await page.getByRole('button', { name: 'Demo Discord' }).click()
  await expect.poll(() => focused(page), soon).toMatch(/^(Discord|Authentication test centre)$/)
  await stands(/^(fully-connected|live)$/)
  const way = connect.getByRole('link', { name: 'Connect to server' })
  expect(await way.getAttribute('href')).toBe('steam://connect/play.example.org:16006')
  // The player whom a demo account is linked to plays in the simulator.
  await stands('live')
  expect(complaints).toEqual([])
})

test('[V7.4.3] clearing all authentication asks once, and ends the sessions of every browser', async () => {
  const { page } = await openAsGuest(site, { path: '/auth' })
  const elsewhere = await openAsGuest(site, { path: '/map' })
  await signInAs(page, 2)
  await signInAs(elsewhere.page, 2)
  await page.getByRole('button', { name: 'Clear all authentication' }).click()
  const question = page.getByRole('dialog', { name: 'Clear all authentication?' })
  await question.getByText('Demo Player 2 will be logged out of 2 browsers, this one too.').waitFor()
  await question.getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(() => page.getByTestId('standing').textContent(), soon).toBe('disconnected')
  await elsewhere.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await expect.poll(() => focused(page), soon).toBe('Authentication test centre')
  await page.reload()
  await page.getByText('There is nothing to clear: you are not signed in.').waitFor()
})

test('[AU2] a sign-in that failed is told in words, once, and the address is clean', async () => {
  const { page } = await openAsGuest(site, {
    path: '/auth?auth=failed&provider=discord&reason=notConfigured',
  })
  await page.getByRole('alert').getByText('Sign-in with Discord is not set up on this hub.').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await page.getByTestId('standing').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.goto(`${site.world.address()}/map?probe&auth=failed&provider=steam&reason=expired`)
  const notice = page.getByRole('alert').filter({ hasText: 'Start it again here.' })
  expect(await notice.getByRole('link', { name: 'Try Steam again' }).getAttribute('href')).toBe(
    '/auth/steam?return=%2Fmap',
  )
  expect(new URL(page.url()).search).toBe('?probe=')
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => notice.count()).toBe(0)
})

test('[AU3] an address that claims a sign-in is not believed without the hub’s word, and what is told is about who is here', async () => {
  const { page } = await openAsGuest(site, { path: '/profile?auth=success&provider=steam' })
  await page.getByRole('alert').getByText('this browser kept no session', { exact: false }).waitFor()
  await signInAs(page, 3)
  await expect.poll(() => page.getByRole('alert').count(), soon).toBe(0)
  await page.goto(`${site.world.address()}/profile?auth=success&provider=steam`)
  const known = page.getByRole('status').getByText('Steam knows you: you are signed in as Demo Player 3.')
  await known.waitFor()
  await logOut(page)
  await expect.poll(() => known.count(), soon).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('[AU4] who meets an account of somebody else chooses to stay or to become that one', async () => {
  const { page } = await openAsGuest(site, { path: '/auth' })
  await signInAs(page, 4)
  expect(await accountMenu(page).evaluate((menu) => menu === document.activeElement)).toBe(true)
  const arrive = () => page.goto(`${site.world.address()}/profile?auth=failed&provider=discord&reason=belongsToOther`)
  await arrive()
  await page.getByRole('button', { name: 'Stay as Demo Player 4' }).click()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await arrive()
  const left = page.waitForRequest(`${site.world.address()}/auth/discord?return=%2Fprofile`)
  await page.getByRole('button', { name: 'Sign out and sign in with Discord' }).click()
  await left
})

test('[AU11] a guest meets the account of somebody else as a way in, and no way leads to where one is or to the same fault', async () => {
  const { page } = await openAsGuest(site, { path: '/' })
  const arrive = (reason: string) =>
    page.goto(`${site.world.address()}/profile?auth=failed&provider=discord&reason=${reason}`)
  await arrive('belongsToOther')
  const ways = page.getByRole('alert').getByRole('link')
  await ways.filter({ hasText: 'Sign in with Discord' }).waitFor()
  for (const reason of ['otherLinked', 'readOnly', 'noPublicUrl', 'tooFast']) {
    await arrive(reason)
    await page.getByRole('alert').waitFor()
    expect(await ways.count(), reason).toBe(0)
  }
})

test('[AU5] the other tabs of a browser sit as the one in which somebody signs in or out', async () => {
  const { page, context } = await openAsGuest(site, { path: '/auth' })
  const other = await context.newPage()
  await other.goto(`${site.world.address()}/profile`)
  await other.getByRole('region', { name: 'Demo profile' }).waitFor()
  await signInAs(page, 5)
  await other.getByRole('heading', { level: 1, name: 'Demo Player 5' }).waitFor()
  await logOut(page)
  await other.getByRole('region', { name: 'Demo profile' }).waitFor()
})

test('[AU6] the account menu is used by keys alone, and gives the focus back', async () => {
  const { page } = await openAsGuest(site, { path: '/auth' })
  await signInAs(page, 6)
  await accountMenu(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  expect(await focused()).toBe('Profile')
  await page.keyboard.press('Escape')
  expect(await accountMenu(page).evaluate((menu) => menu === document.activeElement)).toBe(true)
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('dialog', { name: 'Log out everywhere?' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await logOut(page)
})

/** A hub with Steam and Discord beside it, and a browser that has never been there. */
async function openWayIn(path: string) {
  const ways = await openSignInApp()
  onTestFinished(() => ways.close())
  return openAsGuest({ browser: site.browser, world: { address: () => ways.address } }, { path })
}

test('[AU8] through Steam and then Discord, each on its own page: told who one is, linked, and nothing left in the address', async () => {
  const { page, complaints } = await openWayIn('/profile')
  await page.getByRole('link', { name: 'Sign in with Steam' }).click()
  await page.getByRole('link', { name: 'Sign in as Ann', exact: false }).click()
  await page.getByRole('status').getByText('Steam knows you: you are signed in as Ann.').waitFor()
  expect(new URL(page.url())).toMatchObject({ pathname: '/profile', search: '' })
  await page.goto(new URL('/auth', page.url()).href)
  const standing = page.getByTestId('standing')
  await expect.poll(() => standing.textContent(), soon).toBe('partially-connected')
  await page.getByRole('link', { name: 'Authenticate with Discord' }).click()
  await page.getByRole('link', { name: 'Sign in as Ann in chat', exact: false }).click()
  await page.getByRole('status').getByText('Discord (Ann in chat) is linked to your account.').waitFor()
  await expect.poll(() => standing.textContent(), soon).toMatch(/^(fully-connected|live)$/)
  expect(new URL(page.url())).toMatchObject({ pathname: '/auth', search: '' })
  expect(complaints).toEqual([])
})

test('[AU9] whoever turns back at the provider is a guest as before, and is told that nothing was changed', async () => {
  const { page } = await openWayIn('/profile')
  await page.getByRole('link', { name: 'Sign in with Steam' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alert').getByText('You turned back at Steam. Nothing was changed', { exact: false }).waitFor()
  expect(new URL(page.url())).toMatchObject({ pathname: '/profile', search: '' })
  await page.getByRole('link', { name: 'Sign in with Steam' }).waitFor()
})

test.each([360, 768, 1440, 1920])(
  '[AU7] the centre passes axe at %i px, and nothing is cut off sideways',
  async (width) => {
    const { page } = await openAsGuest(site, {
      path: '/auth?auth=failed&provider=steam&reason=invalid',
      width,
    })
    await page.getByRole('alert').waitFor()
    await expectNoAxeFaults(page)
    expect(await isNotCutOff(page)).toBe(true)
    await signInAs(page, 7)
    await page.getByRole('region', { name: 'Steam status' }).getByText('Connected', { exact: true }).waitFor()
    await expectNoAxeFaults(page)
    expect(await isNotCutOff(page)).toBe(true)
  },
)
