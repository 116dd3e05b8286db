import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleEntries, talliesAt } from '../contract/sampleEntries.ts'
import { openSqliteStorage } from '../sqlite/sqlite.ts'
import { openSqliteSource } from '../sqlite/transferSource.ts'
import { writeExport } from '../transfer/writeExport.ts'
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
  await writeExport({ source, file, now: 5, isCompressed: true }).finally(source.close)
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
