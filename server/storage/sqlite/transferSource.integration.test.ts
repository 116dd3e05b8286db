import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { StoreInUse } from '../../engine/storage.ts'
import { sampleEntry } from '../contract/sampleEntries.ts'
import { NoStore, SourceMoved, type TransferSource } from '../transfer/transferPort.ts'
import { openSqliteStorage } from './sqlite.ts'
import { folderState } from './testing/folderState.ts'
import { acknowledged, fillStore, kill, killStore, spawnAppender, temporaryFolders } from './testing/sampleStores.ts'
import { database, put } from './testing/storeTools.ts'
import { openSqliteSource } from './transferSource.ts'

const folders = temporaryFolders()
afterAll(folders.remove)

const readAll = async (source: TransferSource) => {
  const records: string[] = []
  for await (const { of, json } of source.records()) records.push(`${of} ${json}`)
  await source.confirm()
  return records
}

test('[TR20] an export leaves the folder unchanged, even with the log of a killed hub', async () => {
  const [closed, killed] = [folders.folder(), folders.folder()]
  await fillStore(closed)
  await killStore(killed, 60)
  for (const folder of [closed, killed]) {
    const before = folderState(folder)
    const source = await openSqliteSource(folder)
    const journal = (await readAll(source)).filter((record) => record.startsWith('journal'))
    expect(journal).toHaveLength(source.position.lastSeq)
    await source.close()
    expect(folderState(folder)).toEqual(before)
  }
})

test('[TR21] an export without a store, or of a store that a hub has open, is refused by name', async () => {
  await expect(openSqliteSource(folders.folder())).rejects.toThrow(NoStore)
  const folder = folders.folder()
  const storage = await openSqliteStorage({ folder })
  await storage.load()
  await expect(openSqliteSource(folder)).rejects.toThrow(StoreInUse)
  await storage.close()
  const appender = spawnAppender(folder)
  await acknowledged(appender, 3)
  await expect(openSqliteSource(folder)).rejects.toThrow(StoreInUse)
  await kill(appender)
})

test('[TR22] a hub that starts during an export is detected', async () => {
  const folder = folders.folder()
  await fillStore(folder)
  const source = await openSqliteSource(folder)
  const appender = spawnAppender(folder)
  await acknowledged(appender, 3)
  await expect(readAll(source)).rejects.toThrow(SourceMoved)
  await kill(appender)
  await source.close()
})

test('[TR23] an entry that was changed on the disk is not exported', async () => {
  const folder = folders.folder()
  const storage = await openSqliteStorage({ folder })
  const { epoch } = await storage.load()
  await storage.append([sampleEntry(1, epoch, { input: 'first words' })])
  await storage.checkpoint(1, [])
  await storage.close()
  put(database(folder), readFileSync(database(folder)).indexOf('first words'), [0x46])
  const source = await openSqliteSource(folder)
  await expect(readAll(source)).rejects.toThrow('changed since it was written')
  await source.close()
})
