import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { banPlayer, unbanPlayer } from '../../../shared/features/deliveries/commands.ts'
import { uiTimeoutMs } from './site.ts'
import { deliveryCard, isNotCutOff, mainButton, openStaffSite, pick } from './staff.ts'

const { site, openAs, victim } = openStaffSite()

test('[SD29] staff who have chosen the same player see each other until one of them moves on', async () => {
  const owner = await openAs({ role: 'owner', path: '/admin-controls' })
  const admin = await openAs({ role: 'admin', path: '/admin-controls' })
  const [whom, another] = [await victim(), await victim()]
  await pick(owner, 'Target player', whom)
  await pick(admin, 'Target player', whom)
  const note = (page: Page, name: string) => page.getByText(new RegExp(`^Also chosen by ${name} \\(since \\d\\d:`))
  await note(admin, 'Demo Owner').waitFor()
  await note(owner, 'Demo Admin').waitFor()
  await mainButton(owner, 'Kick').click()
  await note(owner, 'Demo Admin').nth(1).waitFor()
  await owner.keyboard.press('Escape')
  await pick(admin, 'Target player', another)
  await expect.poll(() => note(owner, 'Demo Admin').count()).toBe(0)
  await pick(admin, 'Target player', whom)
  await note(owner, 'Demo Admin').waitFor()
  await admin.close()
  await expect.poll(() => note(owner, 'Demo Admin').count()).toBe(0)
})

test('[SD30] a ban is confirmed with its length in days, and shows its end', async () => {
  const owner = await openAs({ role: 'owner', path: '/admin-controls' })
  const whom = await victim()
  await pick(owner, 'Target player', whom)
  await mainButton(owner, 'Ban').click()
  const asked = owner.getByRole('dialog', { name: `Ban ${whom.name}` })
  await asked.getByRole('button', { name: 'Custom days' }).click()
  const days = asked.getByLabel('Days', { exact: true })
  await days.fill('1.5')
  await asked.getByRole('button', { name: 'Cheating' }).click()
  await asked.getByRole('button', { name: `Ban ${whom.name}` }).click()
  await asked.getByText('Enter a whole number from 1 to 36,600.').waitFor()
  await days.fill('3')
  await asked.getByText(/^Banned for 3 days, until \d+ \w+ \d{4}, \d\d:\d\d your time\.$/).waitFor()
  await asked.getByRole('button', { name: `Ban ${whom.name}` }).click()
  await deliveryCard(owner, `Ban ${whom.name} for 3 days`, 'Confirmed').waitFor()
  await owner.goto(`${site.world.address()}/admin`)
  const banned = owner
    .getByRole('list', { name: 'Bans', exact: true })
    .getByRole('listitem')
    .filter({ hasText: whom.id })
  await banned.getByText(/ends in 2 d 23 h/).waitFor()
})

