import { documentId } from '../../../shared/engine/document.ts'
import {
  type BackupCause,
  type BackupProgress,
  type BackupTask,
  backupPlan,
  backupsKey,
  type FormerData,
  type HubBackup,
} from '../../../shared/features/backups/backups.ts'
import * as commands from '../../../shared/features/backups/commands.ts'
import type { Clock } from '../../engine/clock.ts'
import { createDelays } from '../../engine/delays.ts'
import { CommandRefused } from '../../engine/dispatch.ts'
import type { Hub } from '../../engine/hub.ts'
import { createReport } from '../../engine/reportUntilKept.ts'
import { NotWritten } from '../../engine/storage.ts'
import { UnusablePlace } from '../../engine/unusablePlace.ts'

interface Watching {
  readonly onRecords: (records: number) => void
  readonly signal: AbortSignal
}

/** The folder with the files; see `server/storage/backups/backupFolder.ts`. */
interface BackupFiles {
  readonly folder: string
  prepare(): Promise<void>
  /** @throws UnusablePlace when no file can be written there */
  checkWritable(): Promise<void>
  list(): Promise<readonly HubBackup[]>
  freeBytes(): Promise<number>
  /** @param task for which it is made, to be found by */
  make(cause: BackupCause, watching: Watching, task: string | null): Promise<string>
  /** The backup that was made for a task, and is not known to be bad. */
  madeFor(task: string): Promise<string | null>
  verify(id: string, watching: Watching): Promise<void>
  /** Quicker than to try it: whether it is as it was written. @throws when it is not, which the list then says */
  compare(id: string, watching: Watching): Promise<void>
  setLock(id: string, isLocked: boolean): Promise<void>
  remove(id: string): Promise<void>
  removeOld(): Promise<void>
}

/** The data that restores have replaced; see `server/storage/backups/formerData.ts`. */
interface FormerFolders {
  list(): Promise<readonly FormerData[]>
  remove(name: string): Promise<void>
  removeOld(): Promise<void>
}

interface BackupsWorkerDeps {
  readonly hub: Pick<Hub, 'read' | 'execute' | 'onPublish'>
  readonly files: BackupFiles
  readonly former: FormerFolders
  readonly clock: Clock
  /** The name of this node. */
  readonly node: string
  /** Puts a backup in the place of the data, and starts the hub again; a sentence says why it cannot do that here. */
  readonly restore: ((id: string) => Promise<void>) | string
  /** A line in the log that the owner of the hub can act on. */
  readonly warn: (text: string) => void
  readonly onFault: (what: string, error: unknown) => void
}

/** A full disk, or a folder without permission, is the owner's to fix, and not a fault of the hub. */
const isOwners = (error: unknown) => error instanceof NotWritten || error instanceof UnusablePlace

type Failure = { readonly at: number; readonly why: string } | null
const failedTexts: Readonly<Record<BackupTask['act'], string>> = {
  make: 'Database backup failed.',
  verify: 'The backup could not be tested.',
  lock: 'The backup could not be locked.',
  unlock: 'The backup could not be unlocked.',
  delete: 'The backup could not be deleted.',
  restore: 'Nothing was restored.',
  deleteFormer: 'The former data could not be deleted.',
}
/** Between two reports of progress, ms. */
const tellEveryMs = 1_000
/** Pause after the folder or the store could not be used. */
const retryMs = 10_000

/**
 * Does what is asked for with the files of backups, one after the other, and reports what there is. A task that a stop interrupted is done
 * again by the next leader: none of them does harm twice. While the folder or the store can't be used it tries again. Returns the way to stop.
 */
