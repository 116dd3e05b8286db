import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { accountMenu } from './guests.ts'
import { accountOf } from './players.ts'
import { uiTimeoutMs } from './site.ts'
import { doubleText, isNotCutOff, isSeen, openStaffSite } from './staff.ts'

const { openAs, site } = openStaffSite()

/** One dinosaur of a demo player is for sale on the market. */
async function stockMarket(number: number) {
  const seller = await site.world.visit('player', number)
  const park = async () => (await seller.command('inventory.park', { server: 'main' })).ok
  // Refused until the hub has read the game.
  await expect.poll(park, { timeout: uiTimeoutMs }).toBe(true)
  const stored = () =>
    Object.values(site.world.hub().hub.read(inventory, accountOf(number)).dinosaurs).find(
      ({ state }) => state === 'stored',
    )
  await expect.poll(stored, { timeout: uiTimeoutMs }).toBeDefined()
  const item = { kind: 'dinosaur', id: stored()?.id }
  expect(await seller.command('market.openListing', { item, price: 1_000, fee: 50 })).toMatchObject({ ok: true })
}

/** Texts of the page that lie over another text or under a control. */
const findCovered = (page: Page) =>
  page.evaluate(() => {
    /** What is seen of a rectangle inside an element: parts that scroll or clip cut it. */
    const seenPart = (rect: DOMRect, inside: Element | null) => {
      let [left, top, right, bottom] = [rect.left, rect.top, rect.right, rect.bottom]
      for (let part = inside; part !== null && part !== document.body; part = part.parentElement) {
        if (getComputedStyle(part).overflow === 'visible') continue
        const edges = part.getBoundingClientRect()
        left = Math.max(left, edges.left)
        top = Math.max(top, edges.top)
        right = Math.min(right, edges.right)
        bottom = Math.min(bottom, edges.bottom)
      }
      return { left, top, right, bottom }
    }
    const parts: { node: Node; words: string; rect: ReturnType<typeof seenPart> }[] = []
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const words = node.textContent?.trim() ?? ''
      if (words === '' || !node.parentElement?.checkVisibility() || node.parentElement.closest('.unseen, svg')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) parts.push({ node, words, rect: seenPart(rect, node.parentElement) })
    }
    const texts = [...parts]
    for (const control of document.querySelectorAll('main :is(button, a[class])')) {
      const rect = seenPart(control.getBoundingClientRect(), control.parentElement)
      if (control.checkVisibility()) parts.push({ node: control, words: 'a control', rect })
    }
    return texts.flatMap(({ node, words, rect }) =>
      parts
        .filter((other) => !other.node.contains(node) && !node.parentElement?.contains(other.node))
        .filter(({ rect: { left, right } }) => Math.min(rect.right, right) - Math.max(rect.left, left) > 3)
        .filter(({ rect: { top, bottom } }) => Math.min(rect.bottom, bottom) - Math.max(rect.top, top) > 8)
        .map((other) => `${words} / ${other.words}`),
    )
  })

test('[FQ2380] with texts of twice their size no text of a profile, a shop or the map lies over another or under a control', async () => {
  await stockMarket(5)
  const page = await openAs({ role: 'player', path: '/', width: 1280 })
  for (const [path, last] of [
    ['/profile', page.getByRole('link', { name: 'Link Discord' })],
    ['/shop', page.getByRole('button', { name: /^Buy Now/ }).first()],
    ['/market', page.getByRole('button', { name: /^Buy Now/ }).first()],
    ['/map', page.getByRole('button', { name: 'Danger' })],
  ] as const) {
    await page.goto(new URL(path, page.url()).href)
    await last.waitFor()
    await page.evaluate(doubleText)
    await expect.poll(() => findCovered(page), { message: path, timeout: uiTimeoutMs }).toEqual([])
  }
  const cut = () =>
    page
      .getByRole('navigation', { name: 'Main' })
      .evaluate((rail) =>
        [...rail.querySelectorAll('a')]
          .filter((place) => place.getBoundingClientRect().right > rail.getBoundingClientRect().right)
          .map((place) => place.textContent),
      )
  await expect.poll(cut, { timeout: uiTimeoutMs }).toEqual([])
})

test('[FQ2430] with texts of twice their size the head of a page fits a window of 768 px, and a window of 1280 px says how many are online', async () => {
  const page = await openAs({ role: 'owner', path: '/shop', width: 768 })
  const online = page.getByRole('banner').getByText('of 300 online')
  await online.waitFor()
  await page.getByRole('banner').locator('[data-currency=voidPearls] dd', { hasText: /\d/ }).waitFor()
  await page.evaluate(doubleText)
  expect(await isNotCutOff(page)).toBe(true)
  expect(await isSeen(accountMenu(page))).toBe(true)
  expect(await isSeen(online)).toBe(false)
  await page.setViewportSize({ width: 1280, height: 860 })
  await expect.poll(() => isSeen(online), { timeout: uiTimeoutMs }).toBe(true)
})

test('[FQ2431] with texts of twice their size the list beside the map shows names and places, and no head lies over another', async () => {
  const page = await openAs({ role: 'owner', path: '/map', width: 1280 })
  const row = page.locator('tbody tr', { has: page.locator('button:enabled') }).first()
  await row.waitFor()
  const species = page.locator('thead th[data-column=species]')
  expect(await species.isVisible()).toBe(true)
  await page.evaluate(doubleText)
  await expect.poll(() => species.isVisible(), { timeout: uiTimeoutMs }).toBe(false)
  await expect.poll(() => findCovered(page), { timeout: uiTimeoutMs }).toEqual([])
  expect(await row.getByRole('button').first().isVisible()).toBe(true)
})

