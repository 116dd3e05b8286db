import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '../../../server/testing/testApp.ts'
import { expectNoAxeFaults, uiTimeoutMs } from './site.ts'
import {
  deliveryCard,
  isNotCutOff,
  mainButton,
  openStaffSite,
  overSourceAlone,
  pick,
  pressAndConfirm,
} from './staff.ts'

const { site, openAs, victim } = openStaffSite()

test('[SC1] a kick names its player, asks once, and is shown confirmed to two staff', async () => {
  const admin = await openAs({ role: 'admin', path: '/admin-controls' })
  const owner = await openAs({ role: 'owner', path: '/admin' })
  await mainButton(admin, 'Kick').click()
  await admin.getByRole('alert').getByText('❌ Please enter a target player name').waitFor()
  const whom = await victim()
  await pick(admin, 'Target player', whom)
  await mainButton(admin, 'Kick').click()
  const asked = admin.getByRole('dialog', { name: `Kick ${whom.name}?` })
  await asked.getByText(whom.id).waitFor()
  await asked.getByRole('button', { name: `Kick ${whom.name}` }).click()
  const card = deliveryCard(admin, `Kick ${whom.name}`, 'Confirmed')
  await card.getByText(/queued \d+\.\d s, sent \d+\.\d s over Evrima RCON, confirmed \d+\.\d s/).waitFor()
  await deliveryCard(owner, `Kick ${whom.name}`, 'Confirmed').waitFor()
  await admin.getByRole('group', { name: 'Recent' }).getByRole('button', { name: whom.name }).waitFor()
  await card.getByText('Reply and command').click()
  await card.getByText(new RegExp(`kick .*${whom.id}`)).waitFor()
  await card.getByText('You, and moderators, admins and owners').waitFor()
})

test('[SC2] the command mod does what the game cannot, and the card names the link', async () => {
  const admin = await openAs({ role: 'admin', path: '/admin-controls' })
  const whom = await victim()
  await pick(admin, 'Target player', whom)
  await pressAndConfirm(admin, 'Slay', `Slay ${whom.name}`)
  await deliveryCard(admin, `Slay ${whom.name}`, 'Confirmed')
    .getByText(/over the mod/)
    .waitFor()
})

test('[SC3] a ban is undone within a minute, and the list of bans follows', async () => {
  const owner = await openAs({ role: 'owner', path: '/owner-admin' })
  const admin = await openAs({ role: 'admin', path: '/admin' })
  for (const [name, line] of [
    ['Ban Player', '❌ Please enter a player name'],
    ['Teleport Player', '❌ Please enter both player names'],
    ['Send Private Message', '❌ Please enter player name and message'],
    ['Server Broadcast', '❌ Please enter a message'],
  ] as const) {
    await mainButton(owner, name).click()
    await owner.getByRole('alert').getByText(line, { exact: true }).first().waitFor()
  }
  const whom = await victim()
  await pick(owner, 'Player name', whom)
  await owner.getByRole('combobox', { name: 'Reason (optional)' }).fill('Spawn camping')
  await mainButton(owner, 'Ban Player').click()
  const asked = owner.getByRole('dialog', { name: `Ban ${whom.name}` })
  await asked.getByText('No past bans.').waitFor()
  await asked.getByRole('button', { name: `Ban ${whom.name}` }).click()
  await asked.getByRole('alert').getByText('Choose how long the ban lasts.').waitFor()
  await asked.getByRole('button', { name: 'Custom days' }).click()
  await asked.getByLabel('Days').fill('0')
  await asked.getByRole('button', { name: `Ban ${whom.name}` }).click()
  await asked.getByText('Enter a whole number from 1 to 36,600.').waitFor()
  await asked.getByRole('button', { name: '1 day' }).click()
  await expectNoAxeFaults(owner)
  await asked.getByRole('button', { name: `Ban ${whom.name}` }).click()
  const banned = admin
    .getByRole('list', { name: 'Bans', exact: true })
    .getByRole('listitem')
    .filter({ hasText: whom.id })
  await banned.getByText('Spawn camping').waitFor()
  await owner
    .getByRole('status')
    .getByText(/^✅ Command executed instantly! .* completed automatically\.$/)
    .waitFor()
  // Beside the result; the list of the own commands has it too.
  await owner
    .getByRole('button', { name: `Undo: Ban ${whom.name} for 1 day` })
    .first()
    .click()
  await banned.waitFor({ state: 'detached' })
  await mainButton(owner, 'Ban Player').click()
  await asked
    .getByRole('region', { name: 'Past bans' })
    .getByText(/Banned for 1 day by Demo Owner · Spawn camping/)
    .waitFor()
})

