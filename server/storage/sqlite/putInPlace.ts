import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from 'node:fs'

/** A link is refused when the name is taken: of two that begin at once in a new folder, one makes the store. False for the other. */
export const putInPlace = (built: string, place: string): boolean => {
  try {
    linkSync(built, place)
    return true
  } catch (error) {
    if (existsSync(place)) return false
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(String(code))) throw error
    // Some network file systems know no links.
    renameSync(built, place)
    return true
  }
}

/** The new name itself must survive a power cut, not only the file. */
export const syncFolder = (folder: string) => {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
