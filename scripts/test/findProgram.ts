import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Where the first of these programs is found on the machine's path. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find(canRun)
}

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome']
/** Chromium's engine without the window around it: the same pages for half of the work. */
const SHELL = ['chromium-headless-shell']

/** What CHROMIUM names counts alone, even if it is no program; or else the first of these that the system has. */
function findBrowser(...names: readonly string[]): string | undefined {
  const named = process.env.CHROMIUM
  if (named) return canRun(named) ? named : undefined
  return findProgram(...names)
}

/** A whole Chromium. */
export const findChromium = (): string | undefined => findBrowser(...CHROMIUM)

/** The browser of the tests: rather without a window. */
export const findTestBrowser = (): string | undefined => findBrowser(...SHELL, ...CHROMIUM)

/** Whether the browser of the tests is as quick as can be had, or as somebody chose. */
export const isTestBrowserQuick = (): boolean => findBrowser(...SHELL) !== undefined