test('[FQ2381] a window of 1280 px at 400% scrolls down alone, also for a user with millions', async () => {
  const page = await openAs({ role: 'player', path: '/shop', width: 320 })
  const owner = await site.world.visit('owner')
  const grant = { target: 'demo-player', amount: 999_000_000, currency: 'voidPearls' }
  expect(await owner.command('ledger.addCurrency', grant)).toMatchObject({ ok: true })
  await page.getByRole('banner').getByText('999m').waitFor()
  expect(await isNotCutOff(page)).toBe(true)
  // Beside a scroll bar.
  await page.setViewportSize({ width: 316, height: 200 })
  expect(await isNotCutOff(page)).toBe(true)
})

test('[FQ2382] in the head of the page the longest title of an event leaves its countdown in sight', async () => {
  const owner = await site.world.visit('owner')
  const wall = new Date(Date.now() + 50 * 60_000).toISOString().slice(0, 16)
  const fields = { type: 'Moonlight Hunt', title: 'Hunters of the valley '.repeat(3).slice(0, 60).trim() }
  const input = { fields, zone: 'UTC', when: { wall } }
  expect(await owner.command('events.schedule', input)).toMatchObject({ ok: true })
  const page = await openAs({ role: 'player', path: '/shop', width: 1440 })
  const countdown = page.getByRole('banner').getByRole('timer')
  await countdown.waitFor()
  expect(await isSeen(countdown)).toBe(true)
})

/** Whether a text is too long for its place, and its first letter is seen. */
const beginsInSight = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() ?? element
    range.setStart(words, 0)
    range.setEnd(words, 1)
    const [letter, place] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
    return {
      isCut: element.scrollWidth > element.clientWidth,
      isSeen: letter.left >= place.left - 1 && letter.right <= place.right + 1,
    }
  })

test('[FQ2386] a name from right to left that is too long for its place is cut at its end', async () => {
  const { world, browser } = site
  const name = 'ציידי הדינוזאורים הגדולים של האי הרחוק והיפה ביותר'
  const [player] = world.simulator().world.online()
  Object.assign(player ?? {}, { name })
  const owner = await world.visitAs({ account: 'dana', name, role: 'owner' })
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  const [key = '', value = ''] = owner.cookie().split('=')
  await context.addCookies([{ name: key, value, url: world.address() }])
  const page = await context.newPage()
  await page.goto(`${world.address()}/map`)
  const cut = { isCut: true, isSeen: true }
  for (const text of [page.getByRole('banner').getByText(name), page.locator('tbody').getByText(name)])
    await expect.poll(() => beginsInSight(text), { timeout: uiTimeoutMs }).toEqual(cut)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${world.address()}/players`)
  const row = page.getByRole('grid').getByTitle(name)
  await expect.poll(() => beginsInSight(row), { timeout: uiTimeoutMs }).toEqual(cut)
})

/** The colour of a drawn element at a place, in px from its upper left corner, or from its right edge if negative; by default in its middle. */
async function colourOf(element: Locator, at: { readonly x?: number; readonly y?: number } = {}) {
  const picture = (await element.screenshot()).toString('base64')
  return element.page().evaluate(
    async ({ picture, x, y }) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
      const drawn = await createImageBitmap(new Blob([bytes]))
      const { width, height } = drawn
      const canvas = new OffscreenCanvas(width, height).getContext('2d')
      canvas?.drawImage(drawn, 0, 0)
      const column = x === undefined ? Math.floor(width / 2) : x < 0 ? width + x : x
      return canvas?.getImageData(column, y ?? Math.floor(height / 2), 1, 1).data.join(' ')
    },
    { picture, ...at },
  )
}

/** Whether a bar that is neither full nor empty has different colours at its ends. */
const isFilled = async (bar: Locator) => (await colourOf(bar, { x: 3 })) !== (await colourOf(bar, { x: -4 }))

test("[FQ2383] with the system's own colours bars show how full they are, and the replay its moment", async () => {
  const page = await openAs({ role: 'owner', path: '/ui' })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  expect(await isFilled(page.getByRole('progressbar', { name: 'Growth' }))).toBe(true)

  await page.goto(new URL('/profile', page.url()).href)
  const thirst = page.getByRole('main').locator('dl > div', { hasText: /^Thirst/ })
  expect(await isFilled(thirst.locator('dd > span').first())).toBe(true)

  await page.goto(new URL('/games', page.url()).href)
  const levels = page.getByRole('main').locator('[data-difficulty] i')
  const lit = await colourOf(levels.and(page.locator('[data-on]')).first())
  expect(await colourOf(levels.and(page.locator(':not([data-on])')).first())).not.toBe(lit)

  await page.goto(new URL('/replay', page.url()).href)
  const moment = page.getByRole('slider')
  const thumb = await moment.locator('span').evaluate((element) => (element as HTMLElement).offsetLeft)
  const beside = await colourOf(moment, { x: thumb - 20, y: 1 })
  expect(await colourOf(moment, { x: thumb, y: 1 })).not.toBe(beside)
})
