import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupCause, type HubBackup, keptBackups } from '../../../shared/features/backups/backups.ts'
import { makeFolder } from '../../engine/makeFolder.ts'
import { type Hold, NotWritten } from '../../engine/storage.ts'
import { unusableOf } from '../../engine/unusablePlace.ts'
import { syncFolder } from '../sqlite/database.ts'
import { SourceMoved } from '../transfer/transferPort.ts'
import { type Begun, type Manifest, manifestFromFile, parsedBegun, parsedManifest } from './manifest.ts'
import type { MadeBackup, StorePlace } from './runBackupProcess.ts'
import { BadBackup, runBackupProcess } from './runBackupProcess.ts'

const SUFFIX = '.backup'
const NAME = /^waterhole-[\w.-]{1,150}\.backup$/
const LEFT_OVER = /^waterhole-[\w.-]{1,150}\.(backup\.incomplete|backup\.json\.new|trying)$/
const BEGUN = /^waterhole-[\w.-]{1,150}\.backup\.json$/
const MAX_TRIES = 3
/** Of the disk with the journal, this much stays free. */
const RESERVE_BYTES = 32e6

interface FolderDeps {
  /** Absolute. */
  readonly folder: string
  /** Whether BACKUP_DIR is set. */
  readonly isNamed?: boolean
  readonly place: StorePlace
  readonly hold: () => Promise<Hold>
  /** Epoch ms. */
  readonly now: () => number
}

interface Progress {
  readonly onRecords: (records: number) => void
  readonly signal: AbortSignal
}

