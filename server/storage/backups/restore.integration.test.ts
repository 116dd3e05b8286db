import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleEntries, talliesAt } from '../contract/sampleEntries.ts'
import { openSegmentFolder } from '../replay/segmentFolder.ts'
import { openSqliteStorage } from '../sqlite/sqlite.ts'
import { openSqliteSource } from '../sqlite/transferSource.ts'
import { writeExport } from '../transfer/writeExport.ts'
import { createFormerData } from './formerData.ts'
import { pinFilesOf, pinFolder } from './pinFiles.ts'
import { asideFolder, askRestore, carryOutRestore, eachFormer, type ReadFormer, readRestore } from './restore.ts'

const parent = mkdtempSync(join(tmpdir(), 'waterhole-phases-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const readFormer: ReadFormer = async (dataDir) => ({ ...(await eachFormer(dataDir, () => {})), again: null })

async function filled(name: string, last: number) {
  const folder = join(parent, name)
  const storage = await openSqliteStorage({ folder })
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(1, last, epoch))
  await storage.checkpoint(last, talliesAt(last))
  await storage.close()
  return folder
}
const lastIn = async (folder: string) => {
  const storage = await openSqliteStorage({ folder })
  return (await storage.load().finally(storage.close)).lastSeq
}
const backupOf = async (folder: string, file: string) => {
  const source = await openSqliteSource(folder)
  const files = pinFilesOf(folder)
  await writeExport({ source, file, now: 5, isCompressed: true, files }).finally(source.close)
}

test('[BK24] a restore that was killed at any step is completed by the next start, and loses neither data', async () => {
  const file = join(parent, 'twenty.backup')
  await backupOf(await filled('twenty', 20), file)
  // What a kill leaves: nothing begun; a part filled; filled and not moved; the log moved; everything moved but the new file.
  const steps = ['asked', 'filling', 'ready', 'oneMoved', 'allMoved'] as const
  for (const step of steps) {
    const dataDir = await filled(step, 33)
    askRestore({ dataDir, file, now: 7 })
    const mark = readRestore(dataDir)
    if (!mark) throw new Error('Nothing is asked for.')
    const own = join(dataDir, `restore-${mark.name}`)
    const aside = asideFolder(dataDir, mark)
    if (step === 'filling') {
      mkdirSync(own)
      writeFileSync(join(own, 'journal.filling'), 'begun')
    }
    if (step === 'ready' || step === 'oneMoved' || step === 'allMoved') {
      const spare = join(parent, `spare-${step}`)
      mkdirSync(spare)
      askRestore({ dataDir: spare, file, now: 7 })
      await carryOutRestore(spare, readFormer)
      mkdirSync(own)
      renameSync(join(spare, 'journal.db'), join(own, 'journal.db'))
      const ready = {
        ...JSON.parse(readFileSync(join(spare, 'restore.json'), 'utf8')),
        name: mark.name,
        phase: 'ready',
      }
      writeFileSync(join(dataDir, 'restore.json'), JSON.stringify(ready))
    }
    if (step === 'oneMoved' || step === 'allMoved') {
      mkdirSync(aside)
      renameSync(join(dataDir, 'journal.mark'), join(aside, 'journal.mark'))
      if (step === 'allMoved') renameSync(join(dataDir, 'journal.db'), join(aside, 'journal.db'))
    }
    expect([step, (await carryOutRestore(dataDir, readFormer))?.phase]).toEqual([step, 'done'])
    expect([step, (await carryOutRestore(dataDir, readFormer))?.phase]).toEqual([step, 'done'])
    expect([step, await lastIn(dataDir), await lastIn(aside)]).toEqual([step, 20, 33])
  }
})

const pinned = (dataDir: string) => openSegmentFolder(pinFolder(dataDir))
const pin = (dataDir: string, from: number, text: string) => pinned(dataDir).write(from, Buffer.from(text))
const textOf = async (dataDir: string, from: number) => {
  const read = await pinned(dataDir).read(from)
  return read.kind === 'whole' ? Buffer.from(read.body).toString() : null
}

test('[BK25] the maps of pins are in a backup and come back with it; one that is there stays, since persons may be erased from it', async () => {
  const from = await filled('pinned', 20)
  await pin(from, 1_000, 'gone since')
  await pin(from, 2_000, 'Rex was here')
  await pin(from, 3_000, 'damaged since')
  const file = join(parent, 'pinned.backup')
  await backupOf(from, file)
  const dataDir = await filled('pinnedSince', 33)
  await pin(dataDir, 2_000, 'erased')
  await pin(dataDir, 3_000, 'damaged')
  await pin(dataDir, 4_000, 'newer')
  writeFileSync(join(pinFolder(dataDir), 'main-3000.segment'), 'waterhole replay 1\nspoilt')
  askRestore({ dataDir, file, now: 7 })
  const mark = await carryOutRestore(dataDir, readFormer)
  expect(mark?.phase).toBe('done')
  const texts = await Promise.all([1_000, 2_000, 3_000, 4_000].map((at) => textOf(dataDir, at)))
  expect(texts).toEqual(['gone since', 'erased', 'damaged since', 'newer'])
  const aside = asideFolder(dataDir, { name: mark?.name ?? '' })
  expect(readdirSync(pinFolder(aside))).toEqual(['main-2000.segment', 'main-3000.segment', 'main-4000.segment'])
})

test('[BK26] a backup from before pins were in it restores as it did, and leaves the pins that are there', async () => {
  const file = join(parent, 'former.backup')
  await backupOf(await filled('former', 20), file)
  const dataDir = await filled('formerSince', 33)
  await pin(dataDir, 2_000, 'kept')
  askRestore({ dataDir, file, now: 7 })
  expect((await carryOutRestore(dataDir, readFormer))?.phase).toBe('done')
  expect([await lastIn(dataDir), await textOf(dataDir, 2_000)]).toEqual([20, 'kept'])
})

test('[BK27] a restore into a folder without data knows that there were none, and one over data that cannot be read does not', async () => {
  const file = join(parent, 'first.backup')
  await backupOf(await filled('first', 20), file)
  const empty = join(parent, 'empty')
  mkdirSync(empty)
  askRestore({ dataDir: empty, file, now: 7 })
  const mark = await carryOutRestore(empty, readFormer)
  expect(mark).toMatchObject({ phase: 'done', hasFormer: false, formerSeq: null })
  expect(existsSync(asideFolder(empty, { name: mark?.name ?? '' }))).toBe(false)
  const damaged = await filled('damagedFormer', 33)
  writeFileSync(join(damaged, 'journal.db'), 'Dear Anne')
  askRestore({ dataDir: damaged, file, now: 7 })
  expect(await carryOutRestore(damaged, readFormer)).toMatchObject({ phase: 'done', hasFormer: true, formerSeq: null })
})

test('[BK28] of former data the three newest are kept, for 30 days; nothing else in the folder is touched', async () => {
  const dataDir = join(parent, 'aside')
  const day = (nth: number) => `before-restore-2026-11-0${nth}T05-00-00-1f2e`
  for (const name of [1, 2, 3, 4].map(day).concat('before-restore-mine', 'restore-2026-11-09T05-00-00-1f2e')) {
    mkdirSync(join(dataDir, name, 'pins'), { recursive: true })
    writeFileSync(join(dataDir, name, 'journal.db'), '12345')
    writeFileSync(join(dataDir, name, 'pins', 'one'), '12')
  }
  let now = Date.UTC(2026, 10, 9)
  const former = createFormerData({ dataDir, now: () => now })
  expect((await former.list())[0]).toEqual({ name: day(4), at: Date.UTC(2026, 10, 4, 5), bytes: 7 })
  await former.removeOld()
  expect((await former.list()).map(({ name }) => name)).toEqual([day(4), day(3), day(2)])
  now = Date.UTC(2026, 11, 3, 6)
  await former.removeOld()
  expect((await former.list()).map(({ name }) => name)).toEqual([day(4)])
  await expect(former.remove('../aside')).rejects.toThrow('not a folder of former data')
  await former.remove(day(4))
  expect(readdirSync(dataDir)).toEqual(['before-restore-mine', 'restore-2026-11-09T05-00-00-1f2e'])
})

test('[BK68] a restore on a new machine makes the data folder, which only its user can read', async () => {
  const file = join(parent, 'moved.backup')
  await backupOf(await filled('moved', 20), file)
  const dataDir = join(parent, 'new', 'machine')
  askRestore({ dataDir, file, now: 7 })
  expect((await carryOutRestore(dataDir, readFormer))?.phase).toBe('done')
  expect([await lastIn(dataDir), statSync(dataDir).mode & 0o777]).toEqual([20, 0o700])
})
