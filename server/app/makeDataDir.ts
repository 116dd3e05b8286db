import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../config.ts'
import { tightenDataDir } from '../storage/tightenDataDir.ts'

/**
 * Makes the data folder, one level after the other: Node's own way of making many at once never returns where a file
 * system as /proc refuses one of them. @throws ConfigError that names what stands in the way
 */
export function makeDataDir(path: string) {
  const refuse = (why: string): never => {
    throw new ConfigError(`DATA_DIR holds "${path}"; ${why}. Set DATA_DIR to a folder that the hub may write in.`)
  }
  const make = (folder: string) => {
    const standing = found(folder)
    if (standing?.isDirectory()) return
    if (standing) refuse(`${folder} is not a folder`)
    if (dirname(folder) !== folder) make(dirname(folder))
    try {
      // It holds who everybody is, and where they were: only the hub's user may look.
      mkdirSync(folder, { mode: 0o700 })
    } catch (error) {
      refuse(`${folder} cannot be made there (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  make(path)
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    refuse('it may not be read and written')
  }
  tightenDataDir(path)
}

function found(folder: string) {
  try {
    return statSync(folder, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
