import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../engine/makeFolder.ts'
import { DamagedStore, StoreInUse } from '../../engine/storage.ts'
import { syncFolder } from '../sqlite/database.ts'
import { storePaths } from '../sqlite/paths.ts'
import { isFull } from '../sqlite/problems.ts'
import { openSqliteStorage } from '../sqlite/sqlite.ts'
import { openSqliteSource } from '../sqlite/transferSource.ts'
import { openSqliteTarget } from '../sqlite/transferTarget.ts'
import type { ExportHeader } from '../transfer/format.ts'
import { checkExport, importExport } from '../transfer/importExport.ts'
import { NoStore } from '../transfer/transferPort.ts'
import { swapPins, takePinFile } from './pinFiles.ts'

/**
 * A restore of the embedded store. `restore.json` in the data folder says that one is asked for and how far it is, so that a process that
 * was killed at any moment is followed by one that continues:
 *
 * - `asked`: the backup is filled into a folder of its own beside the data, checked and loaded. The data are untouched.
 * - `ready`: the files of the data are moved aside, and the filled ones into their place.
 * - `done` or `failed`: the hub that starts next writes down what became of it, and removes the file.
 */
const Mark = z.object({
  waterhole: z.literal('restore'),
  /** Absolute path of the backup. */
  file: z.string(),
  /** Names the folders of this restore. */
  name: z.string(),
  /** Epoch ms. */
  askedAt: z.number(),
  phase: z.enum(['asked', 'ready', 'done', 'failed']),
  why: z.string().nullable(),
  /** When the restored data are from, epoch ms; null before they were read. */
  madeAt: z.number().nullable(),
  /** The last entry of the backup, and of the data that it replaces; null where those could not be read. */
  lastSeq: z.number().nullable(),
  formerSeq: z.number().nullable(),
  /** Whether there were any data to replace. */
  hasFormer: z.boolean().default(true),
  /** What the hub has to do again, as the former data say it; see `sinceBackup`. */
  again: z.unknown(),
  /** The prefix in Redis that was filled; null for the embedded store. */
  redisPrefix: z.string().nullable().default(null),
})
export type RestoreMark = z.infer<typeof Mark>

const markPath = (dataDir: string) => join(dataDir, 'restore.json')
const filledFolder = (dataDir: string, { name }: RestoreMark) => join(dataDir, `restore-${name}`)
/** Where the former data stay. */
export const asideFolder = (dataDir: string, { name }: Pick<RestoreMark, 'name'>) =>
  join(dataDir, `before-restore-${name}`)

