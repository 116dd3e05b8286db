import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameOf, openPlayers, type Players } from './players.ts'

let players: Players
beforeAll(async () => {
  players = await openPlayers()
})
afterAll(() => players.close())

/** Two taps at one place, as by a hasty thumb. Animations are slow meanwhile, so that a busy machine is hasty, too. */
async function doubleTap(page: Page, target: Locator) {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Animation.enable')
  // Waits until it takes a tap.
  await target.tap({ trial: true })
  const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {}
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  await tools.send('Animation.setPlaybackRate', { playbackRate: 0.02 })
  await page.touchscreen.tap(middleX, middleY)
  await page.waitForTimeout(150)
  await page.touchscreen.tap(middleX, middleY)
  await tools.send('Animation.setPlaybackRate', { playbackRate: 1 })
  await tools.detach()
}

test('[FQ1937] a double tap that opens a question does not answer it: a gift is asked about, and then sent by a press of its own', async () => {
  // Only an account that has signed in can be given anything.
  await players.openAs(3)
  const { page } = await players.openAs(2, 360)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${players.world.address()}/ledger`)
  await page.getByRole('button', { name: 'Send a gift' }).tap()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Player' }).fill(nameOf(3))
  await page.getByLabel('Amount').fill('1')
  await doubleTap(page, page.getByRole('button', { name: 'Continue' }))
  const question = page.getByRole('dialog', { name: `Send this to ${nameOf(3)}?` })
  await question.waitFor()
  const sent = page.getByText(/^You sent 1 /)
  await page.waitForTimeout(1_000)
  expect([await question.isVisible(), await sent.count()]).toEqual([true, 0])
  await question.getByRole('button').last().tap()
  await sent.waitFor()
})

test('[FQ1938] a double tap opens a sheet of the player shop and does not close it', async () => {
  const { page } = await players.openAs(4, 360)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${players.world.address()}/player-shop`)
  await page.getByRole('tab', { name: 'Perks' }).tap()
  const redeem = page.getByRole('button', { name: 'Redeem' }).first()
  // Above the place of the sheet.
  await redeem.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await doubleTap(page, redeem)
  const sheet = page.getByRole('dialog', { name: 'Full Heal' })
  await sheet.waitFor()
  await page.waitForTimeout(1_000)
  expect(await sheet.isVisible()).toBe(true)
})
