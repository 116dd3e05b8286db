import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Only for the hub's user: segments say where every player was. */
const folderMode = 0o700
const fileMode = 0o600
/** More than any segment has: larger files are not read. */
const maxBytes = 16 * 1024 * 1024

const namePattern = /^main-(\d{1,16})\.segment$/
const nameOf = (from: number) => `main-${from}.segment`
const unfinishedName = 'unfinished'

/** A file as found at the start, with the time in its name. A file with another name, or without our header, is foreign. */
type FoundFile =
  | { readonly kind: 'ours'; readonly name: string; readonly from: number }
  | { readonly kind: 'foreign'; readonly name: string; readonly why: string }

type ReadSegment =
  | { readonly kind: 'whole'; readonly body: Uint8Array }
  | { readonly kind: 'unreadable'; readonly why: string }

/** Segments as files, one each, named by the time of their beginning. A file is complete or does not exist. */
export const openSegmentFolder = (folder: string) => ({
  folder,
  /** Reads only the beginning of each file: most segments are never read in full. */
  async find(): Promise<readonly FoundFile[]> {
    const names = await readdir(folder).catch(emptyIfMissing)
    const found: FoundFile[] = []
    for (const name of names.filter((one) => one !== unfinishedName)) found.push(await foundAs(folder, name))
    return found
  },
  read: (from: number): Promise<ReadSegment> => segmentIn(join(folder, nameOf(from))),
  /** Not synced, so that it does not delay the journal: after a power cut a file may be damaged, which its checksum shows. */
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
  /** Does nothing if there is no such segment. */
  remove: (from: number): Promise<void> => rm(join(folder, nameOf(from)), { force: true }),
})

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Null for a name that the hub does not give, as one with leading zeros: no time has two names. */
export function timeInName(name: string): number | null {
  const from = Number(namePattern.exec(name)?.[1] ?? Number.NaN)
  return nameOf(from) === name ? from : null
}

async function foundAs(folder: string, name: string): Promise<FoundFile> {
  const from = timeInName(name)
  if (from === null) return { kind: 'foreign', name, why: 'its name is not that of a segment' }
  try {
    const beginning = await contents(join(folder, name), magicBytes)
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
    return { kind: 'unreadable', why: read.kind === 'damaged' ? 'its checksum is wrong' : 'it is no longer a segment' }
  } catch (error) {
    return { kind: 'unreadable', why: (error as Error).message }
  }
}

/** Checked before the file is opened: opening a pipe would block. */
async function about(path: string) {
  const stats = await stat(path)
  return { size: stats.size, isFile: stats.isFile() }
}

/** The first bytes of a file, or all of it. */
async function contents(path: string, most = maxBytes): Promise<Uint8Array> {
  const { size, isFile } = await about(path)
  if (!isFile) throw new Error('it is not a file')
  if (size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`)
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(Math.min(size, most))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The first bytes of every segment file. */
const magic = Buffer.from('waterhole replay 1\n')
const sumBytes = 32

/** The content of a file: magic, SHA-256 of the body, body. */
export const fileOf = (body: Uint8Array): Uint8Array => Buffer.concat([magic, sumOf(body), body])

type ReadFile =
  | { readonly kind: 'whole'; readonly body: Uint8Array }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'foreign' }

/** How many bytes `isOurs` needs. */
const magicBytes = magic.length
const isOurs = (bytes: Uint8Array) => magic.equals(bytes.subarray(0, magic.length))

export function readFileOf(bytes: Uint8Array): ReadFile {
  if (!isOurs(bytes)) return { kind: 'foreign' }
  const sum = bytes.subarray(magic.length, magic.length + sumBytes)
  // A copy: a view would keep the whole file in memory.
  const body = Uint8Array.from(bytes.subarray(magic.length + sumBytes))
  return sumOf(body).equals(sum) ? { kind: 'whole', body } : { kind: 'damaged' }
}

const sumOf = (body: Uint8Array) => createHash('sha256').update(body).digest()
