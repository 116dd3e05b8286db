import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountOf,
  button,
  code,
  createPack,
  disband,
  expectNoComplaints,
  isDrawn,
  openPlayers,
  type Players,
  pressMap,
} from './players.ts'
import { expectNoAxeFaults, loseHub, uiTimeoutMs } from './site.ts'

/** A busy machine is slow; only a fault meets this limit. */
const soon = { timeout: uiTimeoutMs }

let players: Players
beforeAll(async () => {
  players = await openPlayers()
})
afterAll(() => players?.close())

test("[OM1] changed settings apply at once on the user's other devices, and are kept", async () => {
  const [here, there] = [await players.openAs(7), await players.openAs(7)]
  for (const { page } of [here, there]) await page.getByRole('tab', { name: 'Settings' }).click()
  const chosen = (page: Page) => page.getByRole('group', { name: /^You / }).getByRole('radio', { checked: true })
  await here.page.getByRole('group', { name: /^You / }).getByRole('radio', { name: 'teal' }).check()
  await expect.poll(() => chosen(there.page).getAttribute('aria-label'), soon).toBe('teal')
  const opacity = (page: Page) => page.getByRole('slider', { name: 'Map opacity' })
  await opacity(there.page).focus()
  for (let press = 0; press < 3; press++) await there.page.keyboard.press('ArrowLeft')
  await expect.poll(() => opacity(here.page).inputValue(), soon).toBe('0.7')
  await there.page.getByRole('switch', { name: /^Names/ }).click()
  const names = here.page.getByRole('switch', { name: /^Names/ })
  await expect.poll(() => names.getAttribute('aria-checked'), soon).toBe('false')
  await here.page.getByText('Saved on all your devices').waitFor()
  await here.page.reload()
  await here.page.getByRole('tab', { name: 'Settings' }).click()
  await expect.poll(() => chosen(here.page).getAttribute('aria-label'), soon).toBe('teal')
  expectNoComplaints(here, there)
  await here.close()
  await there.close()
})

test('[OM2] a measured distance has a bearing, and a danger shows how near it is', async () => {
  const { page, complaints, close } = await players.openAs(8)
  await expect.poll(() => isDrawn(page, accountOf(8)), soon).toBe(true)
  await button(page, 'Measure').click()
  await pressMap(page, 0, 0)
  await pressMap(page, 100, 0)
  await page
    .getByText(/k?m · 090° E/)
    .first()
    .waitFor()
  await button(page, 'Measure').click()
  expect(await page.evaluate(() => window.__waterholeMap?.measured())).toBeNull()
  await button(page, 'Danger').click()
  await pressMap(page, 0, 0)
  await page.getByText(/You are .* away: (lethal|high risk|safe)/).waitFor()
  await button(page, 'Done').click()
  expect(await page.evaluate(() => window.__waterholeMap?.dangerAt())).toBeNull()
  expect(complaints).toEqual([])
  await close()
})

test('[OM3] without the hub a command is shown in flight, never as done, and runs when the hub returns', async () => {
  const { page, close } = await players.openAs(7)
  await createPack(page, 'Patient Ones')
  const giveBack = await loseHub(players, page)
  await page.getByText('This is your pack as of').waitFor()
  const sharing = page.getByRole('button', { name: 'Your pack sees you' })
  await sharing.click()
  await page.getByRole('button', { name: 'Your pack sees you Hiding…' }).waitFor()
  expect(await sharing.isDisabled()).toBe(true)
  await giveBack()
  await page.getByRole('button', { name: 'Hidden from your pack' }).waitFor({ timeout: uiTimeoutMs })
  await disband(page)
  await close()
})

test('[OM4] the keyboard alone creates a pack, moves through its panels and reaches its code', async () => {
  const { page, close } = await players.openAs(7)
  await page.getByLabel('Or start your own').focus()
  await page.keyboard.press('Enter')
  await code(page).waitFor()
  await page.getByRole('tab', { name: 'Pack' }).focus()
  for (const name of ['Friends', 'Regions', 'Settings', 'Pack']) {
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true')
  }
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Copy pack code')
  // Chooses a place under the centre of the map.
  await button(page, 'Ping').focus()
  await page.keyboard.press('Enter')
  await page.getByTestId('map').focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('list', { name: /^Pings/ })
    .getByRole('listitem')
    .waitFor()
  await button(page, 'Disband pack').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: "You're not in a pack" }).waitFor()
  await close()
})

test.each([360, 1440])(
  '[OM5] at %i px axe finds nothing serious in any panel, and nothing is cut off horizontally',
  async (width) => {
    const { page, close } = await players.openAs(8, width)
    await page.getByRole('tab', { name: 'Pack' }).click()
    await page.getByRole('tabpanel', { name: /^Pack/ }).waitFor()
    const check = async () => {
      await expectNoAxeFaults(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
    const invitation = page.getByLabel('Join by code')
    // The first of the two widths makes the pack. Until the hub has sent it, the panel has neither a code nor a form.
    await code(page).or(invitation).waitFor()
    if (await invitation.isVisible()) {
      await check()
      await createPack(page, 'Long Shadows')
    }
    await check()
    for (const name of ['Regions', 'Settings']) {
      await page.getByRole('tab', { name }).click()
      await page.getByRole('tabpanel', { name }).waitFor()
      await check()
    }
    await close()
  },
)

test('[OM6] on a phone the bottom sheet expands for reading and collapses to show the map, and touch targets are large', async () => {
  const { page, close } = await players.openAs(8, 360)
  await expect.poll(() => isDrawn(page, accountOf(8)), soon).toBe(true)
  const height = () => page.locator('section[data-height]').getAttribute('data-height')
  expect(await height()).toBe('low')
  await page.getByRole('tab', { name: 'Pack' }).click()
  await expect.poll(height, soon).toBe('half')
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'section[data-height] button:not([aria-label*="sheet"]), fieldset[aria-label^=Tools] button',
      ),
    ]
      .map((pressed) => ({ name: pressed.textContent, box: pressed.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 40))
      .map(({ name }) => name),
  )
  expect(small).toEqual([])
  await button(page, 'Centre on yourself').click()
  await expect.poll(height, soon).toBe('low')
  await close()
})
