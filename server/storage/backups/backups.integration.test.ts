// One file because all of it is about the files of one folder: they are made, tried, compared and removed there, and share the stores below.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Hold, NotWritten, type Storage } from '../../engine/storage.ts'
import { UnusablePlace } from '../../engine/unusablePlace.ts'
import { sampleEntries, sampleEntry, talliesAt } from '../contract/sampleEntries.ts'
import { openHeldSource } from '../sqlite/transferSource.ts'
import { importExport } from '../transfer/importExport.ts'
import { redisPlace, sqlitePlace } from '../transfer/testing/transferPlace.ts'
import { wholeOf } from '../transfer/testing/wholeStore.ts'
import type { TransferSource } from '../transfer/transferPort.ts'
import { writeExport } from '../transfer/writeExport.ts'
import { createBackupFolder } from './backupFolder.ts'
import type { StorePlace } from './runBackupProcess.ts'
import { runBackupProcess } from './runBackupProcess.ts'

let folder = ''
let removals: (() => Promise<void>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-backups-'))
})
afterEach(async () => {
  for (const remove of removals.reverse()) await remove()
  removals = []
  rmSync(folder, { recursive: true, force: true })
})

const openSqlite = async () => {
  const place = await sqlitePlace()
  removals.push(place.remove)
  return { place, store: { dataDir: place.folder, redis: null } satisfies StorePlace }
}
const openRedis = async () => {
  const place = await redisPlace()
  removals.push(place.remove)
  return { place, store: { dataDir: folder, redis: { url: place.url, prefix: 'waterhole' } } satisfies StorePlace }
}
const kinds = { SQLite: openSqlite, Redis: openRedis }

const quiet = { onRecords() {}, signal: new AbortController().signal }
let time = Date.UTC(2026, 10, 23, 5)
const folderOf = (place: StorePlace, hold: () => Promise<Hold>) =>
  createBackupFolder({ folder, place, hold, now: () => (time += 1_000) })
const holdOf = (storage: Storage) => () => storage.hold?.() ?? Promise.reject(new Error('It cannot be held.'))

/** Everything of a store that is filled from the backup. */
const restored = async (file: string) => {
  const { place } = await openSqlite()
  const target = await place.target()
  const { header } = await importExport({ file, target }).finally(target.close)
  const storage = await place.storage()
  return { header, whole: await wholeOf(storage).finally(storage.close) }
}

const MOST_APPENDED = 900

