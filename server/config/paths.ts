import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'

/** The absolute path. In .env no shell makes the home folder of a `~`; a folder that is really called so is used as it is. */
export function pathOf(given: string): string {
  const asWritten = resolve(given)
  if (!/^~([\\/]|$)/.test(given) || existsSync(asWritten)) return asWritten
  return resolve(homedir(), given.slice(2))
}
