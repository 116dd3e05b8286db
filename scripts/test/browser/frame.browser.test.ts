// One file because every test is about the frame around all pages, and one hub serves them.
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import { accountMenu, openAsGuest } from './guests.ts'
import { expectNoAxeFaults, fetchAhead, loseHub, uiTimeoutMs } from './site.ts'
import { isNotCutOff, openStaffSite } from './staff.ts'

const { site, openAs, victim } = openStaffSite()

const trade = ['Market', 'Skin Designer']
const looking = ['Home', 'Live Map', 'Profile']
const community = ['Events', 'Games', 'Leaderboards', 'Information']
const own = ['Inventory', 'Dinosaur selection', 'Friends']
const playing = [...looking, ...own, 'Shop', 'Player shop', 'Redeem', ...trade, ...community]
const staff = ['Players', 'Admin', 'Admin controls']
const admin = [...staff, 'Console', 'Replay', 'Timeline', 'Game log', 'Audit']
const placesOf: Readonly<Record<Role | 'guest', readonly string[]>> = {
  guest: [...looking, 'Shop', 'Redeem', ...trade, ...community],
  player: playing,
  moderator: [...playing, ...staff, 'Timeline', 'Game log'],
  admin: [...playing, ...admin],
  owner: [
    ...playing,
    ...admin,
    'Owner panel',
    'Owner Admin',
    'Connections',
    'Catalogue',
    'Staff and roles',
    'Map calibration',
  ],
}

const openPage = async (who: Role | 'guest', path: string, width?: number) =>
  who === 'guest'
    ? (await openAsGuest(site, { path, ...(width ? { width } : {}) })).page
    : openAs({ role: who, path, ...(width ? { width } : {}) })

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const healthSign = (page: Page) => page.getByTestId('connection')

/** The size of all code that the page has loaded, or until its first screen was shown, compressed. */
async function scriptBytes(page: Page, until: 'now' | 'firstShown') {
  const loaded = await page.evaluate((isWhole) => {
    const shownAt = performance.getEntriesByName('waterhole.firstShown')[0]?.startTime ?? Number.POSITIVE_INFINITY
    return performance
      .getEntriesByType('resource')
      .flatMap(({ name, startTime }) => (isWhole || startTime < shownAt ? [name] : []))
  }, until === 'now')
  const scripts = loaded.filter((name) => name.endsWith('.js'))
  const bodies = await Promise.all(scripts.map(async (name) => (await page.request.get(name)).body()))
  expect(bodies.length).toBeGreaterThan(1)
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
}

/** The texts of the controls that a press at either end would miss, after they were scrolled to: staff have more places than a rail is high. */
function outOfSight(elements: readonly Element[]) {
  const isMissed = (element: Element) => {
    element.scrollIntoView({ block: 'nearest' })
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const meets = (x: number) => element.contains(document.elementFromPoint(x, (top + bottom) / 2))
    return !(meets(left + 2) && meets(right - 2))
  }
  return elements.filter(isMissed).map((element) => element.textContent)
}

