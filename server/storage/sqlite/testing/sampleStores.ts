import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sampleEntries, talliesAt } from '../../contract/sampleEntries.ts'
import { journalKeptMs, openSqliteStorage, toBatch } from '../sqlite.ts'
import { createStore } from '../store.ts'

/** SQLite stores in temporary folders, for tests that damage them. */
const APPENDER = fileURLToPath(new URL('./appender.ts', import.meta.url))

export const spawnAppender = (folder: string): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', APPENDER, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Resolves after a number of acknowledgements. */
export const acknowledged = async (appender: ChildProcess, count: number) => {
  if (!appender.stdout) throw new Error("The appender's output is not piped.")
  let seen = 0
  for await (const _ of createInterface(appender.stdout)) {
    seen += 1
    if (seen === count) return
  }
  throw new Error('The appender ended by itself.')
}

export const kill = async (appender: ChildProcess) => {
  const exited = once(appender, 'exit')
  appender.kill('SIGKILL')
  await exited
}

export const temporaryFolders = () => {
  const made: string[] = []
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'waterhole-store-'))
    made.push(path)
    return path
  }
  return {
    folder,
    copyOf: (store: string) => {
      const path = folder()
      cpSync(store, path, { recursive: true })
      return path
    },
    remove: () => {
      for (const path of made) rmSync(path, { recursive: true, force: true })
    },
  }
}

const CHECKPOINT_AT = 40

const fill = async (folder: string, entries: number) => {
  const storage = await openSqliteStorage({ folder })
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(1, CHECKPOINT_AT, epoch))
  await storage.checkpoint(CHECKPOINT_AT, talliesAt(CHECKPOINT_AT))
  for (const entry of sampleEntries(CHECKPOINT_AT + 1, entries, epoch)) await storage.append([entry])
  return storage
}

/** A store that was closed regularly: entries, a checkpoint at 40, more entries, archives. */
export const fillStore = async (folder: string, entries = 60) => {
  const storage = await fill(folder, entries)
  await storage.close()
}

/**
 * The same with everything still in the log, as after a power cut after the last acknowledgement. In one turn, without idle moments, in
 * which the log is copied.
 */
export const fillLog = async (folder: string, entries = 60) => {
  const place = mkdtempSync(join(tmpdir(), 'waterhole-open-'))
  const { handlers, append } = createStore({ folder: place, durable: true, maxPages: null, journalKeptMs })
  const { epoch } = handlers.load(null)
  append([toBatch(sampleEntries(1, CHECKPOINT_AT, epoch), epoch, 0)])
  handlers.beginCheckpoint({ seq: CHECKPOINT_AT })
  const documents = talliesAt(CHECKPOINT_AT).map(({ value, ...named }) => ({ ...named, json: JSON.stringify(value) }))
  handlers.keepDocuments({ documents })
  handlers.finishCheckpoint({ seq: CHECKPOINT_AT, now: Date.now() })
  for (const entry of sampleEntries(CHECKPOINT_AT + 1, entries, epoch)) append([toBatch([entry], epoch, 0)])
  cpSync(place, folder, { recursive: true })
  handlers.close(null)
  rmSync(place, { recursive: true })
}

/** A store whose hub was killed while it wrote: with incomplete transactions in its log. */
export const killStore = async (folder: string, acknowledgements: number) => {
  const appender = spawnAppender(folder)
  await acknowledged(appender, acknowledgements)
  await kill(appender)
}
