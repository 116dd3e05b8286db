import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, one level after the other: the recursive mode of Node's mkdir never returns when a file system as /proc refuses one of the
 * levels.
 * @param path absolute @param mode the default is for personal data: only the user that runs this program may read them
 * @throws the error of the system, with the path of the level that fails
 */
export function makeFolder(path: string, mode = 0o700) {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another program may have made it meanwhile.
    if (!isFolder(path)) throw error
  }
}

/** @throws the error of the system where it is something else */
function isFolder(path: string) {
  const found = statsOf(path)
  if (found && !found.isDirectory())
    throw Object.assign(new Error(`EEXIST: file already exists, mkdir '${path}'`), {
      code: 'EEXIST',
      syscall: 'mkdir',
      path,
    })
  return found !== undefined
}

function statsOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
