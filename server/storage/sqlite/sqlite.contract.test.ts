import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '../../engine/storage.ts'
import { storageContract } from '../contract/contract.ts'
import type { OpenPlace } from '../contract/place.ts'
import { openSqliteStorage } from './sqlite.ts'
import { spawnAppender } from './testing/sampleStores.ts'

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
      return spawnAppender(folder)
    },
    // Read while it is open: a lock is lost with any handle that this process closes, which no other process minds here.
    raw: async () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('\n'),
    remove: async () => {
      for (const storage of opened) await storage.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

storageContract('SQLite', openPlace)
