import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPersona } from '../../../server/auth/demoSignIn.ts'
import { changeMapSettings } from '../../../shared/features/mapSettings/commands.ts'
import {
  accountOf,
  button,
  code,
  createPack,
  disband,
  expectNoComplaints,
  isDrawn,
  joinPack,
  markerOf,
  memberRow,
  members,
  nameOf,
  openPlayers,
  type Players,
  pressMap,
} from './players.ts'
import { expectNoAxeFaults, uiTimeoutMs } from './site.ts'

/** A busy machine is slow; only a fault meets this limit. */
const soon = { timeout: uiTimeoutMs }

let players: Players
beforeAll(async () => {
  players = await openPlayers()
})
afterAll(() => players?.close())

/** Two browsers in one pack; the first one leads. */
async function openPair(leads: number, follows: number, name: string) {
  const [leader, member] = [await players.openAs(leads), await players.openAs(follows)]
  await joinPack(member.page, await createPack(leader.page, name))
  await memberRow(leader.page, nameOf(follows)).waitFor()
  await memberRow(member.page, nameOf(leads)).waitFor()
  return { leader, member, close: () => Promise.all([leader.close(), member.close()]) }
}

/** Moves a player's dinosaur by about twenty metres, because it may sleep for a while. */
function walk(number: number) {
  const persona = demoPersona('player', number)
  const animal = players.world.simulator().world.players.find(({ id }) => id === persona)?.animal
  if (!animal) throw new Error(`${nameOf(number)} has no dinosaur in this world`)
  animal.x += 8
}

interface ShownPing {
  readonly hasRing: boolean
  readonly ageMs: number
}

/** The first ping as the page shows it first. */
const firstPing = (page: Page): Promise<ShownPing> =>
  page.evaluate(async () => {
    const shown = () => window.__waterholeMap?.pings()[0]
    while (!shown()) await new Promise(requestAnimationFrame)
    const { hasRing = false, ageMs = 0 } = shown() ?? {}
    return { hasRing, ageMs }
  })

/** Waits until a player's marker is drawn and follows their movement. */
async function seesWalking(page: Page, number: number) {
  const account = accountOf(number)
  await expect.poll(() => isDrawn(page, account), soon).toBe(true)
  const first = await markerOf(page, account)
  walk(number)
  await expect
    .poll(async () => {
      const now = await markerOf(page, account)
      return now && first && (now.x !== first.x || now.y !== first.y)
    }, soon)
    .toBe(true)
}

test('[PB1] a pack is created and joined by its code, and both members see each other move', async () => {
  const [leader, member] = [await players.openAs(1), await players.openAs(2)]
  const shownCode = await createPack(leader.page, 'Night Runners')
  expect(shownCode).toMatch(/^[A-HJKMNP-Z2-9]{6}$/)
  await joinPack(member.page, `  ${shownCode.toLowerCase()} `)
  await memberRow(leader.page, nameOf(2)).waitFor()
  await memberRow(leader.page, nameOf(2)).getByText('grown').waitFor()
  await member.page.getByRole('heading', { name: 'Night Runners' }).waitFor()
  await leader.page.getByText('2 of 12 members').waitFor()
  await Promise.all([seesWalking(leader.page, 2), seesWalking(member.page, 1)])
  const trails = () => leader.page.evaluate(() => window.__waterholeMap?.trails() ?? {})
  await expect.poll(async () => (await trails())[accountOf(2)] ?? 0, soon).toBeGreaterThan(1)
  expect(await markerOf(leader.page, accountOf(1))).toMatchObject({ relation: 'own', leads: true })
  expect(await markerOf(member.page, accountOf(1))).toMatchObject({ relation: 'pack', leads: true })
  expectNoComplaints(leader, member)

  // A member who hides leaves the other's map at once and is listed as hidden, but still sees their own marker.
  await member.page.getByRole('button', { name: 'Your pack sees you' }).click()
  await member.page.getByRole('button', { name: 'Hidden from your pack' }).waitFor()
  await memberRow(leader.page, nameOf(2)).getByText('hidden', { exact: true }).waitFor()
  await expect.poll(() => isDrawn(leader.page, accountOf(2)), soon).toBe(false)
  await expect.poll(trails, soon).not.toHaveProperty(accountOf(2))
  expect(await isDrawn(member.page, accountOf(2))).toBe(true)
  expect(await isDrawn(member.page, accountOf(1))).toBe(true)
  await member.page.getByRole('button', { name: 'Hidden from your pack' }).click()
  await expect.poll(() => isDrawn(leader.page, accountOf(2)), soon).toBe(true)
  await leader.close()
  await member.close()
})