test('[V8.2.1] a command that is not permitted is not shown; players have only their own dinosaur', async () => {
  const moderator = await openAs({ role: 'moderator', path: '/admin-controls' })
  await mainButton(moderator, 'Heal').waitFor()
  for (const name of ['Slay', 'Ban', 'Broadcast', 'Teleport'])
    expect(await mainButton(moderator, name).count(), name).toBe(0)
  const online = moderator.getByRole('list', { name: 'Online players' }).getByRole('button')
  await expect.poll(() => online.count(), { timeout: uiTimeoutMs }).toBeGreaterThan(20)
  const player = await openAs({ role: 'player', path: '/admin-controls' })
  await mainButton(player, 'Heal Myself').waitFor()
  expect(await player.getByRole('heading', { name: 'Admin Controls', exact: true }).count()).toBe(0)
  expect(await player.getByRole('combobox').count()).toBe(0)
  await player.getByLabel('Your player name').fill(' ')
  await mainButton(player, 'Heal Myself').click()
  await player.getByRole('alert').getByText('❌ Please enter your player name first').waitFor()
  await player.goto(`${site.world.address()}/admin`)
  await player.getByText(/See pending commands/).waitFor()
})

test('[SC4] a command that no link can do is manual: never drawn as done, listed on every staff page, then marked done', async () => {
  // A command mod that rejects the hub's password, so that no link can do the command.
  const port = site.world.simulator().source?.port ?? 0
  const source = { host: '127.0.0.1', port, password: 'wrong', templates: {} }
  const lame = await openTestApp({ ...overSourceAlone, actionLinks: { evrimaTemplates: {}, source, bridge: null } })
  onTestFinished(() => lame.close())
  const admin = await openAs({ role: 'admin', path: '/admin-controls', of: lame })
  const other = await openAs({ role: 'moderator', path: '/account', of: lame })
  await admin.getByText('No pending commands').waitFor({ state: 'detached' })
  await mainButton(admin, 'Show pending commands (0)').click()
  await admin.getByText('No pending commands', { exact: true }).waitFor()
  const whom = await victim(lame)
  await pick(admin, 'Target player', whom)
  await mainButton(admin, 'Heal').click()
  const row = admin.getByRole('list', { name: 'Pending commands' }).getByRole('listitem').filter({ hasText: whom.name })
  await row.getByText('By hand', { exact: true }).waitFor({ timeout: uiTimeoutMs })
  expect(await deliveryCard(admin, `Heal ${whom.name}`, 'Confirmed').count()).toBe(0)
  await row.getByRole('button', { name: /^Copy command/ }).waitFor()
  await row.getByRole('button', { name: /^Drop/ }).waitFor()
  const tray = other.getByRole('complementary', { name: 'Open commands' })
  await tray.getByRole('button', { name: /1 open command/ }).click()
  await tray.getByRole('button', { name: `Mark done: Heal ${whom.name}` }).click()
  await row.waitFor({ state: 'detached' })
  await deliveryCard(admin, `Heal ${whom.name}`, 'Done by hand').waitFor()
})

test('[SC5] the three staff pages pass axe by day and by night, and nothing is cut off at any width', async () => {
  for (const mood of ['day', 'night'] as const) {
    const page = await openAs({ role: 'owner', path: '/admin-controls', mood })
    await page.locator(`html[data-theme=${mood}]`).waitFor()
    for (const path of ['/admin-controls', '/owner-admin', '/admin']) {
      await page.goto(site.world.address() + path)
      await page.locator('[data-connection=live]').waitFor()
      await page.getByRole('main').getByRole('combobox').first().click()
      await page.getByRole('listbox').waitFor()
      await expectNoAxeFaults(page)
      for (const width of [360, 768, 1440, 1920]) {
        await page.setViewportSize({ width, height: 860 })
        expect(await isNotCutOff(page), `${path} at ${width} px`).toBe(true)
      }
      await page.setViewportSize({ width: 1280, height: 860 })
    }
  }
})
