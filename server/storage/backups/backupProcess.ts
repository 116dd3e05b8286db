import { rmSync } from 'node:fs'
import { isFull } from '../sqlite/problems.ts'
import { openSqliteStorage } from '../sqlite/sqlite.ts'
import { openHeldSource } from '../sqlite/transferSource.ts'
import { openSqliteTarget } from '../sqlite/transferTarget.ts'
import { checkExport, tryExport } from '../transfer/importExport.ts'
import { BadExport, compareExport, readExport } from '../transfer/readExport.ts'
import { SourceMoved, type TransferSource } from '../transfer/transferPort.ts'
import { writeExport } from '../transfer/writeExport.ts'
import { pinFilesOf, takePinFile } from './pinFiles.ts'
import { createRests, giveWay } from './rests.ts'
import type { BackupOrder, BackupReport, KeptAnswer, MadeBackup, StorePlace } from './runBackupProcess.ts'

/**
 * A process of its own that makes, tries or compares one backup, and ends with the hub. It gives way to the hub on processor and disk: it works in small
 * pieces, with rests between them. It reads a store that the hub holds, so that it never waits for the hub, nor the hub for it.
 */
const REPORT_EVERY = 2_000
/** Records between two looks at the time. */
const LOOK_EVERY = 25

/** Pieces of a store that is filled, of about 100 kB, for which the disk is made to write at once. */
const SYNC_EVERY = 16

const rests = createRests(() => performance.now())

const tell = (report: BackupReport) => void process.send?.(report)
const last = (report: BackupReport) => void process.send?.(report, () => process.exit(0))

async function rest() {
  if (!rests.isDue()) return
  await new Promise((resolve) => setTimeout(resolve, rests.length()))
  rests.goOn()
}

/** The same within a call of SQLite, which waits for it. */
function restInPlace(sync: () => void) {
  if (!rests.isDue()) return
  pieces += 1
  if (pieces % SYNC_EVERY === 0) sync()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, rests.length())
  rests.goOn()
  // The message that the hub has ended could not come in.
  if (process.ppid !== hub) process.exit(1)
}
const hub = process.ppid
let pieces = 0

/** Counts the records as they pass, and asks at the end whether the store was held. */
function counting(source: TransferSource, isHurried: boolean): TransferSource & { contentBytes(): number } {
  let records = 0
  let bytes = 0
  return {
    ...source,
    async *records() {
      for await (const record of source.records()) {
        records += 1
        if (!isHurried && records % LOOK_EVERY === 0) await rest()
        bytes += Buffer.byteLength(record.json)
        if (records % REPORT_EVERY === 0) {
          tell({ records })
          // Once in a while the message that the hub has ended comes in.
          await new Promise((resolve) => setImmediate(resolve))
        }
        yield record
      }
    },
    async confirm() {
      await source.confirm()
      if (!(await askWhetherKept()))
        throw new SourceMoved('The store was written to faster than it could be read. It will be read again.')
    },
    contentBytes: () => bytes,
  }
}

const askWhetherKept = () =>
  new Promise<boolean>((resolve) => {
    process.once('message', ({ isKept }: KeptAnswer) => resolve(isKept))
    tell({ asks: 'isKept' })
  })

const openSource = async ({ dataDir, redis }: StorePlace) =>
  redis ? (await import('../redis/transferSource.ts')).openRedisSource(redis) : openHeldSource(dataDir)

async function make({ place, file, now, isHurried }: Extract<BackupOrder, { act: 'make' }>): Promise<MadeBackup> {
  const source = counting(await openSource(place), isHurried)
  try {
    const end = await writeExport({ source, file, now, isCompressed: true, files: pinFilesOf(place.dataDir) })
    const { header, close } = await readExport(file)
    await close()
    return { header, end, contentBytes: source.contentBytes() }
  } finally {
    await source.close()
  }
}

/** Reads the whole file; fills an empty store from it and loads that, as a hub does that restores it. */
async function verify({ file, folder }: Extract<BackupOrder, { act: 'verify' }>): Promise<MadeBackup> {
  if (folder === null) return { ...(await checkExport(file)), contentBytes: 0 }
  try {
    const target = await openSqliteTarget(folder, { rest: restInPlace })
    let parts = 0
    const onPart = () => {
      parts += 1
      if (parts % 20 === 0) tell({ records: parts * 500 })
    }
    const takeFile = takePinFile({ into: folder, present: folder })
    const imported = await tryExport({ file, target, onPart, takeFile }).finally(target.close)
    const storage = await openSqliteStorage({ folder, durable: false })
    const { lastSeq } = await storage.load().finally(storage.close)
    if (lastSeq !== imported.header.position.lastSeq)
      throw new Error(`The store that was filled from it ends with entry ${lastSeq}.`)
    return { header: imported.header, end: imported.end, contentBytes: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function carryOut(order: BackupOrder): Promise<MadeBackup> {
  if (order.act === 'make') return await make(order)
  return order.act === 'verify' ? await verify(order) : { ...(await compareExport(order.file)), contentBytes: 0 }
}

const kindOf = (error: unknown) => {
  if (isFull(error)) return 'full'
  if (error instanceof SourceMoved) return 'moved'
  return error instanceof BadExport ? 'bad' : 'other'
}

/** The code and the path of an error of the system. */
function systemIn(error: unknown) {
  const { code, path } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  return typeof code === 'string' ? { code, ...(path !== undefined && { path }) } : {}
}

process.on('disconnect', () => process.exit(1))
process.once('message', async (order: BackupOrder) => {
  giveWay()
  try {
    last({ made: await carryOut(order) })
  } catch (error) {
    last({
      failed: { kind: kindOf(error), why: error instanceof Error ? error.message : String(error), ...systemIn(error) },
    })
  }
})