/** The files of backups in one folder. One node at a time uses it: the one that leads. */
export function createBackupFolder({ folder, isNamed = true, place, hold, now }: FolderDeps) {
  const pathOf = (file: string) => join(folder, file)
  const named = isNamed ? `BACKUP_DIR is ${folder}` : `BACKUP_DIR is not set, so backups are kept in ${folder}`
  const ownersError = (error: unknown) =>
    unusableOf(error, { named, path: folder, instead: 'set BACKUP_DIR to another folder' })
  /** @throws UnusablePlace for the owner, where the folder cannot be used */
  const inWords =
    <Given extends unknown[], Found>(work: (...given: Given) => Promise<Found>) =>
    (...given: Given) =>
      work(...given).catch((error: unknown): never => {
        throw ownersError(error)
      })
  const writeManifest = async (file: string, manifest: Manifest | Begun) => {
    const unfinished = pathOf(`${file}.json.new`)
    const handle = await open(unfinished, 'w', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, pathOf(`${file}.json`))
    syncFolder(folder)
  }
  const change = async (id: string, fields: Partial<Pick<Manifest, 'isLocked' | 'verified'>>) => {
    const { file, manifest } = await find(id)
    await writeManifest(file, { ...manifest, ...fields })
  }
  const find = async (id: string) => {
    for (const file of await names()) {
      const manifest = await manifestOf(file)
      if (manifest.id === id) return { file, manifest }
    }
    throw new Error('There is no such backup any more.')
  }
  const names = async () => (await readdir(folder)).filter((name) => NAME.test(name))
  /** A process that was killed after the backup leaves it without its manifest: what was begun is known, and the file says the rest. */
  const manifestOf = async (file: string): Promise<Manifest> => {
    const text = await readFile(pathOf(`${file}.json`), 'utf8').catch(() => '')
    const { cause, task } = parsedBegun(text) ?? {}
    return parsedManifest(text) ?? { ...(await manifestFromFile(pathOf(file))), ...(cause && { cause, task }) }
  }
  /** What was begun and became no backup. */
  const isBegunOnly = async (name: string, all: readonly string[]) => {
    if (!BEGUN.test(name) || all.includes(name.slice(0, -'.json'.length))) return false
    return parsedBegun(await readFile(pathOf(name), 'utf8').catch(() => '')) !== null
  }
  const list = async (): Promise<HubBackup[]> => {
    const all = await Promise.all((await names()).map(async (file) => shown(file, await manifestOf(file))))
    return all.filter((one) => one !== null).sort((one, other) => other.madeAt - one.madeAt)
  }
  const shown = async (file: string, manifest: Manifest): Promise<HubBackup | null> => {
    const { id, madeAt, position, documents, rows, cause, isLocked, verified } = manifest
    const found = await stat(pathOf(file)).catch(() => null)
    if (!found) return null
    return {
      id,
      file,
      madeAt,
      seq: position.lastSeq,
      bytes: found.size,
      documents,
      rows,
      cause,
      isLocked,
      verified: { ...verified, why: verified.why?.slice(0, 2_000) ?? null },
    }
  }
  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
  const checkWritable = () => access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  /** The journal needs the same disk, unless the folder is on another one: a backup must not take the last of it. */
  const checkRoom = async () => {
    const [newest] = await list()
    const isShared = (await stat(folder)).dev === (await stat(place.dataDir).catch(() => null))?.dev
    const needed = (newest?.bytes ?? 0) * 1.1 + (isShared ? RESERVE_BYTES : 0)
    const free = await freeBytes()
    if (free >= needed) return
    const mega = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
    throw new NotWritten(
      'full',
      `There is no room on the disk of ${folder}: ${mega(free)} are free, and a backup needs ${mega(needed)}. Free some space there, or set BACKUP_DIR to a folder on another disk.`,
    )
  }
  /** The file goes first: what is left of a deletion that was interrupted is not listed. */
  const remove = async (id: string) => {
    const { file, manifest } = await find(id)
    if (manifest.isLocked) throw new Error('This backup is locked.')
    await rm(pathOf(file))
    await rm(pathOf(`${file}.json`), { force: true })
  }
  return {
    folder,
    freeBytes: inWords(freeBytes),
    list: inWords(list),
    find: inWords(find),
    pathOf,
    /** Makes the folder, and removes what a process that was killed has left in it, if it can be written. */
    prepare: inWords(async () => {
      makeFolder(folder)
      const isWritable = await checkWritable().then(
        () => true,
        () => false,
      )
      if (!isWritable) return
      const all = await readdir(folder)
      for (const name of all)
        if (LEFT_OVER.test(name) || (await isBegunOnly(name, all)))
          await rm(pathOf(name), { recursive: true, force: true })
    }),
    checkWritable: inWords(checkWritable),
    /** @throws NotWritten on a full disk, and nothing is listed then; SourceMoved when the store changes too fast */
    make: inWords(async (cause: BackupCause, progress: Progress, task: string | null = null): Promise<string> => {
      await checkWritable()
      await checkRoom()
      const madeAt = now()
      const file = nameAt(madeAt)
      const order = { act: 'make', place, file: pathOf(file), now: madeAt } as const
      await writeManifest(file, { waterhole: 'backup begun', cause, task })
      const made = await holding(hold, (held, isHurried) =>
        runBackupProcess({ ...order, isHurried }, { ...progress, hold: held }),
      ).catch(async (error: unknown) => {
        // Stopped at the last moment it may be there all the same.
        const isThere = await stat(pathOf(file)).catch(() => null)
        if (!isThere) await rm(pathOf(`${file}.json`), { force: true }).catch(() => {})
        throw error
      })
      const { header, end, contentBytes } = made
      await writeManifest(file, {
        waterhole: 'backup',
        id: header.id,
        form: header.form,
        madeAt,
        position: header.position,
        documents: end.documents,
        rows: end.archive,
        entries: end.journal,
        contentBytes,
        check: end.check,
        cause,
        task,
        isLocked: false,
        verified: { state: 'unverified', at: null, why: null },
      })
      return header.id
    }),
    /** The id of the backup that was made for a task, unless it turned out to be bad; null for none. */
    madeFor: inWords(async (task: string): Promise<string | null> => {
      const manifests = await Promise.all((await names()).map(manifestOf))
      return manifests.find((one) => one.task === task && one.verified.state !== 'bad')?.id ?? null
    }),
    /** Tries a backup, and keeps the result beside it. */
    verify: inWords(async (id: string, progress: Progress): Promise<void> => {
      const { file, manifest } = await find(id)
      // A store takes up to twice its records: the log of SQLite beside the database.
      const isRoom = (await freeBytes()) > manifest.contentBytes * 2.5 + 64e6
      const folderToFill = isRoom ? pathOf(`${file.slice(0, -SUFFIX.length)}.trying`) : null
      const order = { act: 'verify', file: pathOf(file), folder: folderToFill } as const
      try {
        checkSame(file, manifest, await runBackupProcess(order, { ...progress, hold: null }))
        const why = isRoom ? null : 'There was no room on the disk to fill a store from it. It was read in full.'
        await change(id, { verified: { state: isRoom ? 'tried' : 'read', at: now(), why } })
      } catch (error) {
        if (progress.signal.aborted) throw error
        const state = error instanceof BadBackup ? 'bad' : 'unverified'
        const told = ownersError(error)
        await change(id, { verified: { state, at: now(), why: told instanceof Error ? told.message : String(told) } })
      } finally {
        // The process removes it itself, unless it was stopped.
        if (folderToFill) await rm(folderToFill, { recursive: true, force: true })
      }
    }),
    /** Before it is restored: that it was not damaged since it was tried. Keeps it beside the file if it was. @throws Error that says so */
    compare: inWords(async (id: string, progress: Progress): Promise<void> => {
      const { file, manifest } = await find(id)
      try {
        const order = { act: 'compare', file: pathOf(file) } as const
        checkSame(file, manifest, await runBackupProcess(order, { ...progress, hold: null }))
      } catch (error) {
        if (!(error instanceof BadBackup)) throw error
        await change(id, { verified: { state: 'bad', at: now(), why: error.message } })
        throw new Error(`The backup is damaged, so the hub was not stopped. ${error.message}`, { cause: error })
      }
    }),
    setLock: inWords((id: string, isLocked: boolean) => change(id, { isLocked })),
    remove: inWords(remove),
    /** Deletes the oldest that are not locked, beyond `keptBackups`. The newest one that could be read stays in any case. */
    removeOld: inWords(async () => {
      const unlocked = (await list()).filter(({ isLocked }) => !isLocked)
      const good = unlocked.find(({ verified }) => verified.state === 'tried' || verified.state === 'read')
      for (const one of unlocked.slice(keptBackups)) if (one !== good) await remove(one.id)
    }),
  }
}

/** @throws BadBackup */
function checkSame(file: string, { id, check }: Manifest, { header, end }: MadeBackup) {
  if (header.id !== id || (check !== '' && end.check !== check))
    throw new BadBackup(`${file} is not the file that was made. It was replaced.`)
}

/** As `waterhole-2026-11-23T05-00-00Z-1f2e3d4c.backup`. */
const nameAt = (at: number) =>
  `waterhole-${new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}-${randomUUID().slice(0, 8)}${SUFFIX}`

/** A store that is written to faster than it can be read is read again, a few times, and in a hurry. */
async function holding<Made>(
  hold: () => Promise<Hold>,
  work: (held: Hold, isHurried: boolean) => Promise<Made>,
): Promise<Made> {
  for (let tries = 1; ; tries += 1) {
    const held = await hold()
    try {
      return await work(held, tries > 1)
    } catch (error) {
      if (!(error instanceof SourceMoved) || tries === MAX_TRIES) throw error
    } finally {
      await held.letGo()
    }
  }
}