test("[PB2] a ping shows a ring and an entry on the other's page, has a kind, and the next one must wait", async () => {
  const { leader, member, close } = await openPair(3, 4, 'River Watch')
  // The longest that there is: what shows the wait must be there for longer than a busy machine needs to look.
  const settings = await players.world.visit('player', 4)
  expect(await settings.command(changeMapSettings.name, { pingInterval: 30_000 })).toMatchObject({ ok: true })
  await button(member.page, 'Ping').click()
  const ping = firstPing(leader.page)
  await pressMap(member.page, 60, 40)
  // A ring lasts two seconds. A page that is slower than that shows none.
  expect(await ping).toSatisfy(({ hasRing, ageMs }: ShownPing) => hasRing || ageMs > 2_000)
  const entry = leader.page.getByRole('list', { name: /^Pings/ }).getByRole('button', { name: nameOf(4) })
  await entry.waitFor()
  await member.page.getByRole('button', { name: /^Ping \d+ s$/ }).waitFor()
  expect(await member.page.getByRole('button', { name: /^Ping \d+ s$/ }).isDisabled()).toBe(true)

  // [MV10] A right click offers the same pings with their kinds; the wait is shown beside them.
  await pressMap(member.page, -60, 40, { button: 'right' })
  const menu = member.page.getByRole('menu')
  await menu.getByRole('menuitem', { name: /^Ping: food in \d+ s$/ }).waitFor()
  expect(await menu.getByRole('menuitem', { name: /^Ping/ }).count()).toBe(5)
  await member.page.keyboard.press('Escape')
  await pressMap(leader.page, -60, 40, { button: 'right' })
  await leader.page.getByRole('menuitem', { name: 'Ping: water' }).click()
  const water = member.page.getByRole('list', { name: /^Pings/ }).getByRole('button', { name: /^Water/ })
  expect(await water.textContent()).toMatch(/^Water [A-H][1-8], \D+\d+/)
  await leader.page.waitForFunction(() => window.__waterholeMap?.pings().some(({ kind }) => kind === 'water'))

  // Choosing the entry centres the map.
  const pinged = await leader.page.evaluate(
    (by) => window.__waterholeMap?.pings().find((ping) => ping.by === by),
    accountOf(4),
  )
  await entry.click()
  await expect
    .poll(async () => {
      const view = await leader.page.evaluate(() => window.__waterholeMap?.view())
      return view && pinged && Math.hypot(view.x - pinged.x, view.y - pinged.y) < 2
    })
    .toBe(true)
  expectNoComplaints(leader, member)

  // Only the leader can set a waypoint; all members see it, and clearing it can be undone.
  expect(await button(member.page, 'Waypoint').count()).toBe(0)
  await button(leader.page, 'Waypoint').click()
  await pressMap(leader.page, 80, -60)
  const part = member.page.getByRole('region', { name: 'Waypoint' })
  await part.getByText(/\d+ (k?m) · \d{3}°/).waitFor()
  await button(leader.page, 'Clear').click()
  // The Undo is there for twelve seconds, and stays under the pointer.
  await button(leader.page, 'Undo').hover()
  await part.getByText('No waypoint yet. Your leader can set one.').waitFor()
  await button(leader.page, 'Undo').click()
  await part.getByText(/\d+ (k?m) · \d{3}°/).waitFor()
  await disband(leader.page)
  await close()
})

test('[PB3] a removed member loses the panel and the markers at once, and reads which pack removed them', async () => {
  const { leader, member, close } = await openPair(5, 6, 'Night Runners')
  await expect.poll(() => isDrawn(member.page, accountOf(5)), soon).toBe(true)
  await button(leader.page, `More actions for ${nameOf(6)}`).click()
  await button(leader.page, 'Remove').click()
  const question = leader.page.getByRole('dialog', { name: `Remove ${nameOf(6)} from Night Runners?` })
  await question.waitFor()
  await expectNoAxeFaults(leader.page)

  // Escape cancels and returns the focus.
  await leader.page.keyboard.press('Escape')
  await expect.poll(() => question.count(), soon).toBe(0)
  expect(await leader.page.evaluate(() => document.activeElement?.textContent)).toBe('Remove')
  await leader.page.keyboard.press('Enter')
  await question.getByRole('button', { name: `Remove ${nameOf(6)}` }).click()

  await member.page.getByText('You were removed from Night Runners.').waitFor()
  expect(await code(member.page).count()).toBe(0)
  await expect.poll(() => isDrawn(member.page, accountOf(5)), soon).toBe(false)
  await expect.poll(() => members(leader.page).count(), soon).toBe(1)
  await expect.poll(() => isDrawn(leader.page, accountOf(6)), soon).toBe(false)
  await button(member.page, 'Dismiss').click()
  await member.page.reload()
  await member.page.getByRole('heading', { name: "You're not in a pack" }).waitFor()
  expect(await member.page.getByText('You were removed').count()).toBe(0)
  expectNoComplaints(leader, member)

  // A dismissed notice does not hide how the next pack ends.
  await joinPack(member.page, (await code(leader.page).textContent()) ?? '')
  await memberRow(member.page, nameOf(5)).waitFor()

  // The leader disbands it and is alone again.
  await disband(leader.page)
  await member.page.getByText('Night Runners was disbanded.').waitFor()
  await leader.page.getByText('Night Runners was disbanded.').waitFor()
  await close()
})

