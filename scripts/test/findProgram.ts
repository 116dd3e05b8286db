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

/** The browser of the tests: what CHROMIUM names, or else the system's. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM
  if (named) return canRun(named) ? named : undefined
  return findProgram('chromium', 'chromium-browser', 'google-chrome')
}
