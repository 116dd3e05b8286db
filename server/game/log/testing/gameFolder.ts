import { type FolderEntry, FolderError } from '../../files/folder.ts'
import type { LogFolder } from '../logFiles.ts'

/** How a game keeps its former log. The engine copies it and empties the file; hosts' tools rename it, or empty it and keep nothing. */
export type Rotation = 'copy' | 'rename' | 'empty'

interface GameFile {
  bytes: Buffer
  modifiedAt: number
  readonly identity: string
}

export interface GameFolder extends LogFolder {
  write(bytes: Buffer | string, name?: string): void
  /** Ends the log and begins the next one, whose first line gives the start. */
  restart(rotation: Rotation, firstLine: string): void
  /** The steps of a restart one by one, to look in between. */
  restartSteps(rotation: Rotation, firstLine: string): readonly (() => void)[]
  remove(name: string): void
  replaceByLink(name: string): void
  names(): readonly string[]
  /** Is called before every stat, list and read. */
  beforeEach: () => void
  /** Calls and bytes since the beginning. */
  readonly asked: { stat: number; list: number; read: number; bytes: number }
}

/** The folder of a game's logs in memory, in which files change between two calls where a test wants it. */
export function createGameFolder(current = 'TheIsle.log'): GameFolder {
  const files = new Map<string, GameFile>()
  const links = new Set<string>()
  const asked = { stat: 0, list: 0, read: 0, bytes: 0 }
  let clock = 1_700_000_000_000
  let made = 0

  const make = (bytes: Buffer): GameFile => ({ bytes, modifiedAt: clock, identity: String(++made) })
  const entryOf = (name: string, file: GameFile): FolderEntry => {
    const kind = links.has(name) ? 'other' : 'file'
    return { name, kind, size: file.bytes.length, modifiedAt: file.modifiedAt, identity: file.identity }
  }
  const write = (bytes: Buffer | string, name = current) => {
    clock += 1_000
    const file = files.get(name) ?? make(Buffer.alloc(0))
    files.set(name, file)
    file.bytes = Buffer.concat([file.bytes, Buffer.from(bytes)])
    file.modifiedAt = clock
  }
  const backupName = () => {
    const stamp = new Date(clock).toISOString().slice(0, 19).replace('T', '-').replaceAll(/[-:]/g, '.')
    return current.replace(/\.log$/, `-backup-${stamp.replace(/\.(\d\d\.\d\d\.\d\d)$/, '-$1')}.log`)
  }

  const restartSteps = (rotation: Rotation, firstLine: string) => {
    const keep = () => {
      clock += 1_000
      const file = files.get(current)
      if (file === undefined || rotation === 'empty') return
      files.set(backupName(), rotation === 'rename' ? file : { ...make(file.bytes), modifiedAt: file.modifiedAt })
      if (rotation === 'rename') files.delete(current)
    }
    const empty = () => {
      const file = files.get(current)
      if (file !== undefined) file.bytes = Buffer.alloc(0)
      else files.set(current, make(Buffer.alloc(0)))
    }
    const half = Buffer.from(firstLine)
    return [keep, empty, () => write(half.subarray(0, 9)), () => write(half.subarray(9))]
  }

  const folder: GameFolder = {
    asked,
    beforeEach() {},
    async stat(name) {
      asked.stat++
      folder.beforeEach()
      const file = files.get(name)
      return file ? entryOf(name, file) : null
    },
    async list() {
      asked.list++
      folder.beforeEach()
      return [...files]
        .map(([name, file]) => entryOf(name, file))
        .sort((one, other) => (one.name < other.name ? -1 : 1))
    },
    async read(name, { from, length }) {
      asked.read++
      folder.beforeEach()
      const file = files.get(name)
      if (file === undefined) throw new FolderError('notFound', `There is no ${name}.`)
      const bytes = Buffer.from(file.bytes.subarray(from, from + length))
      asked.bytes += bytes.length
      return bytes
    },
    write,
    restartSteps,
    restart(rotation, firstLine) {
      for (const step of restartSteps(rotation, firstLine)) step()
    },
    remove: (name) => files.delete(name),
    replaceByLink: (name) => links.add(name),
    names: () => [...files.keys()],
  }
  return folder
}
