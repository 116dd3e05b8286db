import { copyFileSync, existsSync, linkSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../engine/makeFolder.ts'
import { fileOf, openSegmentFolder, readFileOf, timeInName } from '../replay/segmentFolder.ts'
import type { ExportedFile } from '../transfer/format.ts'

/** The maps that pins keep are files beside the store: see `server/features/timeline/pinnedMap.ts`. A backup holds them too. */
export const pinFolder = (dataDir: string) => join(dataDir, 'pins')

/** Those that are whole. One that is deleted meanwhile is left out, as is the pin that named it. */
export async function* pinFilesOf(dataDir: string): AsyncGenerator<ExportedFile, void> {
  const store = openSegmentFolder(pinFolder(dataDir))
  for (const found of await store.find()) {
    if (found.kind === 'foreign') continue
    const read = await store.read(found.from)
    if (read.kind === 'whole')
      yield { name: `pins/${found.name}`, body: Buffer.from(fileOf(read.body)).toString('base64') }
  }
}

/**
 * Takes the maps of a backup.
 * @param into the data folder that is filled @param present the data folder in which a map that is whole stays as it is: it is of the same
 * time, and persons who were erased after the backup are no longer in it
 */
export const takePinFile =
  ({ into, present }: { readonly into: string; readonly present: string }) =>
  async ({ name, body }: ExportedFile) => {
    const from = timeInName(name.slice('pins/'.length))
    const read = readFileOf(Buffer.from(body, 'base64'))
    if (from === null || read.kind !== 'whole') return
    if ((await openSegmentFolder(pinFolder(present)).read(from)).kind === 'whole') return
    await openSegmentFolder(pinFolder(into)).write(from, read.body)
  }

/** Puts the maps that were filled beside those that are there, of which `aside` keeps a second name. May be repeated after any step. */
export function swapPins({ filled, place, aside }: Readonly<Record<'filled' | 'place' | 'aside', string>>) {
  const [from, to, kept] = [pinFolder(filled), pinFolder(place), pinFolder(aside)]
  const former = namesIn(to)
  if (former.length > 0) makeFolder(kept)
  for (const name of former) if (!existsSync(join(kept, name))) linkOrCopy(join(to, name), join(kept, name))
  const restored = namesIn(from)
  if (restored.length > 0) makeFolder(to)
  for (const name of restored) renameSync(join(from, name), join(to, name))
}

const namesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => timeInName(name) !== null) : []

/** Not every disk has a second name for a file. */
function linkOrCopy(file: string, name: string) {
  try {
    linkSync(file, name)
  } catch {
    copyFileSync(file, name)
  }
}