test("[SD31] a toggle shows the game's state, then what was set; a change that did nothing cannot be undone", async () => {
  const page = await openAs({ role: 'owner', path: '/admin' })
  const row = page.getByRole('list', { name: 'Switches' }).getByRole('listitem').filter({ hasText: 'Global chat' })
  const stands = (word: string) => row.getByText(word, { exact: true }).waitFor()
  await row.getByText(/Reported by the game, just now/i).waitFor()
  await mainButton(page, 'Global chat off').click()
  await stands('Off')
  await page.getByRole('button', { name: 'Undo: Turn global chat off' }).click()
  await stands('On')
  await deliveryCard(page, 'Turn global chat on', 'Confirmed')
    .getByText(/^Undoes “Turn global chat off” of/)
    .waitFor()
  await mainButton(page, 'Global chat on').click()
  const idle = page.getByRole('article').filter({ hasText: 'It was on already.' })
  await idle.getByText('Confirmed', { exact: true }).waitFor()
  expect(await idle.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
})

/** The content of a download. */
async function fileBehind(page: Page, name: string) {
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name }).click()
  const file = await coming
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('[SD32] [CK10] the audit is searched, filtered in the address, paged and exported; new entries are announced and do not move it', async () => {
  const visitor = await site.world.visit('admin')
  const unban = async (number: number) =>
    expect((await visitor.command(unbanPlayer.name, { target: `765611980000000${number}` })).ok).toBe(true)
  for (let number = 10; number < 65; number++) await unban(number)
  const page = await openAs({ role: 'owner', path: '/audit' })
  const note = page
    .locator('main')
    .getByRole('status')
    .filter({ hasText: /entr(y|ies)$/ })
  const says = (pattern: RegExp) => expect.poll(() => note.textContent()).toMatch(pattern)
  await mainButton(page, 'Game commands').click()
  await page.getByRole('searchbox', { name: 'Search audit' }).fill('unban 7656119800')
  await expect.poll(() => page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toContain('text=unban')
  await says(/^50 entries$/)
  await mainButton(page, 'Older').click()
  await says(/^5 entries$/)
  await page.getByText('Page 2', { exact: true }).waitFor()
  expect(await mainButton(page, 'Older').isDisabled()).toBe(true)
  await mainButton(page, 'Newer').click()
  await says(/^50 entries$/)
  const csv = await fileBehind(page, 'Export CSV')
  const lines = await fileBehind(page, 'Export JSON Lines')
  expect([csv.name, lines.name]).toEqual([expect.stringMatching(/\.csv$/), expect.stringMatching(/\.jsonl$/)])
  expect(csv.text.trim().split('\n')).toHaveLength(56)
  const targets = lines.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).target.id)
  expect(new Set(targets).size).toBe(55)
  const top = page.getByRole('row').nth(1)
  const topTarget = async () => /76561198\d{9}/.exec((await top.textContent()) ?? '')?.[0]
  expect(await topTarget()).toBe('76561198000000064')
  for (const number of [65, 66, 67]) await unban(number)
  const showNew = mainButton(page, 'Show 3 new')
  await showNew.waitFor()
  expect(await topTarget()).toBe('76561198000000064')
  // Also where one has scrolled: not behind the top bar or the headings.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 3))
  const isOnTop = (button: Element) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    return [0.1, 0.9].every((part) => button.contains(document.elementFromPoint(x + width / 2, y + height * part)))
  }
  await expect.poll(() => showNew.evaluate(isOnTop)).toBe(true)
  await showNew.click()
  await expect.poll(topTarget).toBe('76561198000000067')
  await top.click({ position: { x: 8, y: 8 } })
  await page.getByRole('dialog', { name: 'Audit entry' }).getByText('Game commands, unban').waitFor()
  await page.keyboard.press('Escape')
  expect(new URL(page.url()).searchParams.get('kinds')).toBe('deliveries')
  await page.reload()
  await says(/^50 entries$/)
  expect(await page.getByRole('searchbox', { name: 'Search audit' }).inputValue()).toBe('unban 7656119800')
  await mainButton(page, 'Actor and time').click()
  await page.getByRole('searchbox', { name: 'Actor' }).fill('Demo Owner')
  await page.getByText('No history entries found matching your filters.').waitFor()
  // The open panel may lie over the row below it.
  await mainButton(page, 'Actor and time: actor set').click()
  await mainButton(page, 'Clear filters').click()
  await says(/^50 entries$/)
  await mainButton(page, 'Actor and time').click()
  await page.getByLabel('From').fill('2099-01-01T00:00')
  await page.getByText('No history entries found matching your filters.').waitFor()
})

test('[SD2714] home tells a banned user until when and why in place of how to join, from the ban until it is lifted', async () => {
  const { world, browser } = site
  const staff = await world.visit('admin')
  const steamId = '76561198000000099'
  const player = await world.visitAs({ account: 'bea', name: 'Bea', steamId })
  const context = await browser.newContext({ viewport: { width: 360, height: 860 } })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  const [name = '', value = ''] = player.cookie().split('=')
  await context.addCookies([{ name, value, url: world.address() }])
  const page = await context.newPage()
  await page.goto(`${world.address()}/`)
  const joining = page.getByRole('region', { name: 'Join the server' })
  const link = page.getByRole('link', { name: 'How to join' })
  const banned = page.getByRole('region', { name: "You're banned from this server" })
  await joining.waitFor()
  expect([await link.count(), await banned.count()]).toEqual([1, 0])
  const ban = { target: steamId, reason: 'Mixed packing', durationMs: 86_400_000 }
  expect((await staff.command(banPlayer.name, ban)).ok).toBe(true)
  await banned.getByText(/until \d+ \w+ \d{4}, \d\d:\d\d your time, for another (1 d|23 h 59 min)\.$/).waitFor()
  await banned.getByText('Reason: Mixed packing').waitFor()
  expect([await joining.count(), await link.count()]).toEqual([0, 0])
  expect(await isNotCutOff(page)).toBe(true)
  await page.reload()
  await banned.waitFor()
  expect((await staff.command(unbanPlayer.name, { target: steamId })).ok).toBe(true)
  await joining.waitFor()
  expect([await link.count(), await banned.count()]).toEqual([1, 0])
})
