import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { hashPassword } from '../../../server/auth/passwordHash.ts'
import { signInAs } from '../../../server/testing/accounts.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import { DiscordUser } from '../../../shared/features/account/identity.ts'
import { expectNoAxeFaults, openSite, uiTimeoutMs } from './site.ts'
import { isNotCutOff } from './staff.ts'

const password = 'a password of moderators'
const site = openSite(async () => {
  const [moderator, ownerKey] = await Promise.all([hashPassword(password), hashPassword('the key of the owner')])
  return { passwords: { ownerKey, owner: null, admin: null, moderator, challenges: null, events: null } }
})

interface Opened {
  readonly role?: Role
  readonly number?: number
  readonly path: string
  readonly width?: number
}

/** A new browser, signed in as a demo user. Closed after the test. */
async function openAs({ role = 'player', number = 1, path, width = 1280 }: Opened) {
  const context = await site.browser.newContext({ viewport: { width, height: 860 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  const headers = { origin: site.world.address() }
  const answer = await context.request.post(`${site.world.address()}/auth/demo`, { data: { role, number }, headers })
  expect(answer.ok()).toBe(true)
  const page = await context.newPage()
  await page.goto(site.world.address() + path)
  await page.locator('[data-connection=live]').waitFor()
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** A command of staff, on their own controls only. */
const command = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const isGone = (control: Locator) => control.waitFor({ state: 'detached' })

/** Finds an account by its id and opens its permissions. */
async function choose(page: Page, account: string, name: string) {
  await page.getByRole('searchbox', { name: 'Name or ID' }).fill(account)
  await page
    .getByRole('list', { name: 'Found accounts' })
    .getByRole('button', { name: new RegExp(`^${name} `) })
    .click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
}
const roleOf = (page: Page, name: string) => page.getByRole('group', { name: 'Role' }).getByRole('button', { name })
const history = (page: Page) => page.getByRole('list', { name: 'History' }).getByRole('listitem')

test('[V8.3.2] a player sees rights given and taken by the owner without a reload', async () => {
  const player = await openAs({ number: 2, path: '/admin-controls' })
  const owner = await openAs({ role: 'owner', path: '/admins' })
  await command(player, 'Heal Myself').waitFor()
  expect(await command(player, 'Kick').count()).toBe(0)
  await choose(owner, 'demo-player-2', 'Demo Player 2')
  await roleOf(owner, 'Moderator').click()
  await Promise.all([owner.getByText('Demo Player 2 is now a moderator.').waitFor(), command(player, 'Kick').waitFor()])
  expect(await command(player, 'Ban').count()).toBe(0)

  const rights = owner.getByRole('group', { name: 'Ban players for Demo Player 2' })
  await rights.getByRole('button', { name: 'Allow' }).click()
  await command(player, 'Ban').waitFor()
  await player.getByText(/^Your permissions \(/).click()
  await player.getByText('Keep a player off the game server. Allowed for your account.').waitFor()

  await roleOf(owner, 'Player').click()
  await owner.getByRole('dialog', { name: 'Remove the role Moderator from Demo Player 2?' }).waitFor()
  await button(owner, 'Make Demo Player 2 a player').click()
  await isGone(command(player, 'Kick'))
  await history(owner).filter({ hasText: 'Role: moderator → player' }).filter({ hasText: 'by Demo Owner' }).waitFor()
})

test('[RB8] a granted role can be undone, and the list says who granted it', async () => {
  await openAs({ number: 3, path: '/' })
  const owner = await openAs({ role: 'owner', path: '/admins' })
  await choose(owner, 'demo-player-3', 'Demo Player 3')
  await roleOf(owner, 'Admin').click()
  const listed = owner
    .getByRole('list', { name: 'Staff', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Demo Player 3' })
  await listed.getByText('By Demo Owner').waitFor()
  await button(owner, 'Undo').click()
  await listed.waitFor({ state: 'detached' })
})

test('[RB9] users cannot change their own rights; making an owner names the user and asks first', async () => {
  await openAs({ number: 4, path: '/' })
  const owner = await openAs({ role: 'owner', path: '/admins' })
  await choose(owner, 'demo-owner', 'Demo Owner')
  await owner.getByText("You can't change your own permissions.").waitFor()
  expect(await roleOf(owner, 'Admin').isDisabled()).toBe(true)
  await choose(owner, 'demo-player-4', 'Demo Player 4')
  await roleOf(owner, 'Owner').click()
  await owner.getByRole('dialog', { name: 'Make Demo Player 4 an owner?' }).waitFor()
  await owner.keyboard.press('Escape')
  expect(await roleOf(owner, 'Player').getAttribute('aria-pressed')).toBe('true')
})

/** The texts of elements that overflow the page. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .filter((part) => part.closest('.unseen') === null)
      .map((part) => `${part.tagName} ${part.className}: ${part.textContent?.slice(0, 40)}`),
  )

test.each([360, 1440])('[RB10] at %i px a confirmation fits a name that is one long word', async (width) => {
  const name = 'W'.repeat(60)
  const identity = DiscordUser.parse({ provider: 'discord', discordId: 'longest', username: name, displayName: name })
  await signInAs(site.world.hub().hub, { identity, demo: true, newAccount: 'longest' })
  const owner = await openAs({ role: 'owner', path: '/admins?account=longest', width })
  const dialog = owner.getByRole('dialog')
  const fits = () => dialog.evaluate((box) => box.scrollWidth <= box.clientWidth)
  await roleOf(owner, 'Owner').click()
  await dialog.waitFor()
  expect(await fits()).toBe(true)
  await owner.keyboard.press('Escape')
  await button(owner, `Log ${name} out everywhere`).click()
  await dialog.waitFor()
  expect(await fits()).toBe(true)
  expect(await cutOff(owner)).toEqual([])
  await button(owner, `Log ${name} out`).click()
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(() => owner.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
})

test('[RB11] a user who may not manage admins reads which permission is missing, and is not offered the page', async () => {
  const admin = await openAs({ role: 'admin', path: '/admins' })
  await admin.getByText('You need “Manage admins” to open this page.').waitFor()
  await admin.goto(`${site.world.address()}/admin-controls`)
  await command(admin, 'Kick').waitFor()
  expect(await admin.locator('a[href="/admins"], a[href="/owner-admin"]').count()).toBe(0)
  expect(await admin.locator('[aria-disabled=true]').count()).toBe(0)
})

test('[V6.3.1] a wrong password is refused and changes nothing; the right one elevates the session until it is given back', async () => {
  const page = await openAs({ number: 5, path: '/admin-controls' })
  await button(page, 'Upgrade Role').click()
  await page.getByLabel('Password').fill('not that one')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('❌ Invalid password').waitFor()
  expect(await command(page, 'Kick').count()).toBe(0)
  await page.getByLabel('Or the owner key').fill('neither')
  await button(page, 'Use owner key').click()
  await page.getByText('Invalid owner key. Access denied.').waitFor()

  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await command(tab, 'Heal Myself').waitFor()
  expect(await command(tab, 'Kick').count()).toBe(0)
  await page.getByLabel('Password').fill(password)
  await button(page, 'Upgrade').click()
  await page.getByRole('status').getByText('Role upgraded to moderator!').waitFor()
  expect(await page.getByLabel('Password').count()).toBe(0)
  await command(page, 'Kick').waitFor()
  await page.getByText('Upgraded for this session.').waitFor()
  const isFocused = () => button(page, 'Upgrade Role').evaluate((toggle) => toggle === document.activeElement)
  await expect.poll(isFocused).toBe(true)
  await command(tab, 'Kick').waitFor()
  await button(page, 'Upgrade Role').click()
  // Rights that the user has are not offered; the key gives more.
  expect(await page.getByLabel('The owner key').inputValue()).toBe('')
  expect(await page.getByLabel('Password').count()).toBe(0)
  await button(page, 'End upgrade').click()
  await isGone(command(page, 'Kick'))
})

test('[V8.2.1] staff who view the site as a player see it as one and can change nothing until they stop', async () => {
  const owner = await openAs({ role: 'owner', path: '/admins' })
  await button(owner, 'View the site as player').click()
  const banner = owner.getByRole('complementary', { name: 'Viewing as a role' })
  await banner.getByText("You're viewing the site as a player. You can't change anything.").waitFor()
  const focusedTag = () => owner.evaluate(() => document.activeElement?.tagName)
  await expect.poll(focusedTag).not.toBe('BODY')
  await owner.goto(`${site.world.address()}/profile`)
  await owner.getByText("You're viewing the site as a player. Stop viewing at the top of the page first.").waitFor()
  expect(await button(owner, 'Erase my account').isDisabled()).toBe(true)
  expect(await owner.getByRole('link', { name: 'Staff and roles' }).count()).toBe(0)
  await owner.goto(`${site.world.address()}/account`)
  await banner.waitFor()
  await button(owner, 'Log out of this browser').click()
  await button(owner, 'Log out here').click()
  await owner.getByRole('dialog').getByText("you can't change anything").waitFor()
  await owner.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Stop viewing' }).click()
  await banner.waitFor({ state: 'detached' })
  await expect.poll(focusedTag).not.toBe('BODY')
  await owner.goto(`${site.world.address()}/admins`)
  await owner.getByRole('heading', { name: 'Staff and roles' }).waitFor()
})

test.each([360, 1440])('[RB12] axe finds nothing serious at %i px on staff pages', async (width) => {
  await openAs({ number: 6, path: '/' })
  const owner = await openAs({ role: 'owner', path: '/admins', width })
  await choose(owner, 'demo-player-6', 'Demo Player 6')
  await roleOf(owner, 'Moderator').click()
  await history(owner).first().waitFor()
  await expectNoAxeFaults(owner)
  expect(await isNotCutOff(owner)).toBe(true)
  const player = await openAs({ number: 7, path: '/admin-controls', width })
  await button(player, 'Upgrade Role').click()
  await expectNoAxeFaults(player)
  expect(await isNotCutOff(player)).toBe(true)
  await button(owner, 'View the site as moderator').click()
  await button(owner, 'Stop viewing').waitFor()
  await expectNoAxeFaults(owner)
  await button(owner, 'Stop viewing').click()
})
