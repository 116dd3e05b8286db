import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that a look may not change: names, bytes, sizes, rights and times of a folder and all in it. */
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
