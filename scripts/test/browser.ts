import { type Browser, chromium } from 'playwright-core'
import { findTestBrowser } from './findProgram.ts'

// A browser left to itself asks its maker's servers for updates at every start; the tests talk to nobody but the hub.
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium refuses to sandbox what root starts. */
const flags = (): string[] => (process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET)

/** A headless Chromium with a new, empty profile. Whoever opens it closes it. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findTestBrowser()
  if (executablePath === undefined) {
    throw new Error(
      process.env.CHROMIUM
        ? `CHROMIUM names ${process.env.CHROMIUM}, which is no program that can be run.`
        : 'There is no Chromium here: install it (Debian: apt-get install chromium-headless-shell) or name its program in CHROMIUM.',
    )
  }
  return chromium.launch({ executablePath, args: flags() })
}