test('[PB4] leadership is handed over; when the leader leaves, the longest member leads', async () => {
  const { leader, member, close } = await openPair(3, 4, 'Old Guard')
  await button(leader.page, `More actions for ${nameOf(4)}`).click()
  await button(leader.page, 'Make leader').click()
  await leader.page
    .getByRole('dialog')
    .getByRole('button', { name: `Hand over to ${nameOf(4)}` })
    .click()
  await memberRow(member.page, nameOf(4)).getByText('leader').waitFor()
  await expect.poll(() => button(leader.page, 'Disband pack').count(), soon).toBe(0)
  await button(member.page, 'Leave pack').click()
  await member.page.getByText(`${nameOf(3)} has been in it longest and will lead it.`).waitFor()
  await member.page.getByRole('dialog').getByRole('button', { name: 'Leave the pack' }).click()
  await memberRow(leader.page, nameOf(3)).getByText('leader').waitFor()
  await member.page.getByRole('heading', { name: "You're not in a pack" }).waitFor()

  // A member leaves without a confirmation and can return with one press.
  await joinPack(member.page, (await code(leader.page).textContent()) ?? '')
  await button(member.page, 'Leave pack').click()
  await button(member.page, 'Undo').hover()
  await expect.poll(() => members(leader.page).count(), soon).toBe(1)
  await button(member.page, 'Undo').click()
  await memberRow(leader.page, nameOf(4)).waitFor()
  expectNoComplaints(leader, member)
  await close()
})

test('[PB5] a wrong code shows its fault at the field and changes nothing else', async () => {
  const { page, close } = await players.openAs(7)
  for (const [typed, message] of [
    ['ABC', 'A code has 6 letters and digits'],
    ['ЖУКИДЫ', 'A code has 6 letters and digits'],
    ['ZZZZZZ', 'No pack has that code.'],
  ] as const) {
    await joinPack(page, typed)
    await page.getByRole('alert').getByText(message).waitFor()
    expect(await page.getByLabel('Join by code').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Join by code').fill('')
    await expect.poll(() => page.getByRole('alert').count(), soon).toBe(0)
  }
  await button(page, 'Join pack').click()
  await page.getByRole('alert').getByText('Enter the code.').waitFor()
  expect(await page.getByLabel('Join by code').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('heading', { name: "You're not in a pack" }).waitFor()
  await close()
})

test('[PB6] signing in as another user leaves nothing of what the previous user was shown', async () => {
  const { leader, member, close } = await openPair(5, 6, 'Old Guard')
  await button(member.page, 'Leave pack').click()
  await member.page.getByText('You left Old Guard.').waitFor()
  await button(member.page, /^Account menu/).click()
  await button(member.page, 'Log out').click()
  await button(member.page, 'Sign in').waitFor()
  expect(await member.page.getByText('You left Old Guard.').count()).toBe(0)
  await button(member.page, 'Sign in').click()
  await member.page.getByRole('button', { name: /^Admin/ }).click()
  await button(member.page, /^Account menu/).waitFor()
  expect(await member.page.getByText('You left Old Guard.').count()).toBe(0)
  expect(await button(member.page, 'Undo').count()).toBe(0)
  await disband(leader.page)
  await close()
})

// Last in this file: wrong guesses also count for the address, which all tests share.
test('[PB7] a user who guesses too often must wait, and a right code is refused meanwhile', async () => {
  const [leader, guesser] = [await players.openAs(7), await players.openAs(8)]
  const shownCode = await createPack(leader.page, 'Quiet Ones')
  const { page } = guesser
  const alert = page.getByRole('alert')
  await joinPack(page, 'ZZZZZ2')
  await alert.getByText('No pack has that code.').waitFor()
  // The next guesses are made without the page: on a busy machine it may need more than the minute for all of them.
  const elsewhere = await players.world.visit('player', 8)
  for (const code of ['ZZZZZ3', 'ZZZZZ4', 'ZZZZZ5', 'ZZZZZ6'])
    expect(await elsewhere.command('packs.join', { code })).toMatchObject({ ok: false })
  await joinPack(page, shownCode)
  await alert.getByText('Too many wrong guesses. Wait a minute and try again.').waitFor()
  await page.getByRole('heading', { name: "You're not in a pack" }).waitFor()
  expect(await members(leader.page).count()).toBe(1)
  expectNoComplaints(leader, guesser)
  await disband(leader.page)
  await leader.close()
  await guesser.close()
})