test.each(Object.keys(placesOf) as (keyof typeof placesOf)[])(
  '[FQ21] %s can open each of their places at 360, 768, 1440 and 1920 px, under one head',
  async (who) => {
    const page = await openPage(who, '/map')
    for (const width of [1920, 1440, 768]) {
      await page.setViewportSize({ width, height: 900 })
      const links = main(page).getByRole('link')
      await expect.poll(() => links.allTextContents(), { message: `${width} px` }).toEqual(placesOf[who])
      expect(await links.evaluateAll(outOfSight), `${width} px`).toEqual([])
      expect(await isNotCutOff(page), `${width} px`).toBe(true)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    const bar = main(page)
    await bar.getByRole('button', { name: 'More' }).waitFor()
    expect(await bar.getByRole('link').allTextContents()).toEqual(['Map', 'Dinosaur', 'Shop', 'Events'])
    expect(await bar.locator('a, button').evaluateAll(outOfSight)).toEqual([])
    expect(await page.getByRole('banner').evaluate((head) => head.getBoundingClientRect().height)).toBe(48)
    // Nothing of the frame is between the head and the map.
    expect((await page.getByTestId('map').boundingBox())?.y).toBeLessThanOrEqual(48)
    expect(await isNotCutOff(page)).toBe(true)
    await bar.getByRole('button', { name: 'More' }).click()
    const sheet = page.getByRole('dialog', { name: 'More' })
    await expect.poll(() => sheet.getByRole('link').allTextContents()).toEqual(placesOf[who])
    await sheet.getByRole('link', { name: 'Profile' }).click()
    await page.waitForURL('**/profile')
    await expect.poll(() => sheet.count(), { timeout: uiTimeoutMs }).toBe(0)
  },
)

test('[FQ22] head, account menu, health details and places pass axe in all four themes, at 1440 and at 360 px', async () => {
  const page = await openAs({ role: 'owner', path: '/games', width: 1440 })
  for (const theme of ['Dawn', 'Day', 'Dusk', 'Night']) {
    await accountMenu(page).click()
    await page
      .getByRole('region', { name: 'Account', exact: true })
      .getByRole('radio', { name: new RegExp(`^${theme}`) })
      .click({ force: true })
    await page.locator(`html[data-theme=${theme.toLowerCase()}]`).waitFor()
    await expectNoAxeFaults(page)
    await page.keyboard.press('Escape')
    await healthSign(page).getByRole('button').click()
    await page.getByRole('region', { name: 'Connection' }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoAxeFaults(page)
    await page.keyboard.press('Escape')
    await main(page).getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog', { name: 'More' }).waitFor()
    await expectNoAxeFaults(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('[FQ23] by keyboard: the first stop skips the frame, another page begins at its title, menus give the focus back', async () => {
  const page = await openAs({ role: 'owner', path: '/', width: 1440 })
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to the page')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await main(page).getByRole('link', { name: 'Home' }).focus()
  for (let step = 0; step < playing.indexOf('Shop'); step += 1) await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('Shop')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/shop')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), { timeout: uiTimeoutMs }).toBe('H1')
  await page.getByRole('button', { name: 'Buy Now: Triceratops' }).waitFor()
  await expectNoAxeFaults(page)
  await accountMenu(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Account', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => accountMenu(page).evaluate((button) => button === document.activeElement)).toBe(true)
  const fold = page.getByRole('button', { name: 'Collapse the menu' })
  await fold.focus()
  await page.keyboard.press('Enter')
  await page.reload()
  await page.getByRole('button', { name: 'Expand the menu' }).waitFor()
  await main(page).getByRole('link', { name: 'Audit' }).focus()
  await page.getByText('Audit', { exact: true }).first().waitFor()
})

test('[FQ35] the rail and the menu of a phone show the current place, the page stays at its top, and Tab begins there', async () => {
  const page = await openAs({ role: 'owner', path: '/connections', width: 1440 })
  const place = page.getByRole('link', { name: 'Connections', exact: true })
  const isShown = () =>
    place.evaluate((link) =>
      link.contains(
        document.elementFromPoint(link.getBoundingClientRect().x + 20, link.getBoundingClientRect().y + 10),
      ),
    )
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(isShown, { timeout: uiTimeoutMs }).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Skip to the page')
  await page.setViewportSize({ width: 360, height: 640 })
  await main(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'More' }).waitFor()
  await expect.poll(isShown, { timeout: uiTimeoutMs }).toBe(true)
})

test('[FQ24] pages open while the hub is away: those fetched before at once, others as soon as it is back; the first page loads at most 150 kB of code', async () => {
  const page = await openAs({ role: 'admin', path: '/games' })
  await fetchAhead(page)
  await page.reload()
  const hasFetched = (name: string) =>
    page.evaluate(
      (wanted) => performance.getEntriesByType('resource').some((each) => each.name.includes(`/${wanted}-`)),
      name,
    )
  await expect.poll(() => hasFetched('AuditScreen'), { timeout: uiTimeoutMs }).toBe(true)
  await expect.poll(() => hasFetched('FixturesScreen'), { timeout: uiTimeoutMs }).toBe(true)
  await loseHub(site, page)
  await main(page).getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
  await page.getByText("Can't reach the hub. Retrying…").first().waitFor()
  expect(await page.getByText('Something went wrong').count()).toBe(0)

  const context = await site.browser.newContext({ viewport: { width: 1280, height: 860 } })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  const saver = await context.newPage()
  await saver.goto(`${site.world.address()}/`)
  await saver.locator('[data-connection=live]').waitFor()
  await saver.getByRole('heading', { level: 1 }).waitFor()
  // The area of events is fetched when the page is idle: a browser would keep its failure.
  await saver.getByRole('link', { name: 'All events' }).waitFor()
  expect(await scriptBytes(saver, 'firstShown')).toBeLessThanOrEqual(142_000)
  expect(await scriptBytes(saver, 'now')).toBeLessThanOrEqual(150_000)
  const giveBack = await loseHub(site, saver)
  await main(saver).getByRole('link', { name: 'Profile' }).click()
  await saver.getByRole('main').getByText("Can't reach the hub. Retrying…").waitFor()
  await giveBack()
  await saver
    .getByText('Sign in to see your profile')
    .or(saver.getByRole('link', { name: 'Sign in with Steam' }))
    .first()
    .waitFor()

  // The network fails for one screen only. A browser keeps the failure, so the page reloads at the new address.
  let isCut = true
  await saver.route(/MapScreen-/, (route) => (isCut ? route.abort() : route.continue()))
  saver.on('request', (request) => {
    if (request.resourceType() === 'fetch') isCut = false
  })
  await main(saver).getByRole('link', { name: 'Live Map' }).click()
  await saver.getByTestId('map').waitFor()
  expect(isCut).toBe(false)
})

test('[FQ2571] the page of games, which is made of many parts, loads at most fifty files of code and styles', async () => {
  const page = await openAs({ role: 'owner', path: '/games' })
  await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const files = loaded.filter((name) => /\.(js|css)$/.test(name))
  expect(files.length).toBeGreaterThan(5)
  expect(files.length).toBeLessThanOrEqual(50)
})

test('[FQ32] the rail shows the place where the user is, also far down its list', async () => {
  const page = await openAs({ role: 'owner', path: '/catalogue', width: 1440 })
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.reload()
  const isInView = (name: string) =>
    main(page)
      .getByRole('link', { name, exact: true })
      .evaluate((link) => {
        const { left, top, bottom } = link.getBoundingClientRect()
        return [top + 2, bottom - 2].every((y) => link.contains(document.elementFromPoint(left + 20, y)))
      })
  await expect.poll(() => isInView('Catalogue'), { timeout: uiTimeoutMs }).toBe(true)
  expect(await isInView('Home')).toBe(false)
  await page.getByRole('link', { name: 'Waterhole' }).click()
  await expect.poll(() => isInView('Home'), { timeout: uiTimeoutMs }).toBe(true)
})

test('[FQ25] game link cut, then the hub away as well: at no time do two signs on the page contradict each other', async () => {
  const page = await openAs({ role: 'admin', path: '/map' })
  await healthSign(page).getByText('Live', { exact: true }).waitFor()
  const { id } = await victim()
  await site.world.simulator().faults.cut()
  onTestFinished(() => site.world.simulator().faults.restore())
  await healthSign(page).getByText('Game link down').waitFor()
  await page
    .getByTestId('link-warning')
    .getByText(/^Game link down for/)
    .waitFor()
  expect(await page.getByText(/^(Live|Online)$/).count()).toBe(0)
  await main(page).getByRole('link', { name: 'Admin controls' }).click()
  await page
    .getByText(
      'The game link is down. Commands wait 30 seconds for it. After that, they are no longer sent automatically.',
    )
    .waitFor()
  await page.goto(`${site.world.address()}/players?player=${id}`)
  await page.getByRole('region', { name: 'Actions' }).getByText('The game link is down.').first().waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  const giveBack = await loseHub(site, page)
  await healthSign(page)
    .getByText(/^Reconnecting…|^Can't reach the hub/)
    .first()
    .waitFor()
  expect(await page.getByText(/^Live$|game link (is )?down/i).count()).toBe(0)
  // On a telephone the sign covers no other control of the head.
  await page.setViewportSize({ width: 360, height: 740 })
  await main(page).getByRole('button', { name: 'More' }).waitFor()
  expect(await page.getByRole('banner').locator('a, button').evaluateAll(outOfSight)).toEqual([])
  expect(await isNotCutOff(page)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 860 })
  await giveBack()
  await healthSign(page).getByText('Game link down').waitFor()
  await site.world.simulator().faults.restore()
  await healthSign(page).getByText('Live', { exact: true }).waitFor()
  expect(await page.getByTestId('commands-wait').count()).toBe(0)
})

test('[FQ300] on a phone a page that is scrolled keeps what is seen in place while the hub is lost and when it is back', async () => {
  const page = await openAs({ role: 'player', path: '/shop', width: 360 })
  const buy = page.getByRole('button', { name: /^Buy/ }).nth(2)
  await buy.waitFor()
  await buy.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  const top = () => buy.evaluate((button) => Math.round(button.getBoundingClientRect().top))
  const before = await top()
  const giveBack = await loseHub(site, page)
  await page.getByTestId('stale').waitFor()
  expect(await top()).toBe(before)
  await giveBack()
  await page.getByTestId('stale').waitFor({ state: 'detached' })
  expect(await top()).toBe(before)
})

test('[FQ26] a guest at a page of staff reads what opens it, and signs in there', async () => {
  const { page } = await openAsGuest(site, { path: '/admin', width: 360 })
  await page.getByRole('main').getByText('Sign in to open this page.').waitFor()
  const steam = page.getByRole('main').getByRole('link', { name: 'Sign in with Steam' })
  expect(await steam.getAttribute('href')).toBe('/auth/steam?return=%2Fadmin')
  await page.getByRole('main').getByRole('button', { name: 'Demo player' }).click()
  await page.getByRole('main').getByText('You need “See pending commands” to open this page.').waitFor()
  await expectNoAxeFaults(page)
})

test('[FQ34] a page that wakes while it connects sends one request to connect: it is live with the status of the server, and shows no notice', async () => {
  const context = await site.browser.newContext()
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  await context.addInitScript(() => {
    const { send } = WebSocket.prototype
    let hasWoken = false
    WebSocket.prototype.send = function (data) {
      send.call(this, data)
      // A request to connect: the browser says that the network is back before the hub answers.
      if (hasWoken || typeof data !== 'string' || !data.startsWith('40')) return
      hasWoken = true
      window.dispatchEvent(new Event('online'))
    }
  })
  const page = await context.newPage()
  const requests: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => requests.push(...(/^40.*/.exec(String(payload)) ?? []))),
  )
  await page.goto(`${site.world.address()}/`)
  await page.locator('[data-connection=live]').waitFor()
  await page.getByText(/of \d+ online/).waitFor()
  expect(requests).toHaveLength(1)
  expect(await page.getByText('was not in the right format').count()).toBe(0)
})
