import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names, bytes, sizes, modes and times of a folder and everything in it: what a read may not change. */
export const folderState = (folder: string) => {
  const stateOf = (path: string) => {
    const { mtimeNs, size, mode, uid, gid, ino } = lstatSync(path, { bigint: true })
    return { path, mtimeNs, size, mode, uid, gid, ino }
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(folder, name))
  return [
    stateOf(folder),
    ...files.map((path) => ({
      ...stateOf(path),
      bytes: lstatSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : null,
    })),
  ]
}
