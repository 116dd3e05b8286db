import { fork } from 'node:child_process'
import { dirname } from 'node:path'
import type { Hold } from '../../engine/storage.ts'
import { NotWritten } from '../../engine/storage.ts'
import type { EndLine, ExportHeader } from '../transfer/format.ts'
import { SourceMoved } from '../transfer/transferPort.ts'

/** Which store is backed up, or restored into. */
export type StorePlace =
  | { readonly dataDir: string; readonly redis: null }
  | { readonly dataDir: string; readonly redis: { readonly url: string; readonly prefix: string } }

/** What the process of backups is asked to do: one thing, then it ends. */
export type BackupOrder =
  | {
      readonly act: 'make'
      readonly place: StorePlace
      readonly file: string
      readonly now: number
      /** Without rests: a store that is written to so fast that it could not be held for as long. */
      readonly isHurried: boolean
    }
  /** Compares the file with its checks: cheaper than trying it, and enough where it was tried before. */
  | { readonly act: 'compare'; readonly file: string }
  /** @param folder for trying it: empty, and removed afterwards; null where there is no room for that */
  | { readonly act: 'verify'; readonly file: string; readonly folder: string | null }

export interface MadeBackup {
  readonly header: ExportHeader
  readonly end: EndLine
  /** Of its records, unpacked. */
  readonly contentBytes: number
}

/** From the process. */
export type BackupReport =
  | { readonly records: number }
  /** Whether the store was held all the time. */
  | { readonly asks: 'isKept' }
  | { readonly made: MadeBackup }
  | { readonly failed: Failed }

interface Failed {
  readonly kind: 'full' | 'moved' | 'bad' | 'other'
  readonly why: string
  /** Of an error of the system. */
  readonly code?: string
  readonly path?: string
}

/** To the process, after its order. */
export interface KeptAnswer {
  readonly isKept: boolean
}

/** The backup cannot be read, or is not what it says. */
export class BadBackup extends Error {}

interface RunOptions {
  readonly hold: Hold | null
  readonly onRecords: (records: number) => void
  readonly signal: AbortSignal
}

/**
 * Makes or tries one backup in a process of its own. @throws NotWritten on a full disk, SourceMoved, BadBackup, Error that says what else
 * went wrong
 */
export function runBackupProcess(order: BackupOrder, { hold, onRecords, signal }: RunOptions): Promise<MadeBackup> {
  const child = fork(new URL('./backupProcess.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=512'],
    // It has no use for the hub's secrets, nor for its input.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2_000)
  })
  return new Promise<MadeBackup>((resolve, reject) => {
    const stop = () => void child.kill('SIGKILL')
    const receive = async (report: BackupReport) => {
      if ('records' in report) return onRecords(report.records)
      if ('made' in report) return resolve(report.made)
      if ('failed' in report) return reject(errorOf(report.failed, order))
      const isKept = (await hold?.isKept().catch(() => false)) ?? false
      if (child.connected) child.send({ isKept } satisfies KeptAnswer, () => {})
    }
    child.on('message', (report: BackupReport) => void receive(report))
    child.on('error', reject)
    child.on('exit', (code, by) => {
      signal.removeEventListener('abort', stop)
      reject(new Error(`The process of the backup ended early (${by ?? code}). ${said.trim()}`.trim()))
    })
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    child.send(order, (error) => error && reject(error))
  })
}

function errorOf({ kind, why, ...system }: Failed, { file }: BackupOrder): Error {
  if (kind === 'full')
    return new NotWritten(
      'full',
      `There is no room on the disk of ${dirname(file)}. Earlier backups are as they were. Free some space there, or set BACKUP_DIR to a folder on another disk.`,
    )
  if (kind === 'moved') return new SourceMoved(why)
  return kind === 'bad' ? new BadBackup(why) : Object.assign(new Error(why), system)
}
