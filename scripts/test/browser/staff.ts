import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { type Config, readConfig } from '../../../server/config.ts'
import { demoPersonas } from '../../../server/game/simulator/personas.ts'
import type { TestApp } from '../../../server/testing/testApp.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import { type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { openSite, type Site, uiTimeoutMs } from './site.ts'

interface Opened {
  readonly role: Role
  /** Default: the map. */
  readonly path?: string
  readonly width?: number
  readonly stillness?: boolean
}

/** A page in a new browser, signed in. Closed after the test, even when it fails. */
export async function openStaff(
  { browser, world }: Site,
  { role, path = '/map?probe', width = 1280, stillness }: Opened,
) {
  const context = await browser.newContext({
    viewport: { width, height: 860 },
    reducedMotion: stillness ? 'reduce' : 'no-preference',
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  await signIn(context, world.address(), role)
  const page = await context.newPage()
  await page.goto(world.address() + path)
  await page.getByRole('button', { name: /^Account menu/ }).waitFor()
  return page
}

/** Without a page: loading one costs more than a second of CPU time. Tests of signing in press the buttons. */
async function signIn(context: BrowserContext, origin: string, role: Role) {
  const answer = await context.request.post(`${origin}/auth/demo`, { data: { role }, headers: { origin } })
  expect(answer.ok()).toBe(true)
}

export const waitForMarkers = (page: Page) =>
  page.waitForFunction(() => (window.__waterholeMap?.markers().length ?? 0) > 20)

/** Rows of the list of players with a dinosaur: a player who is choosing one comes last, and cannot be chosen. */
const rowsWithAnimal = (page: Page) => page.locator('tbody tr', { has: page.locator('button:enabled') })

/** One row of the list, and its player: the row stays this player's wherever the list moves it. */
export async function listedPlayer(page: Page, at: number) {
  const id = (await rowsWithAnimal(page).nth(at).getAttribute('data-id')) ?? ''
  const row = page.locator(`tbody tr[data-id="${id}"]`)
  const choose = row.getByRole('button').first()
  return { id, name: (await choose.textContent())?.trim() ?? '', row, choose }
}

/** Whether the page needs no sideways scrolling. After a change of the window's size the layout may take some frames to settle. */
export const isNotCutOff = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 120; frame += 1) {
      if (document.documentElement.scrollWidth <= document.documentElement.clientWidth) return true
      await new Promise(requestAnimationFrame)
    }
    return false
  })

/** Whether it is seen where it is: nothing else lies over its middle. */
export const isSeen = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

/** For a page: twice the size of a text, as a browser's settings give it. */
export const doubleText = () => {
  const style = new CSSStyleSheet()
  style.replaceSync('html { font-size: 200% !important; }')
  document.adoptedStyleSheets = [style]
}

interface StaffPage {
  readonly role: Role
  readonly path: string
  readonly of?: TestApp
  readonly width?: number
  readonly mood?: 'day' | 'night'
  /** Device px per CSS px. */
  readonly ratio?: number | undefined
  /** Runs in the page before its own scripts. */
  readonly first?: (() => void) | undefined
}

/** Slay and heal go over Source RCON alone, so that a test which spoils that link meets no other. */
export const overSourceAlone: Partial<Config> = {
  gameFiles: { ...readConfig({}).gameFiles, modBridgeVerbs: { slay: null, heal: null } },
}

/** A site for staff tests: signed-in pages, and players that no other test has used. */
export function openStaffSite(wanted?: Partial<Config>) {
  const site = openSite(wanted)
  const met = new Set<string>()

  /** A new browser, signed in as a demo user. Closed after the test. */
  async function openAs({ role, path, of = site.world, width = 1280, mood = 'day', ratio = 1, first }: StaffPage) {
    const context = await site.browser.newContext({
      viewport: { width, height: 860 },
      deviceScaleFactor: ratio,
      reducedMotion: 'reduce',
    })
    onTestFinished(() => context.close())
    context.setDefaultTimeout(uiTimeoutMs)
    await context.addInitScript((chosen) => localStorage.setItem('waterhole.mood', chosen), mood)
    if (first) await context.addInitScript(first)
    await signIn(context, of.address(), role)
    const page = await context.newPage()
    await page.goto(of.address() + path)
    await page.locator('[data-connection=live]').waitFor()
    return page
  }

  /** A living player that no other test has used, with a name of letters only that no other name holds. Waits for the game's roster. */
  async function victim(of = site.world): Promise<RosterEntry> {
    const fresh = () => living(of).filter(({ id, name }) => !met.has(id) && isOwnName(of, name))
    await expect.poll(() => fresh().length, { timeout: uiTimeoutMs }).toBeGreaterThan(0)
    const [one] = fresh()
    if (!one) throw new Error('Every player has been used by another test')
    met.add(one.id)
    return one
  }
  return { site, openAs, victim }
}

/** All living players, without those of demo users, because some of these are staff. */
function living(of: TestApp) {
  const { players } = of.hub().hub.read(roster, 'main')
  const isPersona = (id: string) => demoPersonas.some((persona) => persona.id === id)
  return Object.values(players).filter(({ id, animal }) => animal && !animal.dead && !isPersona(id))
}

/** Whether a name has letters only, and a search for it finds one player. */
function isOwnName(of: TestApp, name: string) {
  const { players } = of.hub().hub.read(roster, 'main')
  const found = Object.values(players).filter((one) => one.name.toLowerCase().includes(name.toLowerCase()))
  return /^[a-z]{4,16}$/i.test(name) && found.length === 1
}

export const mainButton = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

/** The card of a delivery whose label begins with this text. */
export const deliveryCard = (page: Page, order: string, state: string) =>
  page.getByRole('article', { name: order }).filter({ has: page.getByText(state, { exact: true }) })

/** Chooses a player from the list under a field by keyboard. */
export async function pick(page: Page, label: string, { id, name }: Pick<RosterEntry, 'id' | 'name'>) {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.fill(id)
  await page.getByRole('option').filter({ hasText: name }).first().waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
}

/** Presses a button that asks, and confirms. */
export async function pressAndConfirm(page: Page, name: string, act: string) {
  await mainButton(page, name).click()
  await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
}