export function startBackupsWorker({ hub, files, former, clock, node, restore, warn, onFault }: BackupsWorkerDeps) {
  const stopping = new AbortController()
  const delays = createDelays(clock)
  /** Of the last backup that could not be made, and of the last other task that failed: each until one is done. */
  const failures: { make: Failure; other: Failure } = { make: null, other: null }
  /** Since when nothing can be done, and why. */
  let stuck: Failure = null
  let isReady = false
  let isWorking = false
  let cancelRetry = () => {}
  const execute = (name: string, input: object) => hub.execute('backups', name, input)
  const reportUntilKept = createReport({ hub, delays, onFault })

  const report = async () => {
    const list = [...(await files.list())].slice(0, 200)
    const freeBytes = await files.freeBytes().catch(() => null)
    const whyNot = typeof restore === 'string' ? restore : null
    const failure = stuck ?? failures.other ?? failures.make
    const found = [...(await former.list())].slice(0, 50)
    const place = { folder: files.folder, node, freeBytes, restoresHere: whyNot === null, whyNot }
    const known = { list, failure, former: found, ...place }
    await execute(commands.reportBackups.name, known)
  }
  const tell = (progress: BackupProgress | null) =>
    execute(commands.reportProgress.name, { progress }).catch((error: unknown) => onFault('backup progress', error))
  /** Does something that takes long, and shows how far it is. */
  const watched = async <T>(
    act: BackupProgress['act'],
    of: number | null,
    work: (watching: Watching) => Promise<T>,
  ) => {
    const startedAt = clock.now()
    let toldAt = clock.monotonic()
    await tell({ act, done: 0, of, startedAt })
    const onRecords = (done: number) => {
      if (clock.monotonic() - toldAt < tellEveryMs) return
      toldAt = clock.monotonic()
      void tell({ act, done, of, startedAt })
    }
    try {
      return await work({ onRecords, signal: stopping.signal })
    } finally {
      await tell(null)
    }
  }
  const sizeOf = (one: HubBackup | undefined) => (one && one.rows > 0 ? one.rows + one.documents : null)
  const verify = async (id: string) => {
    const found = (await files.list()).find((one) => one.id === id)
    await watched('verify', sizeOf(found), (watching) => files.verify(id, watching))
  }
  const make = async (cause: BackupCause, task: string | null = null) => {
    const [newest] = await files.list()
    // An earlier leader may have made it, and been stopped before the store took the end of the task.
    const earlier = task === null ? null : await files.madeFor(task)
    const id = earlier ?? (await watched('make', sizeOf(newest), (watching) => files.make(cause, watching, task)))
    failures.make = null
    // The backup is made, whether or not the hub can list it now: the end of the task lists it again.
    await report().catch(() => {})
    await verify(id)
  }
  const acts: Readonly<Record<BackupTask['act'], (task: BackupTask, id: string) => Promise<void>>> = {
    async make({ id, cause }) {
      await make(cause, id)
      await files.removeOld()
      await former.removeOld()
    },
    verify: (_task, id) => verify(id),
    lock: (_task, id) => files.setLock(id, true),
    unlock: (_task, id) => files.setLock(id, false),
    delete: (_task, id) => files.remove(id),
    deleteFormer: (_task, name) => former.remove(name),
    async restore(_task, id) {
      if (typeof restore === 'string') throw new Error(restore)
      if (!(await files.list()).some((one) => one.id === id)) throw new Error('There is no such backup any more.')
      // Its file may have been damaged since it was tried. Once the hub has stopped it is too late to hear of it.
      await watched('verify', null, (watching) => files.compare(id, watching))
      // Nothing old is deleted for it: that could be the very one to be restored.
      await make('beforeRestore')
      await restore(id)
    },
  }
  const failed = async ({ act }: BackupTask, error: unknown) => {
    const at = clock.now()
    const why = error instanceof Error ? error.message : String(error)
    const says = `${failedTexts[act]} ${why}`.slice(0, 2_000)
    if (isOwners(error)) warn(says)
    else onFault(`backups: ${act}`, error)
    const restored = { at, isDone: false, says, madeAt: null }
    if (act === 'restore') await reportUntilKept('backups', commands.recordRestore.name, restored)
    else failures[act === 'make' ? 'make' : 'other'] = { at, why: says }
  }
  const next = () => hub.read(backupPlan, backupsKey).tasks[0]
  /** Backups are listed all the same, until the next one cannot be made. */
  const noteReadOnly = (error: unknown) => {
    if (!isOwners(error)) throw error
    const why = `Backups cannot be made now. ${(error as Error).message}`.slice(0, 2_000)
    if (failures.make?.why !== why) warn(why)
    failures.make = { at: clock.now(), why }
  }
  const begin = async () => {
    await files.prepare()
    await files.checkWritable().catch(noteReadOnly)
    await former.removeOld().catch((error: unknown) => onFault('former data', error))
    await report()
    await execute(commands.beginSchedule.name, {})
    await execute(commands.reportProgress.name, { progress: null })
    if (stuck) {
      stuck = null
      await report()
    }
    isReady = true
  }
  const work = async () => {
    if (!isReady) await begin()
    for (let task = next(); task && !stopping.signal.aborted; task = next()) {
      const current = task
      failures.other = null
      await acts[current.act](current, current.backup ?? '').catch((error: unknown) =>
        stopping.signal.aborted ? undefined : failed(current, error),
      )
      if (stopping.signal.aborted) return
      // What is done must not be done again because the store could not take it for a moment.
      await reportUntilKept('backups', commands.finishTask.name, { task: current.id })
      if (stopping.signal.aborted) return
      await report()
    }
  }
  /** Tells why nothing can be done. */
  const getStuck = async (error: unknown) => {
    if (stopping.signal.aborted) return
    isReady = false
    const isOfStore = error instanceof CommandRefused
    const what = isOfStore ? 'Backups cannot be made now.' : 'The folder of backups cannot be used.'
    const reason = error instanceof Error ? error.message : error
    const why = `${what} ${reason} The hub tries again every ten seconds.`.slice(0, 2_000)
    if (stuck === null && isOwners(error)) warn(why)
    else if (stuck === null) onFault('backups', error)
    stuck = { at: stuck?.at ?? clock.now(), why }
    if (isOfStore) return report()
    const place = { folder: files.folder, node, freeBytes: null, restoresHere: false, whyNot: why }
    await execute(commands.reportBackups.name, { list: [], failure: stuck, former: [], ...place })
  }
  const wake = async () => {
    if (isWorking || stopping.signal.aborted) return
    isWorking = true
    cancelRetry()
    await work()
      .catch(getStuck)
      .catch(() => {})
    isWorking = false
    if (!isReady && !stopping.signal.aborted) cancelRetry = clock.after(retryMs, wake)
    // It may have come after the last look.
    if (isReady && next()) void wake()
  }
  const stopListening = hub.onPublish((published) => {
    if (published.some(({ id }) => id === documentId(backupPlan, backupsKey))) void wake()
  })
  return {
    /** Resolves when what was asked for before is done, or cannot be. */
    begun: wake(),
    stop() {
      stopping.abort()
      delays.stop()
      cancelRetry()
      stopListening()
    },
  }
}
