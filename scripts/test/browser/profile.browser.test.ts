import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { accountMenu, openAsGuest, signInAs } from './guests.ts'
import { expectNoAxeFaults, loseHub, openSite, uiTimeoutMs } from './site.ts'
import { isNotCutOff } from './staff.ts'

const soon = { timeout: uiTimeoutMs }
/** The text of the focused element; `BODY` if none has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element === document.body ? 'BODY' : (element?.textContent ?? '')
  })
const site = openSite()

test('[PR14] a user signs in from home, is welcomed back, and finds account and dinosaur on the profile', async () => {
  const { page, complaints } = await openAsGuest(site, { path: '/' })
  await page.getByRole('heading', { name: 'Welcome to Waterhole' }).waitFor()
  expect(await page.getByRole('link', { name: 'Sign in with Steam' }).getAttribute('href')).toBe(
    '/auth/steam?return=%2F',
  )
  expect(await page.getByRole('link', { name: 'Sign in with Discord' }).count()).toBe(1)
  // The sign-in waits until its progress has been seen: it takes less time than a busy machine needs to look.
  const seen = Promise.withResolvers<void>()
  await page.route('**/auth/demo', async (route) => {
    await seen.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Demo Steam login' }).click()
  await page.getByRole('button', { name: 'Signing in as Player' }).waitFor()
  seen.resolve()
  await page.getByRole('heading', { name: 'Welcome back, Demo Player' }).waitFor()
  await page.getByRole('link', { name: 'Your profile', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Demo Player' }).waitFor()
  await page.getByText(/^Partially connected: one account of two/).waitFor()
  const dinosaur = page.getByRole('region', { name: 'Your dinosaur' })
  await dinosaur.getByText('Alive').waitFor()
  for (const name of ['Health', 'Hunger', 'Thirst', 'Growth', 'Location'])
    expect(await dinosaur.getByText(name, { exact: true }).count()).toBe(1)
  await dinosaur.locator('svg[data-diet]').waitFor()
  expect(await dinosaur.getByRole('link', { name: 'Show on the map' }).getAttribute('href')).toBe('/map')
  await expect.poll(() => page.getByTestId('level').textContent(), soon).toMatch(/^1,/)
  expect(complaints).toEqual([])
})

