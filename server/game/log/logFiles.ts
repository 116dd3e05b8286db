import { createHash } from 'node:crypto'
import { type Folder, type FolderEntry, FolderError } from '../files/folder.ts'
import { parseStamp } from './logTime.ts'

/** What following a log needs of a folder. It writes nothing. */
export type LogFolder = Pick<Folder, 'stat' | 'list' | 'read'>

/** Current and earlier builds. */
export const logNames: readonly string[] = ['TheIsle.log', 'TheIsle-Shipping.log']

/**
 * By which a file is found again, whatever its name is by then: the game copies or renames its log to `TheIsle-backup-….log` and begins it
 * again at each start. The first line gives the second of the start, so no two files begin alike.
 */
export interface LogFileMark {
  /** SHA-256 of the first `headBytes` bytes, 32 hexadecimal digits. */
  readonly head: string
  readonly headBytes: number
  /** Epoch ms by the clock of that machine. */
  readonly modifiedAt: number
}

/** As many of a file's first bytes as its mark is made of. */
export const mostHeadBytes = 1024

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

export const markOf = (head: Buffer, { modifiedAt }: FolderEntry): LogFileMark => ({
  head: digestOf(head),
  headBytes: head.length,
  modifiedAt,
})

export const isMarked = (head: Buffer, mark: LogFileMark): boolean =>
  head.length >= mark.headBytes && digestOf(head.subarray(0, mark.headBytes)) === mark.head

/** Before its first line is whole, a file has no mark of its own. */
export const hasFirstLine = (head: Buffer): boolean => head.length === mostHeadBytes || head.includes(10)

export interface LogFile {
  readonly path: string
  readonly entry: FolderEntry
}

interface LogFiles {
  /** The log that the game writes now. `noFile`: there is something else with this name, such as a link. */
  current(): Promise<LogFile | 'absent' | 'noFile'>
  /** All others, oldest first. */
  others(current: LogFile | null): Promise<readonly LogFile[]>
  /** Null when there is no file of this name any more, or fewer bytes were read than exist before `from`. */
  read(file: LogFile, from: number, length: number): Promise<Buffer | null>
  /** The other file that has this mark. */
  find(files: readonly LogFile[], mark: LogFileMark): Promise<LogFile | null>
}

const looksAtAll = 32

/** The logs of a game in a folder. */
export function createLogFiles(folder: LogFolder, directory: string, names: readonly string[]): LogFiles {
  const pathOf = (name: string) => (directory === '' ? name : `${directory}/${name}`)
  const backup = (name: string) => names.some((one) => name.startsWith(`${one.replace(/\.log$/, '')}-backup-`))

  /** The name that was found last. A panel limits how often it is asked, so the others are looked for only now and then. */
  let found: string | null = null
  let looks = 0

  async function read({ path }: LogFile, from: number, length: number): Promise<Buffer | null> {
    try {
      return await folder.read(path, { from, length })
    } catch (error) {
      if (error instanceof FolderError && error.code === 'notFound') return null
      throw error
    }
  }

  return {
    read,
    async current() {
      const last = found !== null && ++looks % looksAtAll !== 0 ? await folder.stat(pathOf(found)) : null
      if (last?.kind === 'file') return { path: pathOf(last.name), entry: last }
      const entries = await Promise.all(names.map((name) => folder.stat(pathOf(name))))
      const there = entries.filter((entry) => entry !== null)
      const newest = there
        .filter(({ kind }) => kind === 'file')
        .sort((one, other) => other.modifiedAt - one.modifiedAt)[0]
      found = newest?.name ?? null
      if (newest === undefined) return there.length > 0 ? 'noFile' : 'absent'
      return { path: pathOf(newest.name), entry: newest }
    },
    async others(current) {
      const entries = await folder.list(directory)
      return entries
        .filter(({ kind, name }) => kind === 'file' && (backup(name) || names.includes(name)))
        .map((entry) => ({ path: pathOf(entry.name), entry }))
        .filter(({ path }) => path !== current?.path)
        .sort((one, other) => Number(isAfter(one, other)) - Number(isAfter(other, one)))
    },
    async find(files, mark) {
      for (const file of files.toReversed()) {
        const head = file.entry.size < mark.headBytes ? null : await read(file, 0, mostHeadBytes)
        if (head !== null && isMarked(head, mark)) return file
      }
      return null
    },
  }
}

/** `2026.03.22-04.00.03` of `TheIsle-backup-2026.03.22-04.00.03.log`; null for a log without a date in its name. */
const stampOf = ({ entry }: LogFile) => /-backup-(.+)\.log$/.exec(entry.name)?.[1] ?? null

/** Clocks are set back by at most this much. */
const clockChangeMs = 2 * 3_600_000

/**
 * Whether a log was ended after another one. The name shows it, because times of change do not survive a restored backup; but names have
 * local times, so for logs of the same hours the times of change count.
 */
export function isAfter(one: LogFile, other: LogFile): boolean {
  const [stamp, before] = [stampOf(one), stampOf(other)]
  const [changed, changedBefore] = [one.entry.modifiedAt, other.entry.modifiedAt]
  if (stamp === null || before === null) return changed > changedBefore
  const apart = (parseStamp(stamp, 0) ?? Number.NaN) - (parseStamp(before, 0) ?? Number.NaN)
  return Math.abs(apart) <= clockChangeMs && changed !== changedBefore ? changed > changedBefore : stamp > before
}