/** Appends one after the other, with checkpoints between them, until it is stopped. Returns the last entry. */
const appendUntil = (storage: Storage, epoch: number, from: number, isOver: () => boolean) =>
  (async () => {
    let seq = from
    const checkpoints: Promise<void>[] = []
    while (!isOver()) {
      // Enough for several checkpoints; a slow machine would write much more meanwhile.
      if (seq >= from + MOST_APPENDED) {
        await new Promise((resolve) => setImmediate(resolve))
        continue
      }
      seq += 1
      await storage.append([sampleEntry(seq, epoch, { input: 'x'.repeat(300) })])
      if (seq % 40 === 0) checkpoints.push(storage.checkpoint(seq, talliesAt(seq)))
    }
    await Promise.all(checkpoints)
    return seq
  })()

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('of a store in %s', (kind) => {
  test('[BK1] a backup under load is the store at one position: all before it, and nothing after it', async () => {
    const { place, store } = await kinds[kind]()
    const storage = await place.storage()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 600, epoch))
    await storage.checkpoint(300, talliesAt(300))
    const files = folderOf(store, holdOf(storage))
    await files.prepare()
    let isOver = false
    const appending = appendUntil(storage, epoch, 600, () => isOver)
    const ids = [await files.make('asked', quiet), await files.make('schedule', quiet)]
    isOver = true
    const last = await appending
    const whole = await wholeOf(storage)
    for (const id of ids) {
      const { header, whole: found } = await restored(files.pathOf((await files.find(id)).file))
      const { lastSeq } = header.position
      expect(lastSeq).toBeGreaterThanOrEqual(600)
      expect(lastSeq).toBeLessThanOrEqual(last)
      expect(found.journal).toEqual(whole.journal.slice(0, lastSeq))
      expect(found.documents).toEqual(talliesAt(found.checkpointSeq))
      const rows = found.archives['audit undefined'] as readonly { readonly seq: number }[]
      expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, at) => lastSeq - at))
    }
    const [newer, older] = await files.list()
    expect([newer?.seq ?? 0, newer?.cause]).toEqual([Math.max(newer?.seq ?? 0, older?.seq ?? 0), 'schedule'])
    await storage.close()
  })

  test('[BK2] a backup is tried by another process, and the list says so; a damaged, cut or foreign one is called bad', async () => {
    const { place, store } = await kinds[kind]()
    const storage = await place.storage()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 50, epoch))
    await storage.checkpoint(50, talliesAt(50))
    const files = folderOf(store, holdOf(storage))
    await files.prepare()
    const id = await files.make('asked', quiet)
    expect((await files.list())[0]?.verified).toEqual({ state: 'unverified', at: null, why: null })
    await files.verify(id, quiet)
    expect((await files.list())[0]).toMatchObject({
      seq: 50,
      documents: 5,
      rows: 50,
      verified: { state: 'tried', why: null },
    })
    const path = files.pathOf((await files.find(id)).file)
    const good = readFileSync(path)
    const spoilt: Record<string, () => void> = {
      'was cut short': () => truncateSync(path, good.length - (good.length >> 2)),
      'was changed': () => writeFileSync(path, Buffer.from(good).fill(0x55, good.length >> 1, (good.length >> 1) + 60)),
      'is not an export of Waterhole': () => writeFileSync(path, 'Dear Anne'),
    }
    for (const [why, spoil] of Object.entries(spoilt)) {
      spoil()
      await files.verify(id, quiet)
      expect((await files.list())[0]?.verified).toMatchObject({ state: 'bad', why: expect.stringContaining(why) })
    }
    writeFileSync(path, good)
    await files.verify(id, quiet)
    expect((await files.list())[0]?.verified.state).toBe('tried')
    expect(readdirSync(folder).filter((name) => name.endsWith('.trying'))).toEqual([])
    await storage.close()
  })
})

const openFilled = async () => {
  const { place, store } = await openSqlite()
  const storage = await place.storage()
  removals.push(storage.close)
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(1, 30, epoch))
  const files = folderOf(store, holdOf(storage))
  await files.prepare()
  return { storage, epoch, files, store }
}

test('[BK3] the eleventh backup deletes the oldest that is not locked; a locked one is not deleted before it is unlocked', async () => {
  const { files } = await openFilled()
  const first = await files.make('asked', quiet)
  const { file } = await files.find(first)
  await files.setLock(first, true)
  // Copies under other names, with times of their own.
  for (let nth = 1; nth <= 11; nth += 1) {
    const copy = file.replace('waterhole-', `waterhole-${nth}-`)
    copyFileSync(files.pathOf(file), files.pathOf(copy))
    const manifest = JSON.parse(readFileSync(files.pathOf(`${file}.json`), 'utf8'))
    const changed = { ...manifest, id: `copy${nth}`, madeAt: manifest.madeAt + nth, isLocked: false }
    writeFileSync(files.pathOf(`${copy}.json`), JSON.stringify(changed))
  }
  await files.removeOld()
  const ids = (await files.list()).map(({ id }) => id)
  expect(ids).toEqual([...Array.from({ length: 10 }, (_, at) => `copy${11 - at}`), first])
  await expect(files.remove(first)).rejects.toThrow('locked')
  await files.setLock(first, false)
  await files.remove(first)
  expect(existsSync(files.pathOf(file))).toBe(false)
})

