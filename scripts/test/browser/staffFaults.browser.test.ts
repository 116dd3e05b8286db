import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoAxeFaults, loseHub, uiTimeoutMs } from './site.ts'
import {
  deliveryCard,
  isNotCutOff,
  mainButton,
  openStaffSite,
  overSourceAlone,
  pick,
  pressAndConfirm,
} from './staff.ts'

const { site, openAs, victim } = openStaffSite(overSourceAlone)

/** The port of the command mod, the only link for slay and heal. */
function modDoor() {
  const endpoint = site.world.simulator().source
  if (!endpoint) throw new Error('This world has no command mod')
  return endpoint.faults
}

test('[SF6] a delivery lost on its way is unknown until staff settle it; its retry names the old one', async () => {
  const admin = await openAs({ role: 'admin', path: '/admin-controls' })
  const owner = await openAs({ role: 'owner', path: '/admin' })
  const whom = await victim()
  const slay = `Slay ${whom.name}`
  await pick(admin, 'Target player', whom)
  modDoor().next.push('dropUnheard')
  await pressAndConfirm(admin, 'Slay', slay)
  await deliveryCard(admin, slay, 'Unknown').waitFor()
  expect(await deliveryCard(admin, slay, 'Confirmed').count()).toBe(0)
  const row = owner.getByRole('list', { name: 'Pending commands' }).getByRole('listitem').filter({ hasText: whom.name })
  await row.getByText('Unknown', { exact: true }).waitFor()
  await row.getByRole('button', { name: `It happened: ${slay}` }).waitFor()
  await row.getByRole('button', { name: `It didn't happen: ${slay}` }).click()
  await row.waitFor({ state: 'detached' })
  const failed = deliveryCard(admin, slay, 'Failed')
  await failed.getByRole('button', { name: `Retry: ${slay}` }).click()
  const again = deliveryCard(admin, slay, 'Confirmed')
  await again.getByText(new RegExp(`^Retries “${slay}” of \\d\\d:\\d\\d:\\d\\d: failed\\.$`)).waitFor()
  await expect.poll(() => failed.getByRole('button', { name: `Retry: ${slay}` }).count()).toBe(0)
})

/** The controls that the tray of open commands covers while they have the focus, on the way through the page by Tab. */
async function coveredByTray(page: Page): Promise<string[]> {
  const covered: string[] = []
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const [tray, focused] = [document.querySelector('aside[aria-label="Open commands"]'), document.activeElement]
      if (!tray || !focused?.closest('main')) return null
      const [top, at] = [tray.getBoundingClientRect().top, focused.getBoundingClientRect()]
      return at.bottom > top + 1 && at.top < innerHeight ? focused.textContent || focused.tagName : null
    })
    if (found) covered.push(found)
  }
  return covered
}

test('[SF7] [SK7] while the link is down a command waits visibly and can be cancelled; on a phone its tray covers no focused control; it runs when the link returns', async () => {
  const admin = await openAs({ role: 'admin', path: '/admin-controls' })
  const [first, second, third] = [await victim(), await victim(), await victim()]
  const tray = admin.getByRole('complementary', { name: 'Open commands' })
  await modDoor().cut()
  await pick(admin, 'Target player', first)
  await mainButton(admin, 'Heal').click()
  const waiting = deliveryCard(admin, `Heal ${first.name}`, 'Queued')
  await waiting.getByText(/waiting \d+\.\d s/).waitFor()
  await waiting.getByRole('button', { name: `Cancel: Heal ${first.name}` }).click()
  await deliveryCard(admin, `Heal ${first.name}`, 'Cancelled').waitFor()
  await pick(admin, 'Target player', second)
  await mainButton(admin, 'Heal').click()
  await deliveryCard(admin, `Heal ${second.name}`, 'Queued').waitFor()
  // A command waits half a minute for the link. After that it is left to staff.
  await modDoor().restore()
  await tray.waitFor({ state: 'detached' })
  await admin.goto(`${site.world.address()}/admin`)
  await deliveryCard(admin, `Heal ${second.name}`, 'Confirmed').waitFor()
  await deliveryCard(admin, `Heal ${first.name}`, 'Cancelled').waitFor()

  // To look at the tray may take longer than that: whether its command still waits or is left to staff does not matter here.
  await modDoor().cut()
  await admin.goto(`${site.world.address()}/admin-controls`)
  await pick(admin, 'Target player', third)
  await mainButton(admin, 'Heal').click()
  await tray.waitFor()
  await admin.setViewportSize({ width: 360, height: 740 })
  expect(await coveredByTray(admin)).toEqual([])
  await admin.setViewportSize({ width: 1440, height: 900 })
  // Listed in the games hub as well.
  await admin.goto(`${site.world.address()}/games`)
  await tray.getByRole('button', { name: /^1 open command/ }).click()
  await tray.getByRole('article', { name: `Heal ${third.name}` }).waitFor()
  await expectNoAxeFaults(admin)
  await modDoor().restore()
})

