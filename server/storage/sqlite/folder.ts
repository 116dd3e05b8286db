import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { Damage, inUse } from './problem.ts'
import { unreachable } from './remedies.ts'

/**
 * Folders that this process has open. The lock on the database cannot tell: locks belong to the process, and worse, closing any
 * other handle on a locked file of the same process lets go of them. So within one process nobody may so much as look.
 */
const claimed = new Set<string>()

const makeFolder = (folder: string) => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
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
    'Name another data folder, or move what stands there away.',
    {
      cause,
    },
  )

/** The data folder, made if need be, ours alone within this process until it is released. @throws Damage, StoreInUse */
export const claimFolder = (wanted: string) => {
  makeFolder(wanted)
  if (!statSync(wanted).isDirectory()) throw notAFolder(wanted)
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
