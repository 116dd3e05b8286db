import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Config } from '../../../server/config.ts'
import { openTestApp, type TestApp } from '../../../server/testing/testApp.ts'
import { findTestBrowser } from '../machinePrograms.ts'

// By default the browser asks its maker's servers for updates at every start; the tests must reach nothing but the hub.
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** How long a test waits for a page, ms: only a fault meets this limit, even on a slow and busy machine. */
export const uiTimeoutMs = 240_000

/** Chromium refuses its sandbox when root starts it. */
const flags = (): string[] => (process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET)

/** A headless Chromium with a new, empty profile. The caller closes it. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findTestBrowser()
  if (executablePath === undefined) {
    throw new Error(
      process.env.CHROMIUM
        ? `CHROMIUM names ${process.env.CHROMIUM}, which cannot be run as a program.`
        : 'There is no Chromium here: install it (Debian: apt-get install chromium-headless-shell) or name its program in CHROMIUM.',
    )
  }
  return chromium.launch({ executablePath, args: flags() })
}

/** Whether pages that are opened from now on think that their user saves data. */
const setSaving = (context: BrowserContext, saveData: boolean) =>
  context.addInitScript(
    (connection) => Object.defineProperty(navigator, 'connection', { value: connection, configurable: true }),
    { saveData },
  )

/**
 * A browser whose users save data: a page then loads the screens that a test opens, and not all others ahead, which would be a tenth to a third of
 * the work of the browser tests.
 */
export async function openSavingBrowser(): Promise<Browser> {
  const browser = await openBrowser()
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open(options)
    await setSaving(context, true)
    return context
  }
  return browser
}

/** Pages that are opened from now on fetch all screens ahead. */
export const fetchAhead = (page: Page) => setSaving(page.context(), false)

/**
 * The simulated game of a browser test stands still, so that what a test has read is there when it presses, and no player leaves.
 * A test of movement sets `isFrozen` itself, here or in the running world.
 */
export const stillGame: Config['simulator'] = { players: 40, seed: 7, isFrozen: true }

type Wanted = Partial<Config> | (() => Promise<Partial<Config>>)

/** A running test app and a browser. */
export interface Site {
  readonly world: TestApp
  readonly browser: Browser
}

/** A test app and a browser for the tests of a file: opened before them and closed after them. */
export function openSite(wanted: Wanted = {}): Site {
  let world: TestApp | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    const config = typeof wanted === 'function' ? await wanted() : wanted
    world = await openTestApp({ simulator: stillGame, ...config })
    browser = await openSavingBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })
  const opened = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('The site exists within tests and hooks only.')
    return one
  }
  return {
    get world() {
      return opened(world)
    },
    get browser() {
      return opened(browser)
    },
  }
}

const isAway = (page: Page) => page.locator('[data-connection=reconnecting], [data-connection=stale]')

/**
 * Takes the hub away from these pages. Ends when each says that it is away. A page keeps what it shows, so the caller has waited
 * for its content: a page without any says that it opens later, and has no age.
 * @returns gives the hub back
 */
export async function loseHub({ world }: Pick<Site, 'world'>, ...pages: readonly Page[]) {
  for (const page of pages) await page.locator('[data-connection=live]').waitFor()
  const profiles = [...new Set(pages.map((page) => page.context()))]
  for (const profile of profiles) await profile.setOffline(true)
  for (const page of pages) {
    // Offline refuses new sockets alone. One that was being made at that time is open by now, or will be.
    const disconnected = async () => {
      world.hub().gateway.reauthorize(() => {
        throw new Error('let this one go')
      })
      return isAway(page).count()
    }
    await expect.poll(disconnected, { timeout: uiTimeoutMs }).toBe(1)
  }
  return async () => {
    for (const profile of profiles) await profile.setOffline(false)
  }
}

const GRAVE = ['serious', 'critical']

type Fault = {
  readonly id: string
  readonly impact: string | null
  readonly help: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

const describe = ({ id, impact, help, nodes }: Fault): string => {
  const places = nodes.map(({ target, failureSummary = '' }) => `  at ${target.join(' ')}: ${failureSummary}`)
  return [`${impact}: ${help} (${id})`, ...places].join('\n')
}

/** Rules whose findings are at most moderate would be a fifth of the work, or two fifths on a large page, and nothing of them is reported. */
const judging = `axe.run(document, {
  resultTypes: ['violations'],
  rules: Object.fromEntries(
    axe._audit.rules.filter(({ impact }) => ['minor', 'moderate'].includes(impact)).map(({ id }) => [id, { enabled: false }]),
  ),
}).then(({ violations }) => violations)`

/** The serious and critical findings of axe on the current page, as sentences. */
export async function findAxeFaults(page: Page): Promise<string[]> {
  // Evaluated through the debugger, because the page's content policy refuses a script tag. It stays until the page is loaded again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate<Fault[]>(judging)
  return violations.filter(({ impact }) => GRAVE.includes(impact ?? '')).map(describe)
}

/** @throws Error that names rule, place and reason if axe finds anything serious or critical on the current page */
export async function expectNoAxeFaults(page: Page): Promise<void> {
  const faults = await findAxeFaults(page)
  if (faults.length > 0) throw new Error(`axe finds ${faults.length} on ${page.url()}:\n${faults.join('\n')}`)
}
