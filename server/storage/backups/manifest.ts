import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { BackupCause, verifiedStates } from '../../../shared/features/backups/backups.ts'
import { Position } from '../transfer/format.ts'
import { readExport } from '../transfer/readExport.ts'

/** What is known of a backup beside its file: `FILE.json`. Everything but the lock and the result of the last try is in the file too. */
const Manifest = z.object({
  waterhole: z.literal('backup'),
  id: z.string(),
  /** The store's format. */
  form: z.number(),
  madeAt: z.number(),
  position: Position,
  documents: z.int().nonnegative(),
  rows: z.int().nonnegative(),
  entries: z.int().nonnegative(),
  /** Of the records, unpacked. */
  contentBytes: z.number().nonnegative(),
  /** The check of the file's last line, which covers all of it. */
  check: z.string(),
  cause: BackupCause,
  /** For which it was made; null or missing for none, and in those of earlier releases. */
  task: z.string().nullish(),
  isLocked: z.boolean(),
  verified: z.object({
    state: z.enum(verifiedStates),
    at: z.number().nullable(),
    why: z.string().nullable(),
  }),
})
export type Manifest = z.infer<typeof Manifest>

export const parsedManifest = (text: string): Manifest | null => {
  try {
    return Manifest.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** What is written before a backup is made: it says whose it is if the process is killed before the rest is known. */
const Begun = Manifest.pick({ cause: true, task: true }).extend({ waterhole: z.literal('backup begun') })
export type Begun = z.infer<typeof Begun>

export const parsedBegun = (text: string): Begun | null => {
  try {
    return Begun.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Of a file that was put into the folder by hand too: then it is tried before anything else is said of it. */
export async function manifestFromFile(path: string): Promise<Manifest> {
  const unknown = {
    waterhole: 'backup',
    documents: 0,
    rows: 0,
    entries: 0,
    contentBytes: 0,
    check: '',
    cause: 'asked',
    isLocked: false,
  } as const
  const verified = (state: 'unverified' | 'bad', why: string | null) => ({ state, at: null, why })
  try {
    const { header, close } = await readExport(path)
    await close()
    const { id, form, madeAt, position } = header
    return { ...unknown, id, form, madeAt, position, verified: verified('unverified', null) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
    const position = { epoch: 0, checkpointSeq: 0, trimmedTo: 0, lastSeq: 0, newestAt: 0 }
    const id = basename(path).slice(0, 64)
    return { ...unknown, id, form: 0, madeAt: Math.floor(mtimeMs), position, verified: verified('bad', why) }
  }
}
