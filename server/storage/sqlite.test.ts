import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Storage } from '../engine/storage.ts'
import { type OpenPlace, storageContract } from './contract.ts'
import { openSqliteStorage } from './sqlite.ts'

const APPENDER = fileURLToPath(new URL('./sqliteAppender.ts', import.meta.url))

const openPlace = async (): Promise<OpenPlace> => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-sqlite-'))
  const opened: Storage[] = []
  const another = async () => {
    const storage = await openSqliteStorage({ folder })
    opened.push(storage)
    return storage
  }
  const closeLast = async () => opened.at(-1)?.close()
  return {
    storage: await another(),
    another,
    reopen: async () => {
      await closeLast()
      return another()
    },
    startAppender: async () => {
      await closeLast()
      return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', APPENDER, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    },
    remove: async () => {
      for (const storage of opened) await storage.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

storageContract('SQLite', openPlace)