test('[PR22] a player parks the dinosaur and redeems it into a juvenile of its species, and the game shows both', async () => {
  const { page, complaints } = await openAsGuest(site, { path: '/profile' })
  await signInAs(page, 4)
  const parked = page.getByRole('region', { name: 'Parked dinosaurs' })
  await page.getByRole('button', { name: 'Park', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Park' }).click()
  // The juvenile follows by itself in the simulated game, unless it stands still.
  const game = site.world.simulator().world
  onTestFinished(() => {
    game.isFrozen = true
  })
  game.isFrozen = false
  await parked.getByRole('link', { name: /^Redeem / }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /^Wader/ })
    .first()
    .click()
  const redeem = dialog.getByRole('button', { name: 'REDEEM DINOSAUR' })
  await expect.poll(() => redeem.isEnabled().catch(() => false), soon).toBe(true)
  await redeem.click()
  await page
    .getByText(/arrived in the game/)
    .first()
    .waitFor()
  expect(site.world.simulator().commandBridge?.stored.size).toBe(0)
  const verbs = site.world.simulator().commandBridge?.log.map(({ verb }) => verb)
  expect(verbs?.filter((verb) => verb.startsWith('dino_'))).toEqual(['dino_store', 'dino_redeem'])
  expect(complaints).toEqual([])
})

test('[PR15] a guest sees a profile marked as a sample, with the ways to sign in', async () => {
  const { page } = await openAsGuest(site, { path: '/profile' })
  const sample = page.getByRole('region', { name: 'Demo profile' })
  await sample.getByText('Demo profile', { exact: true }).waitFor()
  await sample.getByText('Example values. They belong to no account.').waitFor()
  await sample.getByText('25,000').waitFor()
  expect(await page.getByRole('link', { name: 'Sign in with Steam' }).getAttribute('href')).toBe(
    '/auth/steam?return=%2Fprofile',
  )
  expect(await page.getByRole('button', { name: 'Erase my account' }).count()).toBe(0)
  await signInAs(page, 2)
  await expect.poll(() => sample.count(), soon).toBe(0)
})

test('[PR16] a second account is linked, shown, and unlinked after a confirmation; the last one stays', async () => {
  const { page } = await openAsGuest(site, { path: '/profile' })
  await signInAs(page, 3)
  const steam = page.getByRole('listitem', { name: 'Steam' })
  const discord = page.getByRole('listitem', { name: 'Discord' })
  expect(await steam.getByRole('button', { name: 'Unlink Steam' }).isDisabled()).toBe(true)
  await steam.getByText('You need one linked account to sign in.', { exact: false }).waitFor()
  await discord.getByRole('button', { name: 'Demo Discord' }).click()
  await page.getByText(/^Fully connected: Steam and Discord/).waitFor()
  await discord.getByRole('button', { name: 'Show as Discord' }).click()
  await page.getByText('Discord ID').waitFor()
  await page.getByText('Verified', { exact: true }).waitFor()
  await page.getByText('Premium', { exact: true }).waitFor()
  await accountMenu(page).click()
  await page
    .getByRole('region', { name: 'Shown as' })
    .getByRole('button', { name: /Steam$/ })
    .click()
  await page.getByText('Steam ID').waitFor()
  await page.keyboard.press('Escape')
  await discord.getByRole('button', { name: 'Unlink Discord' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink Discord' }).click()
  await page.getByText(/^Partially connected: one account of two/).waitFor()
  await expect.poll(() => focused(page), soon).not.toBe('BODY')
})

test('[PR17] an account is erased only after its name is typed, and the user, then a guest, reads that it is', async () => {
  const { page } = await openAsGuest(site, { path: '/profile' })
  await signInAs(page, 4)
  expect(await page.getByRole('link', { name: 'Export my data' }).getAttribute('href')).toBe('/auth/export')
  await page.getByRole('button', { name: 'Erase my account' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Type Demo Player 4 to confirm').fill('demo player 4')
  await question.getByRole('button', { name: 'Erase permanently' }).click()
  await question.getByText('Type Demo Player 4, exactly as shown.').waitFor()
  await question.getByLabel('Type Demo Player 4 to confirm').fill('Demo Player 4')
  await page.keyboard.press('Enter')
  await page.getByText('Your account has been erased.').waitFor()
  await page.getByRole('region', { name: 'Demo profile' }).waitFor()
  await expect.poll(() => focused(page), soon).toMatch(/^Sign in to see your profile/)
})

test.each([360, 768, 1440, 1920])(
  '[PR18] home, profile and the skin designer pass axe at %i px, and nothing is cut off horizontally',
  async (width) => {
    const { page } = await openAsGuest(site, { path: '/', width })
    const isSound = async () => {
      await expectNoAxeFaults(page)
      expect(await isNotCutOff(page)).toBe(true)
    }
    await page.getByText('players online', { exact: false }).first().waitFor()
    await isSound()
    await page.goto(`${site.world.address()}/profile`)
    await page.getByRole('region', { name: 'Demo profile' }).waitFor()
    await isSound()
    await signInAs(page, 5)
    await page.getByRole('region', { name: 'Your dinosaur' }).waitFor()
    await isSound()
    await accountMenu(page).click()
    await page.getByRole('region', { name: 'Account', exact: true }).waitFor()
    await isSound()
    await page.goto(`${site.world.address()}/`)
    await page.getByRole('heading', { name: 'Welcome back, Demo Player 5' }).waitFor()
    await isSound()
    await page.goto(`${site.world.address()}/skins?design=triceratops.albino`)
    await page.getByRole('img', { name: 'Albino Triceratops' }).waitFor()
    await page.getByRole('button', { name: 'Apply' }).waitFor()
    await isSound()
  },
)

test("[PR19] until the hub has named the user the page says that it is checking, and then that it can't reach the hub", async () => {
  const context = await site.browser.newContext()
  context.setDefaultTimeout(uiTimeoutMs)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.routeWebSocket(/socket\.io/, () => {})
  // The text is there for ten seconds only, so the test looks for it while the page loads.
  await page.goto(`${site.world.address()}/profile`, { waitUntil: 'commit' })
  await page.getByRole('status').getByText('Checking authentication...').waitFor()
  await page.getByText("Can't reach the hub. Retrying…", { exact: true }).first().waitFor()
  expect(await page.getByRole('region', { name: 'Demo profile' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'Welcome to', exact: false }).waitFor()
  await page.getByRole('main').getByText("Can't reach the hub. Retrying…").waitFor()
})

test('[PR20] when the hub goes away the page keeps the last known state with its time', async () => {
  const { page } = await openAsGuest(site, { path: '/profile' })
  await signInAs(page, 6)
  await page.getByRole('heading', { level: 1, name: 'Demo Player 6' }).waitFor()
  await loseHub(site, page)
  await page.getByText(/This page is as of \d\d:\d\d:\d\d\./).waitFor()
  expect(await page.getByRole('heading', { level: 1, name: 'Demo Player 6' }).count()).toBe(1)
})
