import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileOf, readFileOf } from './segmentFile.ts'

/** Only the hub's user may look: it tells where everybody was. */
const folderMode = 0o700
const fileMode = 0o600
/** Beyond what any segment can be, and read into memory. */
const mostBytes = 16 * 1024 * 1024

const namePattern = /^main-(\d{1,16})\.segment$/
const nameOf = (from: number) => `main-${from}.segment`
const unfinishedName = 'unfinished'

/** A file as it was found at start. `from` is the time in its name; null when it has no name of ours. */
export type FoundFile =
  | { readonly kind: 'whole'; readonly name: string; readonly from: number; readonly body: Uint8Array }
  | { readonly kind: 'damaged'; readonly name: string; readonly from: number; readonly why: string }
  | { readonly kind: 'foreign'; readonly name: string; readonly from: null; readonly why: string }

/** Segments as files, one each, named by when they begin. A file is there whole or not at all. */
export const openSegmentFolder = (folder: string) => ({
  folder,
  async find(): Promise<readonly FoundFile[]> {
    const names = await readdir(folder).catch(nothingThere)
    return Promise.all(names.filter((name) => name !== unfinishedName).map((name) => found(folder, name)))
  },
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

async function found(folder: string, name: string): Promise<FoundFile> {
  const from = Number(namePattern.exec(name)?.[1] ?? Number.NaN)
  if (Number.isNaN(from)) return { kind: 'foreign', name, from: null, why: 'it has no name of a segment' }
  try {
    const read = readFileOf(await contents(join(folder, name)))
    if (read.kind === 'whole') return { kind: 'whole', name, from, body: read.body }
    if (read.kind === 'damaged') return { kind: 'damaged', name, from, why: 'its checksum is wrong' }
    return { kind: 'foreign', name, from: null, why: 'it does not begin as a segment does' }
  } catch (error) {
    return { kind: 'foreign', name, from: null, why: (error as Error).message }
  }
}

/** Asked before it is opened: opening a pipe would wait for ever. */
async function about(path: string) {
  const stats = await stat(path)
  return { size: stats.size, isFile: stats.isFile() }
}

async function contents(path: string): Promise<Uint8Array> {
  const { size, isFile } = await about(path)
  if (!isFile) throw new Error('it is no file')
  if (size > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`)
  const file = await open(path)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}
