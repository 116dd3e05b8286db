import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openSignInApp } from '../../../server/testing/providers/signInApp.ts'
import { accountMenu, logOut, openAsGuest, signInAs } from './guests.ts'
import { expectNoAxeFaults, openSite, uiTimeoutMs } from './site.ts'
import { isNotCutOff } from './staff.ts'

const site = openSite({ gameAddress: { host: 'play.example.org', port: 16_006 } })

const soon = { timeout: uiTimeoutMs }
/** The text of the focused element; `BODY` if none has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element === document.body ? 'BODY' : (element?.textContent ?? '')
  })
const bothFirst = 'Please authenticate with both Steam and Discord before connecting to The Isle server!'

test('[AU1] linking one account is not enough to join the game; linking both is', async () => {
  const { page, complaints } = await openAsGuest(site, { path: '/auth' })
  const state = page.getByTestId('link-state')
  const connect = page.getByRole('region', { name: 'Connect to server' })
  const hasState = (pattern: string | RegExp) => expect.poll(() => state.textContent(), soon).toMatch(pattern)
  await hasState('disconnected')
  await page.getByText(bothFirst).waitFor()
  expect(await connect.getByRole('button').isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Demo Steam' }).click()
  await hasState('partially-connected')
  await page.getByRole('region', { name: 'Steam status' }).getByText('Connected', { exact: true }).waitFor()
  expect(await connect.getByRole('button').isDisabled()).toBe(true)
  await page.getByText(bothFirst).waitFor()
  await page.getByRole('button', { name: 'Demo Discord' }).click()
  await expect.poll(() => focused(page), soon).toMatch(/^(Discord$|Authentication test centre)/)
  await hasState('fully-connected')
  const way = connect.getByRole('link', { name: 'Connect to server' })
  expect(await way.getAttribute('href')).toBe('steam://connect/play.example.org:16006')
  // The player linked to a demo account plays in the simulator.
  await page.getByText("You're on the server now.", { exact: false }).waitFor()
  expect(complaints).toEqual([])
})

test('[V7.4.3] clearing all authentication asks once, and ends the sessions of every browser', async () => {
  const { page } = await openAsGuest(site, { path: '/auth' })
  const elsewhere = await openAsGuest(site, { path: '/map' })
  await signInAs(page, 2)
  await signInAs(elsewhere.page, 2)
  await page.getByRole('button', { name: 'Clear all authentication' }).click()
  const question = page.getByRole('dialog', { name: 'Clear all authentication?' })
  await question.getByText('Demo Player 2 will be logged out of 2 browsers, including this one.').waitFor()
  await question.getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(() => page.getByTestId('link-state').textContent(), soon).toBe('disconnected')
  await elsewhere.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await expect.poll(() => focused(page), soon).toMatch(/^Authentication test centre/)
  await page.reload()
  await page.getByText("There's nothing to clear. You're not signed in.").waitFor()
})

test('[AU2] a failed sign-in shows a message once and leaves no trace in the address', async () => {
  const { page } = await openAsGuest(site, {
    path: '/auth?auth=failed&provider=discord&reason=notConfigured',
  })
  await page.getByRole('alert').getByText("Sign-in with Discord isn't set up on this hub.", { exact: false }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await page.getByTestId('link-state').waitFor()
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

test('[AU3] a sign-in claimed by the address alone is ignored; the notice names the user who is really signed in', async () => {
  const { page } = await openAsGuest(site, { path: '/profile?auth=success&provider=steam' })
  await page.getByRole('alert').getByText('this browser kept no session', { exact: false }).waitFor()
  await signInAs(page, 3)
  await expect.poll(() => page.getByRole('alert').count(), soon).toBe(0)
  await page.goto(`${site.world.address()}/profile?auth=success&provider=steam`)
  const known = page.getByRole('status').getByText('Signed in with Steam as Demo Player 3.')
  await known.waitFor()
  await logOut(page)
  await expect.poll(() => known.count(), soon).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('[AU4] a user who signs in to another account is asked whether to stay or to switch', async () => {
  const { page } = await openAsGuest(site, { path: '/auth' })
  await signInAs(page, 4)
  await expect.poll(() => accountMenu(page).evaluate((menu) => menu === document.activeElement), soon).toBe(true)
  const arrive = () => page.goto(`${site.world.address()}/profile?auth=failed&provider=discord&reason=belongsToOther`)
  await arrive()
  await page.getByRole('button', { name: 'Stay as Demo Player 4' }).click()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await arrive()
  const left = page.waitForRequest(`${site.world.address()}/auth/discord?return=%2Fprofile`)
  await page.getByRole('button', { name: 'Log out and sign in with Discord' }).click()
  await left
})

test('[AU11] a guest can switch to the other account; no link leads to the current page or repeats the fault', async () => {
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

test('[AU5] signing in or out in one tab signs in or out all tabs of the browser', async () => {
  const { page, context } = await openAsGuest(site, { path: '/auth' })
  const other = await context.newPage()
  await other.goto(`${site.world.address()}/profile`)
  await other.getByRole('region', { name: 'Demo profile' }).waitFor()
  await signInAs(page, 5)
  await other.getByRole('heading', { level: 1, name: 'Demo Player 5' }).waitFor()
  await logOut(page)
  await other.getByRole('region', { name: 'Demo profile' }).waitFor()
})

test('[AU6] the account menu works by keyboard and returns the focus', async () => {
  const { page } = await openAsGuest(site, { path: '/auth' })
  await signInAs(page, 6)
  await accountMenu(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Account', exact: true }).waitFor()
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toMatch(/Open your ledger$/)
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('Profile')
  await page.keyboard.press('Escape')
  await expect.poll(() => accountMenu(page).evaluate((menu) => menu === document.activeElement)).toBe(true)
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('dialog', { name: 'Log out everywhere?' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await logOut(page)
})

/** A hub with local Steam and Discord providers, and a browser without cookies. */
async function openWayIn(path: string) {
  const ways = await openSignInApp()
  onTestFinished(() => ways.close())
  return openAsGuest({ browser: site.browser, world: { address: () => ways.address } }, { path })
}