test('[BK4] a backup that was killed at any moment leaves no backup and no trace, and the store goes on', async () => {
  const { storage, epoch, files } = await openFilled()
  for (let nth = 0; nth < 6; nth += 1) {
    const stopping = new AbortController()
    const made = files.make('asked', { onRecords() {}, signal: stopping.signal })
    let hasSettled = false
    const isOver = made
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        hasSettled = true
      })
    // At the first sign of the file, or a little later.
    while (!hasSettled && !readdirSync(folder).some((name) => name.includes('.incomplete') || name.endsWith('.backup')))
      await new Promise((resolve) => setImmediate(resolve))
    for (let turn = 0; turn < nth * 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    stopping.abort()
    if (await isOver) continue
    await storage.append([sampleEntry(31 + nth, epoch)]).catch(() => {})
  }
  await files.prepare()
  expect(readdirSync(folder).filter((name) => !/\.backup(\.json)?$/.test(name))).toEqual([])
  for (const { id } of await files.list()) await files.verify(id, quiet)
  expect((await files.list()).filter(({ verified }) => verified.state !== 'tried')).toEqual([])
  await expect(storage.checkpoint(30, talliesAt(30))).resolves.toBeUndefined()
})

test('[BK5] a store that was not held all the time is not a backup, and neither is a folder without a store', async () => {
  const { storage, files, store } = await openFilled()
  const hold = holdOf(storage)
  const { store: none } = await openSqlite()
  const letGoEarly = async () => ({ ...(await hold()), isKept: async () => false })
  await expect(folderOf(none, hold).make('asked', quiet)).rejects.toThrow()
  await expect(folderOf(store, letGoEarly).make('asked', quiet)).rejects.toThrow('faster than it could be read')
  expect(await files.list()).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

const mountSmallDisk = (place: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0
const emptyFolder = mkdtempSync(join(tmpdir(), 'waterhole-mount-'))
afterAll(() => rmSync(emptyFolder, { recursive: true, force: true }))
const mayMount = mountSmallDisk(emptyFolder) && spawnSync('umount', [emptyFolder]).status === 0

// A container may forbid it even to root.
if (mayMount)
  test('[BK6] on a full disk a backup says so, nothing is listed, and the store goes on', async () => {
    const { storage, epoch, store } = await openFilled()
    const noise = Array.from({ length: 6 }, () => randomBytes(300_000).toString('hex'))
    for (const [at, input] of noise.entries()) await storage.append([sampleEntry(31 + at, epoch, { input })])
    const small = join(folder, 'small')
    mkdirSync(small)
    expect(mountSmallDisk(small)).toBe(true)
    removals.push(async () => void execFileSync('umount', [small]))
    const files = createBackupFolder({ folder: small, place: store, hold: holdOf(storage), now: () => 1 })
    await files.prepare()
    const refusal = await files.make('asked', quiet).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(NotWritten)
    expect(refusal).toMatchObject({ reason: 'full', message: expect.stringContaining('no room on the disk') })
    expect(await files.list()).toEqual([])
    expect(readdirSync(small)).toEqual([])
    await storage.append([sampleEntry(37, epoch)])
    await storage.checkpoint(37, talliesAt(37))
  })

if (mayMount)
  test('[BK1400] on a disk that is read-only, with an unfinished backup on it, the others are listed, and none can be made', async () => {
    const { storage, store } = await openFilled()
    const small = join(folder, 'small')
    mkdirSync(small)
    expect(mountSmallDisk(small)).toBe(true)
    removals.push(async () => void execFileSync('umount', [small]))
    const files = createBackupFolder({ folder: small, place: store, hold: holdOf(storage), now: () => 1 })
    const id = await files.make('asked', quiet)
    const unfinished = 'waterhole-2.backup.incomplete'
    writeFileSync(join(small, unfinished), '')
    execFileSync('mount', ['-o', 'remount,ro', small])
    await files.prepare()
    expect((await files.list()).map((one) => one.id)).toEqual([id])
    await expect(files.checkWritable()).rejects.toThrow('cannot be written: its disk is read-only')
    execFileSync('mount', ['-o', 'remount,rw', small])
    await files.prepare()
    expect(readdirSync(small)).not.toContain(unfinished)
  })

test('[BK1303] a file in the place of the folder, or above it, is named with the setting and what to do', async () => {
  const { store, storage } = await openFilled()
  const file = join(folder, 'taken')
  writeFileSync(file, '')
  const prepare = (at: string, isNamed: boolean) =>
    createBackupFolder({ folder: at, isNamed, place: store, hold: holdOf(storage), now: () => 1 })
      .prepare()
      .catch((error: unknown) => error)
  const [named, below, own] = [
    await prepare(file, true),
    await prepare(join(file, 'in'), true),
    await prepare(file, false),
  ]
  for (const error of [named, below, own]) expect(error).toBeInstanceOf(UnusablePlace)
  expect(String(named)).toMatch(
    `BACKUP_DIR is ${file}, which is a file, and a folder is needed there. Move that file away`,
  )
  expect(String(below)).toMatch(
    `BACKUP_DIR is ${join(file, 'in')}. There, ${file} is a file, and a folder is needed there. Move that file away`,
  )
  expect(String(own)).toMatch(`BACKUP_DIR is not set, so backups are kept in ${file}, which is a file`)
})

test('[BK2000] a BACKUP_DIR where no folder can be made is named at once, with what to do', async () => {
  const { store, storage } = await openFilled()
  const at = '/proc/waterhole/backups'
  const files = createBackupFolder({ folder: at, place: store, hold: holdOf(storage), now: () => 1 })
  await expect(files.prepare()).rejects.toThrow(/^BACKUP_DIR is .*\/proc\/waterhole cannot be made.* set BACKUP_DIR to/)
})

test('[BK1304] a folder that is gone says so in words, whatever is done with it', async () => {
  const { store, storage } = await openFilled()
  const gone = join(folder, 'gone')
  const files = createBackupFolder({ folder: gone, place: store, hold: holdOf(storage), now: () => 1 })
  const says = `BACKUP_DIR is ${gone}, which does not exist. Check the path, or set BACKUP_DIR to`
  for (const work of [files.list(), files.make('asked', quiet), files.checkWritable(), files.setLock('x', true)])
    await expect(work).rejects.toThrow(says)
})

test('[BK1305] the process of a backup hands on the code and the path of an error of the system', async () => {
  const { store, storage } = await openFilled()
  const file = join(folder, 'gone', 'one.backup')
  const order = { act: 'make', place: store, file, now: 1, isHurried: true } as const
  const work = holdOf(storage)().then((hold) => runBackupProcess(order, { ...quiet, hold }).finally(hold.letGo))
  await expect(work).rejects.toMatchObject({ code: 'ENOENT', path: `${file}.incomplete` })
})

test('[BK1308] a backup is known by the task that it was made for, unless it turned out to be bad', async () => {
  const { files } = await openFilled()
  expect(await files.madeFor('task1')).toBeNull()
  const id = await files.make('asked', quiet, 'task1')
  await files.make('asked', quiet)
  expect([await files.madeFor('task1'), await files.madeFor('task2')]).toEqual([id, null])
  truncateSync(files.pathOf((await files.find(id)).file), 100)
  await files.verify(id, quiet)
  expect(await files.madeFor('task1')).toBeNull()
})

test('[BK1869] a backup whose process was killed before its manifest says why it was made, and its task makes no second one', async () => {
  const { files } = await openFilled()
  const making = files.make('schedule', quiet, 'task1')
  const begun = async () => {
    for (;;) {
      const note = readdirSync(folder).find((name) => name.endsWith('.backup.json'))
      if (note) return note
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const note = await begun()
  expect(readdirSync(folder).filter((name) => name.endsWith('.backup'))).toEqual([])
  const text = readFileSync(files.pathOf(note), 'utf8')
  const id = await making
  writeFileSync(files.pathOf(note), text)
  await files.prepare()
  expect(await files.list()).toMatchObject([{ id, cause: 'schedule', verified: { state: 'unverified' } }])
  expect(await files.madeFor('task1')).toBe(id)
  await files.verify(id, quiet)
  expect(await files.list()).toMatchObject([{ id, cause: 'schedule', verified: { state: 'tried' } }])
  rmSync(files.pathOf((await files.find(id)).file))
  writeFileSync(files.pathOf(note), text)
  await files.prepare()
  expect(readdirSync(folder)).toEqual([])
})

test('[BK7] while a store is held its file does not change, whatever is written; and it does once it is let go', async () => {
  const { storage, epoch, store } = await openFilled()
  // Read while it is open: a lock is lost with any handle that this process closes, which no other process minds here.
  const file = () => readFileSync(join(store.dataDir, 'journal.db'))
  const held = await storage.hold?.()
  const before = file()
  const source = await openHeldSource(store.dataDir)
  // More than the log holds before it is copied under load: 64 kB are 16 frames.
  const append = (seq: number) => storage.append([sampleEntry(seq, epoch, { input: 'x'.repeat(65_536) })])
  for (let seq = 31; seq <= 310; seq += 1) await append(seq)
  expect(file().equals(before)).toBe(true)
  expect(await held?.isKept()).toBe(true)
  let entries = 0
  for await (const { of } of source.records()) if (of === 'journal') entries += 1
  expect([source.position.lastSeq, entries]).toEqual([30, 30])
  await source.close()
  await held?.letGo()
  expect(await held?.isKept()).toBe(false)
  // The first is answered before the log is copied, the second after that.
  for (const seq of [311, 312]) await append(seq)
  expect(file().equals(before)).toBe(false)
})

test('[BK72] a backup that was damaged or replaced after it was tried is found by a comparison, and the list says when', async () => {
  const { files } = await openFilled()
  const id = await files.make('asked', quiet)
  await files.verify(id, quiet)
  const tried = (await files.list())[0]?.verified
  await files.compare(id, quiet)
  expect((await files.list())[0]?.verified).toEqual(tried)
  const other = await files.make('asked', quiet)
  const pathOf = async (one: string) => files.pathOf((await files.find(one)).file)
  const [path, good] = [await pathOf(id), readFileSync(await pathOf(id))]
  const spoilt = [
    Buffer.from(good).fill(0x55, good.length >> 1, (good.length >> 1) + 9),
    readFileSync(await pathOf(other)),
  ]
  for (const content of spoilt) {
    writeFileSync(path, content)
    await expect(files.compare(id, quiet)).rejects.toThrow('The backup is damaged, so the hub was not stopped.')
    const found = (await files.list()).find((one) => one.id === id)?.verified
    expect(found).toEqual({ state: 'bad', at: time, why: expect.stringContaining('was') })
  }
})

test('[BK73] a try that is stopped leaves nothing, and the backup is as it was', async () => {
  const { files } = await openFilled()
  const id = await files.make('asked', quiet)
  const before = readdirSync(folder).sort()
  const stopping = new AbortController()
  const trying = files.verify(id, { onRecords() {}, signal: stopping.signal })
  let hasSettled = false
  const isOver = Promise.allSettled([trying]).then(() => {
    hasSettled = true
  })
  while (!hasSettled && !readdirSync(folder).some((name) => name.endsWith('.trying')))
    await new Promise((resolve) => setImmediate(resolve))
  stopping.abort()
  await isOver
  expect(readdirSync(folder).sort()).toEqual(before)
  await files.verify(id, quiet)
  expect((await files.list())[0]?.verified.state).toBe('tried')
})

test('[BK74] a backup is not called tried when its file is whole and a hub would refuse the store in it', async () => {
  const { files } = await openFilled()
  const file = 'waterhole-refused.backup'
  const position = { epoch: 1, checkpointSeq: 0, trimmedTo: 0, lastSeq: 1, newestAt: 1 }
  // The first change of a document cannot be its fifth.
  const changes = [{ id: 'tally/t1', version: 5, patches: [{ op: 'replace', path: ['count'], value: 1 }] }]
  const json = JSON.stringify(sampleEntry(1, 1, { changes: changes as never }))
  const source: TransferSource = {
    place: 'a test',
    position,
    async *records() {
      yield { of: 'journal', json }
    },
    async confirm() {},
    async close() {},
  }
  await writeExport({ source, file: files.pathOf(file), now: 1, isCompressed: true })
  const id = (await files.list())[0]?.id ?? ''
  await files.verify(id, quiet)
  const { state, why } = (await files.list())[0]?.verified ?? {}
  expect([state, why]).toEqual(['unverified', expect.stringContaining('from version 0 to 5')])
})
