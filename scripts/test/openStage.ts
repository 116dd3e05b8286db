import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { Config } from '../../server/config.ts'
import { openWorld, type World } from '../../server/testing/world.ts'
import { openBrowser } from './browser.ts'

type Wanted = Partial<Config> | (() => Promise<Partial<Config>>)

/** What is there while tests run. */
export interface Stage {
  readonly world: World
  readonly browser: Browser
}

/** A world and a browser for the tests of a file: opened before them, closed after them however they end. */
export function openStage(wanted: Wanted = {}): Stage {
  let world: World | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    world = await openWorld(typeof wanted === 'function' ? await wanted() : wanted)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })
  const opened = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('The stage is there within tests and hooks only.')
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
