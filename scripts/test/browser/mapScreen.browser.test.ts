import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { expectNoAxeFaults, openSite, uiTimeoutMs } from './site.ts'
import { isNotCutOff, listedPlayer, waitForMarkers } from './staff.ts'

const site = openSite()
/** A busy machine is slow; only a fault meets this limit. */
const soon = { timeout: uiTimeoutMs }

interface Opened {
  readonly role?: 'player' | 'admin' | 'owner'
  readonly number?: number
  readonly path?: string
  readonly width?: number
  readonly height?: number
}

/** The map in a new browser, without motion; closed after the test. */
async function openMap({ role, number, path = '/map?probe', width = 1440, height = 900 }: Opened = {}) {
  const context = await site.browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    hasTouch: width < 720,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  const address = site.world.address()
  if (role) await context.request.post(`${address}/auth/demo`, { data: { role, number }, headers: { origin: address } })
  const page = await context.newPage()
  await page.goto(address + path)
  await page.locator('[data-connection=live]').waitFor()
  return page
}

const viewOf = (page: Page) => page.evaluate(() => window.__waterholeMap?.view())
const markers = (page: Page) => page.evaluate(() => window.__waterholeMap?.markers() ?? [])
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const map = (page: Page) => page.getByTestId('map')
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Where a place of the map is drawn, px of the window, once it is drawn in its present size: it grows when a drawer closes. */
async function pixelOf(page: Page, { x, y }: { readonly x: number; readonly y: number }) {
  await page.waitForFunction(() => {
    const { width = 0, height = 0 } = window.__waterholeMap?.view() ?? {}
    const { clientWidth = 0, clientHeight = 0 } = document.querySelector('[data-testid=map]') ?? {}
    return Math.hypot(width - clientWidth, height - clientHeight) < 1
  })
  const [view, box] = [await viewOf(page), await map(page).boundingBox()]
  if (!view || !box) throw new Error('There is no map')
  const scale = (view.zoom / 0.5) * ((view.fit?.side ?? Math.min(view.width, view.height)) / 4096)
  return { x: box.x + box.width / 2 + (x - view.x) * scale, y: box.y + box.height / 2 + (y - view.y) * scale }
}

/** Centres the map on a living player from the list and closes the drawer. @returns the player */
async function showOne(page: Page) {
  const { id, name, choose } = await listedPlayer(page, 12)
  await choose.click()
  await drawer(page, name).waitFor()
  return { id, name, choose }
}

test('[MV11] staff open the whole island, find it where they left it, and keep their layers', async () => {
  const page = await openMap({ role: 'admin' })
  await waitForMarkers(page)
  expect(await viewOf(page)).toMatchObject({ x: 2_048, zoom: 0.5 })
  await page.getByRole('heading', { name: /^\d+ online, \d+ on the map$/ }).waitFor()
  const { row } = await listedPlayer(page, 12)
  expect(await row.locator('td').last().textContent()).toMatch(/^[A-H][1-8], (near )?[A-Z]/)

  await button(page, 'Layers').click()
  const layers = page.getByRole('region', { name: 'Layers', exact: true })
  await layers.getByRole('switch', { name: /^Heat/ }).click()
  await layers.getByRole('switch', { name: /^Grid/ }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => layers.isVisible(), soon).toBe(false)
  await map(page).focus()
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowRight')
  const left = await viewOf(page)
  await page.reload()
  await waitForMarkers(page)
  const again = await viewOf(page)
  expect(again?.zoom).toBe(left?.zoom)
  expect(Math.abs((again?.x ?? 0) - (left?.x ?? 0))).toBeLessThan(1)
  await button(page, 'Layers').click()
  const isOn = (name: RegExp) => layers.getByRole('switch', { name }).getAttribute('aria-checked')
  expect([await isOn(/^Heat/), await isOn(/^Grid/), await isOn(/^Regions/)]).toEqual(['true', 'false', 'true'])
  await expectNoAxeFaults(page)
})

