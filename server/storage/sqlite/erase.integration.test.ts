import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import type { Erasure } from '../../engine/storage.ts'
import { sampleEntry } from '../contract/sampleEntries.ts'
import { toBatch } from './sqlite.ts'
import { temporaryFolders } from './testing/sampleStores.ts'
import { database, documentsIn, edit, log, openInThread } from './testing/storeTools.ts'

const folders = temporaryFolders()
afterAll(folders.remove)

const steamId = '76561198012345678'
const erasure: Erasure = { ids: ['ann-1'], externalIds: [steamId], documents: ['play/ann-1'], archives: {} }
const ENTRIES = 2_000
const LARGE = 60_000
const LARGEST_LOG = 2_000_000

/** Small and large texts, so that rows also fill pages of their own. */
const entryOf = (seq: number, epoch: number) => {
  const text = `${seq % 5 === 0 ? steamId : 'free'} ${'x'.repeat(seq % 100 === 0 ? LARGE : seq % 400)}`
  return sampleEntry(seq, epoch, {
    actor: `user-${seq % 7}`,
    input: { text },
    changes: [],
    archive: [{ kind: 'notes', about: [seq % 3 === 0 ? 'ann-1' : 'bob-1'], row: { text } }],
  })
}

/** A store with the person in it, open in this thread. */
const openFilled = (folder = folders.folder()) => {
  const store = openInThread(folder)
  const { epoch } = store.handlers.load(null)
  const append = (first: number, count: number) => {
    const entries = Array.from({ length: count }, (_, at) => entryOf(first + at, epoch))
    expect(store.append([toBatch(entries, epoch, 0)])).toEqual([null])
  }
  append(1, ENTRIES)
  store.handlers.beginCheckpoint({ seq: ENTRIES })
  store.handlers.keepDocuments({ documents: [{ id: 'play/ann-1', version: 1, json: `{"steam":"${steamId}"}` }] })
  store.handlers.finishCheckpoint({ seq: ENTRIES, now: 0 })
  return { folder, epoch, ...store }
}

const eraseAll = ({ handlers }: ReturnType<typeof openInThread>) => {
  handlers.beginErasure(erasure)
  while (handlers.erasePiece(null) !== null);
}

const raw = (folder: string) =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')

test('[DM2] each piece of an erasure looks at a bounded number of rows and bytes, however large the store is', () => {
  const { handlers, folder } = openFilled()
  handlers.beginErasure(erasure)
  const pieces: { rows: number; bytes: number }[] = []
  for (let piece = handlers.erasePiece(null); piece; piece = handlers.erasePiece(null)) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(15)
  expect(pieces.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThanOrEqual(2 * ENTRIES)
  for (const { rows, bytes } of pieces) {
    expect(rows).toBeLessThanOrEqual(250)
    expect(bytes).toBeLessThanOrEqual(500_000 + 2 * LARGE)
  }
  handlers.close(null)
  expect(raw(folder)).not.toContain(steamId)
})

test('[DM3] after a kill between any two pieces the store loads, and the repeated erasure leaves nothing', () => {
  const { handlers, folder } = openFilled()
  handlers.beginErasure(erasure)
  for (let nth = 0; handlers.erasePiece(null) !== null; nth += 1) {
    if (nth % 4 !== 0) continue
    const killed = folders.folder()
    cpSync(folder, killed, { recursive: true })
    const again = openInThread(killed)
    again.handlers.load(null)
    expect(again.handlers.tail({ seq: 0, limit: ENTRIES })).toHaveLength(ENTRIES)
    eraseAll(again)
    again.handlers.close(null)
    expect(raw(killed), `after piece ${nth}`).not.toContain(steamId)
    const tool = new DatabaseSync(database(killed))
    expect(tool.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    tool.close()
  }
  handlers.close(null)
})

test('[DM4] an erasure that fails in the middle leaves the journal writable, and the next erasure succeeds', () => {
  const first = openFilled()
  first.handlers.close(null)
  edit(first.folder, "UPDATE archive SET at = at + 1 WHERE kind = 'notes' AND position % 999 = 0")
  const store = openInThread(first.folder)
  const { epoch } = store.handlers.load(null)
  expect(() => eraseAll(store)).toThrow('changed since it was written')
  expect(store.append([toBatch([entryOf(ENTRIES + 1, epoch)], epoch, 0)])).toEqual([null])
  store.handlers.beginErasure({ ...erasure, ids: ['user-3'], externalIds: [] })
  while (store.handlers.erasePiece(null) !== null);
  expect(store.handlers.tail({ seq: 2, limit: 1 })[0]).toContain('"input":null')
  store.handlers.close(null)
})

test('[MX1] after a kill between a checkpoint and the removal of what it replaced, the repeated erasure leaves nothing', () => {
  const { handlers, folder } = openFilled()
  handlers.beginCheckpoint({ seq: ENTRIES })
  handlers.keepDocuments({ documents: [{ id: 'account/ann-1', version: 1, json: '{"name":"Annie"}' }] })
  handlers.finishCheckpoint({ seq: ENTRIES, now: 0 })
  handlers.beginCheckpoint({ seq: ENTRIES })
  handlers.keepDocuments({ documents: [{ id: 'account/ann-1', version: 2, json: '{"name":""}' }] })
  handlers.finishCheckpoint({ seq: ENTRIES, now: 0 })
  const killed = folders.copyOf(folder)
  handlers.close(null)
  const again = openInThread(killed)
  again.handlers.load(null)
  eraseAll(again)
  expect(raw(killed)).not.toContain('Annie')
  again.handlers.close(null)
  expect(raw(killed)).not.toContain('Annie')
  const reopened = openInThread(killed)
  reopened.handlers.load(null)
  expect(documentsIn(reopened)).toEqual([{ id: 'account/ann-1', version: 2, value: { name: '' } }])
  reopened.handlers.close(null)
})

test('[DM20] an erasure ends however many rows are appended meanwhile', () => {
  const { handlers, append, epoch } = openFilled()
  let last = ENTRIES
  handlers.beginErasure(erasure)
  for (let pieces = 0; handlers.erasePiece(null) !== null; pieces += 1) {
    expect(pieces).toBeLessThan(1_000)
    const entries = Array.from({ length: 20 }, () => {
      last += 1
      return sampleEntry(last, epoch, { archive: [{ kind: 'notes', about: ['bob-1'], row: { text: `row ${last}` } }] })
    })
    expect(append([toBatch(entries, epoch, 0)])).toEqual([null])
  }
  expect(handlers.tail({ seq: last - 1, limit: 5 })).toHaveLength(1)
  handlers.close(null)
})

test("[DM21] SQLite's log is carried over between the pieces of an erasure, so that it is never copied in one large step", () => {
  const first = openFilled()
  first.handlers.close(null)
  const { handlers } = openInThread(first.folder)
  handlers.load(null)
  const everyone = ['ann-1', 'bob-1', ...Array.from({ length: 7 }, (_, nth) => `user-${nth}`)]
  handlers.beginErasure({ ...erasure, ids: everyone, skipCompaction: true })
  const sizes: number[] = []
  while (handlers.erasePiece(null) !== null) sizes.push(statSync(log(first.folder)).size)
  expect(sizes.length).toBeGreaterThan(15)
  // 250 frames, and what one piece changes.
  expect(Math.max(...sizes)).toBeLessThan(LARGEST_LOG)
  handlers.close(null)
})