test("[AU8] signing in with Steam and then Discord shows the user's name, links both and leaves nothing in the address", async () => {
  const { page, complaints } = await openWayIn('/profile')
  await page.getByRole('link', { name: 'Sign in with Steam' }).click()
  await page.getByRole('link', { name: 'Sign in as Ann', exact: false }).click()
  await page.getByRole('status').getByText('Signed in with Steam as Ann.').waitFor()
  expect(new URL(page.url())).toMatchObject({ pathname: '/profile', search: '' })
  await page.goto(new URL('/auth', page.url()).href)
  const state = page.getByTestId('link-state')
  await expect.poll(() => state.textContent(), soon).toBe('partially-connected')
  await page.getByRole('link', { name: 'Authenticate with Discord' }).click()
  await page.getByRole('link', { name: 'Sign in as Ann in chat', exact: false }).click()
  await page.getByRole('status').getByText('Discord (Ann in chat) is linked to your account.').waitFor()
  await expect.poll(() => state.textContent(), soon).toBe('fully-connected')
  expect(new URL(page.url())).toMatchObject({ pathname: '/auth', search: '' })
  expect(complaints).toEqual([])
})

test('[AU9] a user who cancels at the provider stays a guest and reads that nothing changed', async () => {
  const { page } = await openWayIn('/profile')
  await page.getByRole('link', { name: 'Sign in with Steam' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alert').getByText('You cancelled at Steam. Nothing was changed', { exact: false }).waitFor()
  expect(new URL(page.url())).toMatchObject({ pathname: '/profile', search: '' })
  await page.getByRole('link', { name: 'Sign in with Steam' }).waitFor()
})

test.each([360, 768, 1440, 1920])(
  '[AU7] the centre passes axe at %i px, and nothing is cut off horizontally',
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
