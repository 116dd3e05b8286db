import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../server/testing/world.ts'
import { expectNoAxeFaults } from './axe.ts'
import { openBrowser } from './browser.ts'

let browser: Browser
let world: World
beforeAll(async () => {
  world = await openWorld()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

/** A browser of one's own, signed in as one of the demo's players, on the map. */
async function openAs(number: number, width = 1280) {
  const context = await browser.newContext({ viewport: { width, height: 860 }, hasTouch: width < 720 })
  const headers = { origin: world.address() }
  const signedIn = await context.request.post(`${world.address()}/auth/demo`, {
    data: { role: 'player', number },
    headers,
  })
  expect(signedIn.ok()).toBe(true)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${world.address()}/map?probe`)
  await page.locator('[data-connection=live]').waitFor()
  return { page, complaints, close: () => context.close() }
}
type Player = Awaited<ReturnType<typeof openAs>>

const accountOf = (number: number) => (number === 1 ? 'demo-player' : `demo-player-${number}`)
const nameOf = (number: number) => (number === 1 ? 'Demo Player' : `Demo Player ${number}`)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const code = (page: Page) => page.getByRole('status', { name: 'Pack code' })
const members = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem')
const memberRow = (page: Page, name: string): Locator => members(page).filter({ hasText: name })

async function createPack(page: Page, name: string): Promise<string> {
  await page.getByLabel('Or begin your own').fill(name)
  await button(page, 'Create pack').click()
  return (await code(page).textContent()) ?? ''
}

async function joinPack(page: Page, typed: string) {
  await page.getByLabel('Join by code').fill(typed)
  await button(page, 'Join pack').click()
}

/** Two browsers in one pack, the first of which leads. */
async function openPair(leads: number, follows: number, name: string) {
  const [leader, member] = [await openAs(leads), await openAs(follows)]
  await joinPack(member.page, await createPack(leader.page, name))
  await memberRow(leader.page, nameOf(follows)).waitFor()
  await memberRow(member.page, nameOf(leads)).waitFor()
  return { leader, member, close: () => Promise.all([leader.close(), member.close()]) }
}

const markersOf = (page: Page) => page.evaluate(() => window.__waterholeMap?.markers() ?? [])
const markerOf = async (page: Page, account: string) => (await markersOf(page)).find(({ id }) => id === account)
const isDrawn = async (page: Page, account: string) => (await markerOf(page, account)) !== undefined

/** Waits until a marker is there and stands elsewhere than when it was first seen. */
async function seesMoving(page: Page, account: string) {
  await expect.poll(() => isDrawn(page, account), { timeout: 15_000 }).toBe(true)
  const first = await markerOf(page, account)
  await expect
    .poll(
      async () => {
        const now = await markerOf(page, account)
        return now && first && (now.x !== first.x || now.y !== first.y)
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}

/** Presses the map beside its middle. */
async function pressMap(page: Page, dx: number, dy: number, options: { button?: 'right' } = {}) {
  const box = await page.getByTestId('map').boundingBox()
  if (!box) throw new Error('There is no map to press')
  await page.mouse.click(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy, options)
}

const noComplaints = (...players: Player[]) => expect(players.flatMap(({ complaints }) => complaints)).toEqual([])

test('[PB1] a pack is made and joined by its code, and both see each other move', async () => {
  const [leader, member] = [await openAs(1), await openAs(2)]
  const told = await createPack(leader.page, 'Night Runners')
  expect(told).toMatch(/^[A-HJKMNP-Z2-9]{6}$/)
  await joinPack(member.page, `  ${told.toLowerCase()} `)
  await memberRow(leader.page, nameOf(2)).waitFor()
  await memberRow(leader.page, nameOf(2)).getByText('grown').waitFor()
  await member.page.getByRole('heading', { name: 'Night Runners' }).waitFor()
  await leader.page.getByText('2 of 12 members').waitFor()
  await Promise.all([seesMoving(leader.page, accountOf(2)), seesMoving(member.page, accountOf(1))])
  expect(await markerOf(leader.page, accountOf(1))).toMatchObject({ relation: 'own', leads: true })
  expect(await markerOf(member.page, accountOf(1))).toMatchObject({ relation: 'pack', leads: true })
  noComplaints(leader, member)

  // Who hides is gone from the other's map at once, and listed as hidden; they still see themselves.
  await member.page.getByRole('button', { name: 'Your pack sees you' }).click()
  await member.page.getByRole('button', { name: 'Hidden from your pack' }).waitFor()
  await memberRow(leader.page, nameOf(2)).getByText('hidden', { exact: true }).waitFor()
  await expect.poll(() => isDrawn(leader.page, accountOf(2))).toBe(false)
  expect(await isDrawn(member.page, accountOf(2))).toBe(true)
  expect(await isDrawn(member.page, accountOf(1))).toBe(true)
  await member.page.getByRole('button', { name: 'Hidden from your pack' }).click()
  await expect.poll(() => isDrawn(leader.page, accountOf(2)), { timeout: 15_000 }).toBe(true)
  await leader.close()
  await member.close()
})

test('[PB2] a ping is a ring and an entry on the other’s page, and the next one waits', async () => {
  const { leader, member, close } = await openPair(3, 4, 'River Watch')
  await button(member.page, 'Ping').click()
  await pressMap(member.page, 60, 40)
  await leader.page.waitForFunction(() => window.__waterholeMap?.pings().some(({ hasRing }) => hasRing))
  const entry = leader.page.getByRole('list', { name: /^Pings/ }).getByRole('button', { name: nameOf(4) })
  await entry.waitFor()
  await member.page.getByRole('button', { name: /^Ping \d+ s$/ }).waitFor()
  expect(await member.page.getByRole('button', { name: /^Ping \d+ s$/ }).isDisabled()).toBe(true)

  // A right click pings as well; too soon is refused in the hub's words, where it was pressed.
  await pressMap(member.page, -60, 40, { button: 'right' })
  await member.page.getByRole('alert').getByText('Your ping interval has not passed yet.').waitFor()

  // Going there centres the map.
  const pinged = await leader.page.evaluate(() => window.__waterholeMap?.pings()[0])
  await entry.click()
  await expect
    .poll(async () => {
      const view = await leader.page.evaluate(() => window.__waterholeMap?.view())
      return view && pinged && Math.hypot(view.x - pinged.x, view.y - pinged.y) < 2
    })
    .toBe(true)
  noComplaints(leader, member)

  // Only the leader has a waypoint to set; all see where it is, and clearing it can be undone.
  expect(await button(member.page, 'Waypoint').count()).toBe(0)
  await button(leader.page, 'Waypoint').click()
  await pressMap(leader.page, 80, -60)
  const part = member.page.getByRole('region', { name: 'Waypoint' })
  await part.getByText(/\d+ (k?m) · \d{3}°/).waitFor()
  await button(leader.page, 'Clear').click()
  await part.getByText('Your leader has set none.').waitFor()
  await button(leader.page, 'Undo').click()
  await part.getByText(/\d+ (k?m) · \d{3}°/).waitFor()
  await close()
})

test('[PB3] who is removed loses panel and markers at once, and is told by whom they walked with', async () => {
  const { leader, member, close } = await openPair(5, 6, 'Night Runners')
  await expect.poll(() => isDrawn(member.page, accountOf(5)), { timeout: 15_000 }).toBe(true)
  await button(leader.page, `More about ${nameOf(6)}`).click()
  await button(leader.page, 'Remove').click()
  const question = leader.page.getByRole('dialog', { name: `Remove ${nameOf(6)} from Night Runners?` })
  await question.waitFor()
  await expectNoAxeFaults(leader.page)

  // Escape is no, and the focus is back where it was.
  await leader.page.keyboard.press('Escape')
  await expect.poll(() => question.count()).toBe(0)
  expect(await leader.page.evaluate(() => document.activeElement?.textContent)).toBe('Remove')
  await leader.page.keyboard.press('Enter')
  await question.getByRole('button', { name: `Remove ${nameOf(6)}` }).click()

  await member.page.getByText('You were removed from Night Runners.').waitFor()
  expect(await code(member.page).count()).toBe(0)
  expect(await isDrawn(member.page, accountOf(5))).toBe(false)
  await expect.poll(() => members(leader.page).count()).toBe(1)
  await expect.poll(() => isDrawn(leader.page, accountOf(6))).toBe(false)
  await button(member.page, 'Dismiss').click()
  await member.page.reload()
  await member.page.getByRole('heading', { name: 'You walk alone' }).waitFor()
  expect(await member.page.getByText('You were removed').count()).toBe(0)
  noComplaints(leader, member)

  // The leader ends it, and is alone again.
  await button(leader.page, 'Disband pack').click()
  await leader.page.getByRole('dialog').getByRole('button', { name: 'Disband the pack' }).click()
  await leader.page.getByText('Night Runners was disbanded.').waitFor()
  await close()
})

test('[PB4] what is wrong with a code is said at the code, and nothing else changes', async () => {
  const { page, close } = await openAs(7)
  for (const [typed, words] of [
    ['ABC', 'it has 6 letters and digits'],
    ['ЖУКИДЫ', 'it has 6 letters and digits'],
    ['ZZZZZZ', 'No pack has that code.'],
  ] as const) {
    await joinPack(page, typed)
    await page.getByRole('alert').getByText(words).waitFor()
    expect(await page.getByLabel('Join by code').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Join by code').fill('')
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  }
  expect(await button(page, 'Join pack').isDisabled()).toBe(true)
  await page.getByRole('heading', { name: 'You walk alone' }).waitFor()
  await close()
})

test('[PB5] settings that are changed here are there at once on one’s other devices, and kept', async () => {
  const [here, there] = [await openAs(7), await openAs(7)]
  for (const { page } of [here, there]) await page.getByRole('tab', { name: 'Settings' }).click()
  const chosen = (page: Page) => page.getByRole('group', { name: /^You / }).getByRole('radio', { checked: true })
  await here.page.getByRole('group', { name: /^You / }).getByRole('radio', { name: 'teal' }).check()
  await expect.poll(() => chosen(there.page).getAttribute('aria-label')).toBe('teal')
  const opacity = (page: Page) => page.getByRole('slider', { name: 'The island’s picture' })
  await opacity(there.page).focus()
  for (let press = 0; press < 3; press++) await there.page.keyboard.press('ArrowLeft')
  await expect.poll(() => opacity(here.page).inputValue()).toBe('0.7')
  await there.page.getByRole('switch', { name: /^Names/ }).click()
  const names = here.page.getByRole('switch', { name: /^Names/ })
  await expect.poll(() => names.getAttribute('aria-checked')).toBe('false')
  await here.page.getByText('Kept for all your devices').waitFor()
  await here.page.reload()
  await here.page.getByRole('tab', { name: 'Settings' }).click()
  await expect.poll(() => chosen(here.page).getAttribute('aria-label')).toBe('teal')
  noComplaints(here, there)
  await here.close()
  await there.close()
})

test('[PB6] a way is measured with its bearing, and a danger tells how near it is', async () => {
  const { page, complaints, close } = await openAs(8)
  await expect.poll(() => isDrawn(page, accountOf(8)), { timeout: 15_000 }).toBe(true)
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

test.each([360, 1440])(
  '[PB7] at %i px axe finds nothing serious in any panel, and nothing is cut off sideways',
  async (width) => {
    const { page, close } = await openAs(8, width)
    const inPack = () => code(page).count()
    await page.getByRole('tab', { name: 'Pack' }).click()
    await page.getByRole('tabpanel', { name: /^Pack/ }).waitFor()
    const check = async () => {
      await expectNoAxeFaults(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
    if ((await inPack()) === 0) {
      await page.getByLabel('Join by code').waitFor()
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

test('[PB8] on a telephone the sheet is drawn up to read and lowers itself to show, and what is pressed is large', async () => {
  const { page, close } = await openAs(8, 360)
  await expect.poll(() => isDrawn(page, accountOf(8)), { timeout: 15_000 }).toBe(true)
  const height = () => page.locator('section[data-height]').getAttribute('data-height')
  expect(await height()).toBe('low')
  await page.getByRole('tab', { name: 'Pack' }).click()
  await expect.poll(height).toBe('half')
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
  await expect.poll(height).toBe('low')
  await close()
})