test('[MV12] an animal chosen by staff is the player drawer; its context menu acts, and no place pings', async () => {
  const page = await openMap({ role: 'admin' })
  await waitForMarkers(page)
  const { name, id, choose } = await showOne(page)
  await drawer(page, name).getByRole('button', { name: 'Kick', exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('player')).toBe(id)
  await page.keyboard.press('Escape')
  await expect.poll(() => drawer(page, name).count(), soon).toBe(0)

  // From the list by keyboard: the drawer opens, Escape leads back to the row.
  await choose.focus()
  await page.keyboard.press('Enter')
  await drawer(page, name).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => choose.evaluate((element) => element === document.activeElement), soon).toBe(true)

  // A place has no pings for staff without a pack.
  const box = await map(page).boundingBox()
  if (!box) throw new Error('There is no map')
  await page.mouse.click(box.x + 40, box.y + box.height - 200, { button: 'right' })
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem', { name: /^Copy position/ }).waitFor()
  expect(await menu.getByRole('menuitem', { name: /^Ping/ }).count()).toBe(0)
  await menu.getByRole('menuitem', { name: /^Copy position/ }).click()
  await page.getByText('Position copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^([A-H][1-8]|off the map), .+ \(\d+, \d+\)$/,
  )

  // The keyboard picks an animal; its menu opens the form of an action, harmful ones last.
  await map(page).focus()
  const card = page.locator('#chosen-dinosaur')
  for (let press = 0; press < 60 && (await card.count()) === 0; press++) await page.keyboard.press('n')
  await card.waitFor()
  const chosen = (await card.getByRole('heading').textContent())?.trim() ?? ''
  await page.keyboard.press('Shift+F10')
  // Nothing can be chosen before the role of the player is known.
  await menu.getByRole('menuitem', { name: 'Heal', exact: true }).waitFor()
  const items = (await menu.getByRole('menuitem').allTextContents()).map((item) => item.trim())
  expect(items.slice(0, 2)).toEqual([`Follow ${chosen}`, 'Open player'])
  expect(items.indexOf('Heal')).toBeLessThan(items.indexOf('Kick…'))
  expect(items.indexOf('Kick…')).toBeLessThan(items.indexOf('Ban…'))
  await menu.getByRole('menuitem', { name: 'Message…' }).click()
  await drawer(page, chosen).getByRole('textbox').waitFor()
  await expectNoAxeFaults(page)
})

test('[MV13] choosing on the map scrolls the list to the row, which nothing covers', async () => {
  const page = await openMap({ role: 'admin' })
  await waitForMarkers(page)
  const { name, id } = await showOne(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => drawer(page, name).count(), soon).toBe(0)
  await page.getByRole('region', { name: 'Table of players' }).evaluate((list) => {
    list.scrollTop = list.scrollHeight
  })
  await map(page).focus()
  for (let press = 0; press < 4; press++) await page.keyboard.press('+')
  const marker = (await markers(page)).find((one) => one.id === id)
  if (!marker) throw new Error('The chosen animal has no marker')
  const pixel = await pixelOf(page, marker)
  await page.mouse.click(pixel.x, pixel.y)
  // Several may lie there: then a list asks which.
  const [question, row] = [page.getByRole('menuitem', { name }), page.locator('tbody tr[data-chosen]')]
  await expect.poll(async () => (await question.count()) + (await row.count()), soon).toBeGreaterThan(0)
  if ((await question.count()) > 0) await question.first().click()
  await row.waitFor()
  const isUncovered = () =>
    row.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 4, top + height / 2))
    })
  await expect.poll(isUncovered, soon).toBe(true)
})

test('[MK30] on a phone the card of a chosen animal lies beside it, and the raised list shows its row', async () => {
  const page = await openMap({ role: 'admin', width: 360, height: 740 })
  await waitForMarkers(page)
  await map(page).focus()
  const card = page.locator('#chosen-dinosaur')
  for (let press = 0; press < 60 && (await card.count()) === 0; press++) await page.keyboard.press('n')
  await card.waitFor()
  const chosen = await page.evaluate(() => window.__waterholeMap?.chosen())
  const isBeside = async () => {
    const [marker] = (await markers(page)).filter(({ id }) => id === chosen)
    const [pixel, box] = [marker && (await pixelOf(page, marker)), await card.boundingBox()]
    if (!pixel || !box) return null
    return pixel.x < box.x || pixel.x > box.x + box.width || pixel.y < box.y || pixel.y > box.y + box.height
  }
  await expect.poll(isBeside, soon).toBe(true)
  await button(page, 'Raise the sheet').click()
  const row = page.locator('tbody tr[data-chosen]')
  const isInView = () =>
    row.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 24, top + height / 2))
    })
  await expect.poll(isInView, soon).toBe(true)
})

test('[MV14] one tool is lit at a time and clears the result of another; the controls have tooltips', async () => {
  const page = await openMap({ role: 'player', number: 2 })
  const lit = () =>
    page.getByRole('group', { name: 'Map tools' }).getByRole('button', { pressed: true }).allTextContents()
  const press = async (dx: number) => {
    const box = await map(page).boundingBox()
    if (box) await page.mouse.click(box.x + box.width / 2 + dx, box.y + box.height / 2)
  }
  await button(page, 'Measure').click()
  await press(40)
  await press(140)
  await expect.poll(lit, soon).toEqual(['Measure'])
  await button(page, 'Danger').click()
  expect(await lit()).toEqual(['Danger'])
  await press(60)
  await page.getByText(/You are .* away|Lethal to 200 m/).waitFor()
  expect(await lit()).toEqual(['Danger'])
  expect(await page.evaluate(() => window.__waterholeMap?.measured())).toBeNull()
  await button(page, 'Done').click()
  expect(await lit()).toEqual([])
  for (const name of ['Zoom in', 'Show the whole island', 'Layers', 'Follow me']) {
    await button(page, name).hover()
    await page.locator('[popover=manual]', { hasText: name }).first().waitFor()
  }
  await map(page).hover()
  await expect.poll(() => page.getByTestId('cursor-place').textContent(), soon).toMatch(/ · \d+, \d+$/)
})