test('[SF8] without the hub staff pages say since when, keep their content, and draw nothing as done until it is', async () => {
  const whom = await victim()
  await (await site.world.visit('admin')).command('deliveries.healPlayer', { target: whom.id })
  const page = await openAs({ role: 'owner', path: '/admin' })
  const audit = await page.context().newPage()
  await audit.goto(`${site.world.address()}/audit`)
  const healed = audit.getByRole('row').filter({ hasText: whom.name }).first()
  await healed.waitFor()
  const giveBack = await loseHub(site, page, audit)
  for (const each of [page, audit]) await each.getByTestId('stale').waitFor()
  expect(await healed.isVisible()).toBe(true)
  const save = mainButton(page, 'Save the game…')
  await mainButton(page, 'Save the game').click()
  await save.waitFor()
  expect([await save.isDisabled(), await deliveryCard(page, 'Save the game', 'Confirmed').count()]).toEqual([true, 0])
  await giveBack()
  await deliveryCard(page, 'Save the game', 'Confirmed').waitFor({ timeout: uiTimeoutMs })
  await expect.poll(() => audit.getByTestId('stale').count(), { timeout: uiTimeoutMs }).toBe(0)
  await mainButton(page, 'Save the game').waitFor()
})

// Last in this file: after a refused password the hub waits before it tries the mod again.
test('[SF9] [RV10] when the mod refuses the hub, staff act by hand and mark the delivery refused, dropped or done, and send it when the mod is back', async () => {
  const admin = await openAs({ role: 'admin', path: '/admin' })
  modDoor().refusePassword = true
  modDoor().drop()
  const whom = await victim()
  const heal = `Heal ${whom.name}`
  const visitor = await site.world.visit('admin')
  await visitor.command('deliveries.healPlayer', { target: whom.id })
  const row = admin.getByRole('list', { name: 'Pending commands' }).getByRole('listitem').filter({ hasText: whom.name })
  const newest = admin.getByRole('list', { name: 'Finished commands' }).getByRole('article', { name: heal }).first()
  const act = (name: string) => row.getByRole('button', { name: `${name}: ${heal}` }).click()
  const again = () => newest.getByRole('button', { name: `Retry: ${heal}` }).click()
  await row.getByText('By hand', { exact: true }).waitFor()
  await expectNoAxeFaults(admin)
  for (const width of [360, 768, 1920]) {
    await admin.setViewportSize({ width, height: 860 })
    expect(await isNotCutOff(admin), `${width} px`).toBe(true)
  }
  await act('Game refused')
  await newest.getByText('Marked as refused by the game.').waitFor()
  await again()
  await act('Drop')
  await newest.getByText(/^Retries “/).waitFor()
  await newest.getByText('Dropped', { exact: true }).waitFor()
  await again()
  await act('Mark done')
  await newest.getByText('Done by hand', { exact: true }).waitFor()
  await row.waitFor({ state: 'detached' })

  // Once the mod takes the password again, a command that waited by hand is sent with one press, here by keyboard.
  await visitor.command('deliveries.healPlayer', { target: whom.id })
  await row.getByText('By hand', { exact: true }).waitFor()
  const sendNow = row.getByRole('button', { name: `Send now: ${heal}` })
  expect(await sendNow.count()).toBe(0)
  modDoor().refusePassword = false
  await sendNow.focus()
  await admin.keyboard.press('Enter')
  await newest.getByText('Confirmed', { exact: true }).waitFor()
  await row.waitFor({ state: 'detached' })
})
