import { accessSync, constants, realpathSync } from 'node:fs'
import { makeFolder } from '../../engine/makeFolder.ts'
import { Damage, inUse, unreachable } from './problems.ts'

/**
 * Folders that this process has open. The lock on the database does not detect them: locks belong to the process, and closing any other
 * handle on a locked file within the same process releases its locks. So no other code of the process may even read the file.
 */
const claimed = new Set<string>()

/** Claims the data folder for one store of this process, and creates it if necessary. @throws Damage, StoreInUse */
export const claimFolder = (wanted: string) => {
  makeDataFolder(wanted)
  const folder = realpathSync(wanted)
  if (claimed.has(folder)) throw inUse(folder)
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw unreachable(folder, 'may not be read and written.')
  }
  claimed.add(folder)
  return { folder, release: () => void claimed.delete(folder) }
}

const makeDataFolder = (folder: string) => {
  try {
    makeFolder(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EEXIST' || code === 'ENOTDIR') throw notAFolder(folder, error)
    throw unreachable(folder, `cannot be made (${code}).`)
  }
}

const notAFolder = (folder: string, cause?: unknown) =>
  new Damage(
    folder,
    'is not a folder, or lies in something that is not.',
    'Name another data folder, or move what is there away.',
    { cause },
  )