test('[MV15] an invite link leads a guest through sign-in to the join dialog with the code', async () => {
  const leader = await openMap({ role: 'player', number: 3 })
  await button(leader, 'Create pack').click()
  const code = (await leader.getByRole('status', { name: 'Pack code' }).textContent()) ?? ''
  await leader.getByRole('button', { name: 'Copy invite link' }).click()
  const link = await leader.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${site.world.address()}/map?join=${code}`)

  const guest = await openMap({ path: `/map?join=${code}&probe` })
  const dialog = guest.getByRole('dialog', { name: 'Join a pack' })
  const steam = dialog.getByRole('link', { name: 'Sign in with Steam' })
  expect(await steam.getAttribute('href')).toBe(`/auth/steam?return=${encodeURIComponent(`/map?join=${code}`)}`)
  await expectNoAxeFaults(guest)
  await dialog.getByRole('button', { name: 'Demo player' }).click()
  await dialog.getByText(`the pack with the code ${code}`).waitFor()
  await dialog.getByRole('button', { name: 'Join pack' }).click()
  await guest.getByRole('list', { name: 'Members' }).getByText('Demo Player 3').waitFor()
  await expect.poll(() => dialog.count(), soon).toBe(0)
  expect(new URL(guest.url()).searchParams.has('join')).toBe(false)

  // The members see each other; a player's map opens on all of them.
  await expect.poll(async () => (await markers(guest)).length, soon).toBe(2)
  await leader.getByRole('button', { name: 'Disband pack' }).click()
  await leader.getByRole('dialog').getByRole('button', { name: 'Disband the pack' }).click()
  await guest.getByRole('heading', { name: "You're not in a pack" }).waitFor()
})

test('[RM11] on a phone the map of a guest opens on the whole island, and its controls lie above the island', async () => {
  const guest = await openMap({ path: '/map?probe', width: 360, height: 740 })
  await expect.poll(() => viewOf(guest), soon).toMatchObject({ x: 2048, zoom: 0.5 })
  const controls = await guest.getByRole('group', { name: 'Map view' }).boundingBox()
  const frame = await map(guest).boundingBox()
  const { y, fit } = (await viewOf(guest)) ?? {}
  const islandTop = (frame?.y ?? 0) + (frame?.height ?? 0) / 2 - ((y ?? 0) / 4_096) * (fit?.side ?? 0)
  expect((controls?.y ?? 0) + (controls?.height ?? 0)).toBeLessThanOrEqual(islandTop)
})

/** Pairs of controls, cards and messages over the map that overlap, and those that leave the window. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('main section [data-keep-clear], main section[aria-label] > fieldset')]
      .filter((element) => element.closest('[aria-label="Map of the island"]'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({ name: element.textContent?.slice(0, 30), box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && getComputedStyle(document.body).visibility !== 'hidden')
    return named.flatMap(({ name, box }, index) =>
      named
        .slice(index + 1)
        .filter(
          ({ name: other, box: b }) =>
            other !== name && box.left < b.right && b.left < box.right && box.top < b.bottom && b.top < box.bottom,
        )
        .map(({ name: other }) => `${name} / ${other}`),
    )
  })

test.each([
  [360, 740],
  [768, 1024],
  [1440, 900],
  [1920, 1080],
])(
  '[MV16] at %i px controls, messages and the card do not overlap, and the map is the largest part',
  async (width, height) => {
    const page = await openMap({ role: 'player', number: 4, width, height })
    await expect.poll(async () => (await markers(page)).length, soon).toBe(1)
    await page.getByTestId('map').focus()
    expect(await overlaps(page)).toEqual([])
    await button(page, 'Measure').click()
    await page.getByText('Choose the start on the map.').waitFor()
    expect(await overlaps(page)).toEqual([])
    expect(await isNotCutOff(page)).toBe(true)
    const [bar, frame] = [await page.locator('[data-frame=bar]').boundingBox(), await map(page).boundingBox()]
    expect(bar?.height).toBeLessThanOrEqual(width < 720 ? 48 : 56)
    expect(frame?.y).toBeLessThanOrEqual((bar?.height ?? 0) + 1)
    expect((frame?.width ?? 0) * (frame?.height ?? 0)).toBeGreaterThan(width * height * 0.4)
    await expectNoAxeFaults(page)
  },
)
