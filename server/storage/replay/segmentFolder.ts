import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Only the hub's user may look: it tells where everybody was. */
const folderMode = 0o700
const fileMode = 0o600
/** Beyond what any segment can be, and read into memory. */
const mostBytes = 16 * 1024 * 1024

const namePattern = /^main-(\d{1,16})\.segment$/
const nameOf = (from: number) => `main-${from}.segment`
const unfinishedName = 'unfinished'

/** A file as it was found at start, with the time in its name; what has no name of ours, or not our mark, is foreign. */
type FoundFile =
  | { readonly kind: 'ours'; readonly name: string; readonly from: number }
  | { readonly kind: 'foreign'; readonly name: string; readonly why: string }

type ReadSegment =
  | { readonly kind: 'whole'; readonly body: Uint8Array }
  | { readonly kind: 'unreadable'; readonly why: string }

/** Segments as files, one each, named by when they begin. A file is there whole or not at all. */
export const openSegmentFolder = (folder: string) => ({
  folder,
  /** Of each file only the beginning is looked at: what the bounds leave out is never read. */
  async find(): Promise<readonly FoundFile[]> {
    const names = await readdir(folder).catch(nothingThere)
    const found: FoundFile[] = []
    for (const name of names.filter((one) => one !== unfinishedName)) found.push(await foundAs(folder, name))
    return found
  },
  read: (from: number): Promise<ReadSegment> => segmentIn(join(folder, nameOf(from))),
  /** Not synced: after a power cut a file may be damaged, which its sum shows, and the journal's disk is not held up. */
  async write(from: number, body: Uint8Array): Promise<void> {
    await mkdir(folder, { recursive: true, mode: folderMode })
    const unfinished = join(folder, unfinishedName)
    const file = await open(unfinished, 'w', fileMode)
    try {
      await file.writeFile(fileOf(body))
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, nameOf(from)))
  },
  /** Nothing happens when there is none. */
  remove: (from: number): Promise<void> => rm(join(folder, nameOf(from)), { force: true }),
})

function nothingThere(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Null where it is no name that we would give: of two names for one time, one would be taken for the other. */
function timeIn(name: string): number | null {
  const from = Number(namePattern.exec(name)?.[1] ?? Number.NaN)
  return nameOf(from) === name ? from : null
}

async function foundAs(folder: string, name: string): Promise<FoundFile> {
  const from = timeIn(name)
  if (from === null) return { kind: 'foreign', name, why: 'it has no name of a segment' }
  try {
    const beginning = await contents(join(folder, name), markBytes)
    return isOurs(beginning)
      ? { kind: 'ours', name, from }
      : { kind: 'foreign', name, why: 'it does not begin as a segment does' }
  } catch (error) {
    return { kind: 'foreign', name, why: (error as Error).message }
  }
}

async function segmentIn(path: string): Promise<ReadSegment> {
  try {
    const read = readFileOf(await contents(path))
    if (read.kind === 'whole') return read
    return { kind: 'unreadable', why: read.kind === 'damaged' ? 'its checksum is wrong' : 'it is a segment no more' }
  } catch (error) {
    return { kind: 'unreadable', why: (error as Error).message }
  }
}

/** Asked before it is opened: opening a pipe would wait for ever. */
async function about(path: string) {
  const stats = await stat(path)
  return { size: stats.size, isFile: stats.isFile() }
}

/** The first bytes of a file, or all of it. */
async function contents(path: string, most = mostBytes): Promise<Uint8Array> {
  const { size, isFile } = await about(path)
  if (!isFile) throw new Error('it is no file')
  if (size > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`)
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(Math.min(size, most))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The first bytes of every file: by them we know our own. */
const mark = Buffer.from('waterhole replay 1\n')
const sumBytes = 32

/** A file as it is written: mark, SHA-256 of the body, body. */
export const fileOf = (body: Uint8Array): Uint8Array => Buffer.concat([mark, sumOf(body), body])

type ReadFile =
  | { readonly kind: 'whole'; readonly body: Uint8Array }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'foreign' }

/** How much of a file `isOurs` has to see. */
const markBytes = mark.length
const isOurs = (bytes: Uint8Array) => mark.equals(bytes.subarray(0, mark.length))

export function readFileOf(bytes: Uint8Array): ReadFile {
  if (!isOurs(bytes)) return { kind: 'foreign' }
  const sum = bytes.subarray(mark.length, mark.length + sumBytes)
  // A copy: a body that only shows a part of the file would hold all of it in memory.
  const body = Uint8Array.from(bytes.subarray(mark.length + sumBytes))
  return sumOf(body).equals(sum) ? { kind: 'whole', body } : { kind: 'damaged' }
}

const sumOf = (body: Uint8Array) => createHash('sha256').update(body).digest()
