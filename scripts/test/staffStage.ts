import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Config } from '../../server/config.ts'
import { demoPersonas } from '../../server/game/simulator/personas.ts'
import type { World } from '../../server/testing/world.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import { type RosterEntry, roster } from '../../shared/features/roster/roster.ts'
import { openStage } from './openStage.ts'

interface Opened {
  readonly role: Role
  readonly path: string
  readonly of?: World
  readonly width?: number
  readonly mood?: 'day' | 'night'
}

/** A stage on which staff work: pages that are signed in, and players whom they have not met. */
export function openStaffStage(wanted?: Partial<Config>) {
  const stage = openStage(wanted)
  const met = new Set<string>()

  /** A browser of its own, signed in as one of the demo's people. Closed when the test is over. */
  async function openAs({ role, path, of = stage.world, width = 1280, mood = 'day' }: Opened) {
    const context = await stage.browser.newContext({ viewport: { width, height: 860 }, reducedMotion: 'reduce' })
    onTestFinished(() => context.close())
    await context.addInitScript((chosen) => localStorage.setItem('waterhole.mood', chosen), mood)
    const headers = { origin: of.address() }
    const answer = await context.request.post(`${of.address()}/auth/demo`, { data: { role }, headers })
    expect(answer.ok()).toBe(true)
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(of.address() + path)
    await page.locator('[data-connection=live]').waitFor()
    return page
  }

  /** Somebody whom no other test has met, alive and with a name of letters alone, once the game has told who is there. */
  async function victim(of = stage.world): Promise<RosterEntry> {
    const fresh = () => living(of).filter(({ id, name }) => /^[a-z]{4,16}$/i.test(name) && !met.has(id))
    await expect.poll(() => fresh().length, { timeout: 20_000 }).toBeGreaterThan(0)
    const [one] = fresh()
    if (!one) throw new Error('Everybody has been met')
    met.add(one.id)
    return one
  }
  return { stage, openAs, victim }
}

/** Everyone in the game whose animal lives, without those whom people of the demo play: some of them are staff. */
function living(of: World) {
  const { players } = of.hub().hub.read(roster, 'main')
  const isPersona = (id: string) => demoPersonas.some((persona) => persona.id === id)
  return Object.values(players).filter(({ id, animal }) => animal && !animal.dead && !isPersona(id))
}

export const mainButton = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

/** The strip of a command: an order begins with these words. */
export const strip = (page: Page, order: string, state: string) =>
  page.getByRole('article', { name: order }).filter({ has: page.getByText(state, { exact: true }) })

/** Chooses somebody from the list under a field, by the keyboard. */
export async function pick(page: Page, label: string, { id, name }: Pick<RosterEntry, 'id' | 'name'>) {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.fill(id)
  await page.getByRole('option').filter({ hasText: name }).first().waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
}

/** Presses what asks, and says yes. */
export async function pressAndAffirm(page: Page, name: string, act: string) {
  await mainButton(page, name).click()
  await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
}