function writeMark(dataDir: string, mark: RestoreMark) {
  const path = markPath(dataDir)
  const handle = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(handle, `${JSON.stringify(mark)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(`${path}.new`, path)
  syncFolder(dataDir)
}

/** The hub has not taken notice of the restore before. Nothing was touched. */
export class RestoreWaits extends Error {}

/** Has the next start of the hub, or of `npm run restore`, put this backup in the place of the data. */
export function askRestore({
  dataDir,
  file,
  now,
}: {
  readonly dataDir: string
  readonly file: string
  readonly now: number
}) {
  const before = readRestore(dataDir)
  if (before?.phase === 'ready' || before?.phase === 'done')
    throw new RestoreWaits(
      `${markPath(dataDir)}: a restore was carried out. Start the hub once, so that it takes note of it.`,
    )
  // On a machine that is new, after a disk broke, there is no folder yet.
  makeFolder(dataDir)
  writeMark(dataDir, newMark(file, now))
}

function newMark(file: string, now: number): RestoreMark {
  const day = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  return {
    waterhole: 'restore',
    file,
    name: `${day}-${randomUUID().slice(0, 4)}`,
    askedAt: now,
    phase: 'asked',
    why: null,
    madeAt: null,
    lastSeq: null,
    formerSeq: null,
    hasFormer: true,
    again: null,
    redisPrefix: null,
  }
}

interface RedisRestore {
  readonly dataDir: string
  readonly file: string
  readonly now: number
  readonly header: ExportHeader
  readonly redisPrefix: string
}

/** A place in Redis was filled from a backup: the hub that starts on it with this data folder takes notice of that. */
export function markRedisRestored({ dataDir, file, now, header, redisPrefix }: RedisRestore) {
  makeFolder(dataDir)
  const { madeAt, position } = header
  writeMark(dataDir, { ...newMark(file, now), phase: 'done', madeAt, lastSeq: position.lastSeq, redisPrefix })
}

/** Null where no restore is asked for. @throws DamagedStore when the file is not of this release */
export function readRestore(dataDir: string): RestoreMark | null {
  const path = markPath(dataDir)
  if (!existsSync(path)) return null
  const found = Mark.safeParse(parsed(path))
  if (found.success) return found.data
  throw new DamagedStore(path, 'does not say what to restore.', 'Nothing was touched. Remove it, then try again.')
}

const parsed = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** The outcome is written down. */
export function forgetRestore(dataDir: string) {
  rmSync(markPath(dataDir), { force: true })
  syncFolder(dataDir)
}

/** Reads the data that a restore replaces. */
export interface ReplacedData {
  readonly lastSeq: number
  readonly epoch: number
  readonly again: unknown
}
/** What the hub has to do again after the restore, out of the former data. @param since of the backup */
export type ReadFormer = (dataDir: string, since: ExportHeader) => Promise<ReplacedData>

/**
 * Carries out the restore that is asked for, if there is one. The hub does not run. Afterwards the mark says `done` or `failed`; after
 * `failed` the data are what they were. @throws only where the mark itself cannot be read or written
 */
export async function carryOutRestore(dataDir: string, readFormer: ReadFormer): Promise<RestoreMark | null> {
  const mark = readRestore(dataDir)
  if (!mark || mark.phase === 'done' || mark.phase === 'failed') return mark
  try {
    const ready = mark.phase === 'ready' ? mark : await fill(dataDir, mark, readFormer)
    swap(dataDir, ready)
    const done = { ...ready, phase: 'done' } as const
    writeMark(dataDir, done)
    return done
  } catch (error) {
    // Once files were moved, nothing but going on is right: the next start does.
    if (readRestore(dataDir)?.phase === 'ready') throw error
    rmSync(filledFolder(dataDir, mark), { recursive: true, force: true })
    const failed = { ...mark, phase: 'failed', why: whyNot(error, dataDir) } as const
    writeMark(dataDir, failed)
    return failed
  }
}

const whyNot = (error: unknown, dataDir: string) => {
  if (isFull(error))
    return `There is no room on the disk of ${dataDir}: the restored data is filled in beside what is there. Nothing was changed. Free some space there, then restore again.`
  return error instanceof Error ? error.message : String(error)
}

/** @throws BadExport, or the error of a full disk */
async function fill(dataDir: string, mark: RestoreMark, readFormer: ReadFormer): Promise<RestoreMark> {
  const folder = filledFolder(dataDir, mark)
  rmSync(folder, { recursive: true, force: true })
  const { header } = await checkExport(mark.file)
  let hasFormer = true
  const former = await readFormer(dataDir, header).catch((error: unknown) => {
    if (error instanceof StoreInUse) throw error
    hasFormer = !(error instanceof NoStore) || filesOf(dataDir).length > 0
    // Damaged data are the reason for many a restore.
    return null
  })
  const target = await openSqliteTarget(folder)
  // An epoch must never mean two things: pages may still know one of the data that are replaced.
  const epoch = Math.max(header.position.epoch, former?.epoch ?? 0)
  const raised = {
    ...target,
    begin: (found: ExportHeader) => target.begin({ ...found, position: { ...found.position, epoch } }),
  }
  const takeFile = takePinFile({ into: folder, present: dataDir })
  await importExport({ file: mark.file, target: raised, takeFile }).finally(target.close)
  const storage = await openSqliteStorage({ folder })
  await storage.load().finally(storage.close)
  const ready = {
    ...mark,
    phase: 'ready',
    madeAt: header.madeAt,
    lastSeq: header.position.lastSeq,
    formerSeq: former?.lastSeq ?? null,
    hasFormer,
    again: former?.again ?? null,
  } as const
  writeMark(dataDir, ready)
  return ready
}

/** May be repeated after any step. */
function swap(dataDir: string, mark: RestoreMark) {
  const filled = storePaths(filledFolder(dataDir, mark))
  const place = storePaths(dataDir)
  const aside = storePaths(asideFolder(dataDir, mark))
  if (existsSync(filled.database)) {
    if (filesOf(dataDir).length > 0) makeFolder(aside.folder)
    swapPins({ filled: filled.folder, place: place.folder, aside: aside.folder })
    for (const file of filesOf(dataDir)) renameSync(place[file], aside[file])
    if (existsSync(aside.folder)) syncFolder(aside.folder)
    if (existsSync(filled.log)) renameSync(filled.log, place.log)
    renameSync(filled.database, place.database)
    syncFolder(dataDir)
  }
  rmSync(filled.folder, { recursive: true, force: true })
}

/** The files of a store that there are, in the order in which they are moved. */
const filesOf = (dataDir: string) => {
  const paths = storePaths(dataDir)
  return (['log', 'rollback', 'progress', 'unfinished', 'database'] as const).filter((file) => existsSync(paths[file]))
}

/** Reads the former data record by record. @param take sees each of an archive or a document */
export async function eachFormer(dataDir: string, take: (of: string, record: unknown) => void) {
  const source = await openSqliteSource(dataDir)
  try {
    for await (const { of, json } of source.records()) take(of, JSON.parse(json))
    return source.position
  } finally {
    await source.close()
  }
}
