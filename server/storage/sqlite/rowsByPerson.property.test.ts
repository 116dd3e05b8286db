import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { sampleEntry, seededDice } from '../contract/sampleEntries.ts'
import { archivePosition } from '../records.ts'
import { inspect } from './inspect.ts'
import { openStore } from './open.ts'
import { storePaths } from './paths.ts'
import { toBatch } from './sqlite.ts'
import { temporaryFolders } from './testing/sampleStores.ts'
import { database, openInThread, settingsFor } from './testing/storeTools.ts'

const folders = temporaryFolders()
afterAll(folders.remove)

const kinds = ['notes', 'trades']
const persons = Array.from({ length: 7 }, (_, nth) => `user-${nth}`)
/** In so many rows, each about two persons, there are more mentions than wait. */
const largest = 4_000

interface Row {
  readonly kind: string
  readonly position: number
  readonly at: number
  readonly about: readonly string[]
}
type Roll = (sides: number) => number

/** A store with the rows that it should have. */
interface Held {
  readonly folder: string
  readonly store: ReturnType<typeof openInThread>
  readonly epoch: number
  last: number
  rows: Row[]
}

const open = (folder: string, last = 0, rows: Row[] = []): Held => {
  const store = openInThread(folder)
  const { epoch } = store.handlers.load(null)
  return { folder, store, epoch, last, rows }
}

function append(held: Held, count: number, roll: Roll) {
  const entries = Array.from({ length: count }, () => {
    held.last += 1
    const archive = Array.from({ length: 1 + roll(2) }, () => ({
      kind: kinds[roll(kinds.length)] ?? '',
      about: [...new Set([persons[roll(persons.length)] ?? '', persons[roll(persons.length)] ?? ''])],
      row: { seq: held.last },
    }))
    const entry = sampleEntry(held.last, held.epoch, { actor: 'hub', changes: [], input: null, archive })
    for (const [nth, { kind, about }] of archive.entries())
      held.rows.push({ kind, about, position: archivePosition(held.last, nth), at: entry.at })
    return entry
  })
  expect(held.store.append([toBatch(entries, held.epoch, 0)])).toEqual([null])
}

/** Appends are written between its steps. Some are not finished. */
function checkpoint(held: Held, roll: Roll) {
  const { handlers } = held.store
  const seq = held.last
  handlers.beginCheckpoint({ seq })
  while (roll(3) > 0 && handlers.indexRows(null) > 0) {
    if (roll(10) === 0) append(held, 1 + roll(5), roll)
    if (roll(40) === 0) return
  }
  if (roll(4) === 0) return
  handlers.finishCheckpoint({ seq, now: 0 })
}

function erase(held: Held, roll: Roll) {
  const { handlers } = held.store
  const person = persons[roll(persons.length)] ?? ''
  const written = held.last
  handlers.beginErasure({ ids: [person], externalIds: [], documents: [], archives: {}, skipCompaction: true })
  for (let pieces = 0; handlers.erasePiece(null) !== null; pieces += 1)
    if (pieces === 1) append(held, 1 + roll(5), roll)
  // Of rows that were written meanwhile it may have removed some: those that are left are compared by what the archive has.
  const left = new Set(rowsIn(held).map(({ kind, position }) => `${kind} ${position}`))
  held.rows = held.rows.filter((row) => {
    const isThere = left.has(`${row.kind} ${row.position}`)
    const isAbout = row.about.includes(person)
    if (row.position < archivePosition(written + 1, 0)) expect(isThere).toBe(!isAbout)
    else expect(isThere || isAbout).toBe(true)
    return isThere
  })
}

function prune(held: Held, roll: Roll) {
  const kind = kinds[roll(kinds.length)] ?? ''
  const before = held.rows[roll(held.rows.length || 1)]?.at ?? 0
  for (let after: number | null = -1; after !== null; )
    after = held.store.handlers.prunePiece({ kind, before, after }).next
  held.rows = held.rows.filter((row) => row.kind !== kind || row.at >= before)
}

/** As a kill leaves it. */
function crash(held: Held): Held {
  const next = open(folders.copyOf(held.folder), held.last, held.rows)
  held.store.handlers.close(null)
  return next
}

const look = <Found>({ folder }: Held, sql: string): Found[] => {
  const copy = new DatabaseSync(database(folders.copyOf(folder)))
  const found = copy.prepare(sql).all() as Found[]
  copy.close()
  return found
}
const rowsIn = (held: Held) => look<{ kind: string; position: number }>(held, 'SELECT kind, position FROM archive')

/** Each person's rows, in pages, are those that are about the person, in their order; and nothing else is said of anyone. */
async function expectFound(held: Held, limit: number) {
  for (const person of persons)
    for (const kind of kinds) {
      const found: number[] = []
      for (let before: number | null = null; ; ) {
        const page = await held.store.handlers.archivePage({ kind, about: person, before, limit })
        found.push(...page.rows.map(({ position }) => position))
        before = page.next
        if (before === null) break
      }
      const wanted = held.rows.filter((row) => row.kind === kind && row.about.includes(person))
      expect(found).toEqual(wanted.map(({ position }) => position).sort((one, other) => other - one))
    }
  const known = new Set(
    held.rows.flatMap(({ kind, position, about }) => about.map((one) => `${one} ${kind} ${position}`)),
  )
  const said = look<{ person: string; kind: string; position: number }>(held, 'SELECT * FROM archive_about')
  expect(said.filter(({ person, kind, position }) => !known.has(`${person} ${kind} ${position}`))).toEqual([])
}

test.each([1, 2, 3, 4])(
  '[RBP1] rows are found by person at any time: written, between appends, after checkpoints, kills, erasures and removals of old rows (%i)',
  async (seed) => {
    const roll = seededDice(seed)
    let held = open(folders.folder())
    for (let step = 0; step < 70; step += 1) {
      append(held, roll(20) === 0 ? largest : 1 + roll(120), roll)
      const next = roll(7)
      if (next === 0) {
        checkpoint(held, roll)
        if (roll(2) === 0) held = crash(held)
      } else if (next === 1) held = crash(held)
      else if (next === 2) erase(held, roll)
      else if (next === 3) prune(held, roll)
      if (step % 10 === 9) await expectFound(held, 1 + roll(700))
    }
    held = crash(held)
    await expectFound(held, 500)
    held.store.handlers.close(null)
  },
)

test('[RBP4] while mentions are being written, between appends or for a checkpoint, each page by person is whole', async () => {
  const roll = seededDice(5)
  let held = open(folders.folder())
  append(held, largest, roll)
  for (let nth = 0; nth < 4; nth += 1) {
    append(held, 10, roll)
    await expectFound(held, 300)
  }
  held.store.handlers.beginCheckpoint({ seq: held.last })
  for (let left = 1; left > 0; ) {
    left = Math.min(...Array.from({ length: 6 }, () => held.store.handlers.indexRows(null)))
    append(held, 1, roll)
    await expectFound(held, 400)
    if (left < largest && held.epoch === 1) held = crashInCheckpoint(held)
  }
  held.store.handlers.close(null)
})

/** With the same checkpoint begun again. */
function crashInCheckpoint(held: Held): Held {
  const next = crash(held)
  next.store.handlers.beginCheckpoint({ seq: next.last })
  return next
}

test('[RBP5] where there is no room for mentions they wait, and are written once there is', () => {
  const paths = storePaths(folders.folder())
  const store = openStore(paths, inspect(paths), settingsFor(paths.folder))
  const { database: open, byPerson } = store
  const rows = Array.from({ length: 5_000 }, (_, position) => ({
    kind: 'notes',
    position,
    about: [`user-${position}`],
  }))
  for (const row of rows) byPerson.note(row)
  open.exec(`PRAGMA max_page_count=${open.prepare('PRAGMA page_count').get()?.page_count}`)
  expect(() => byPerson.writeAll()).toThrow('full')
  expect(() => {
    for (let slices = 0; slices < 10; slices += 1) byPerson.writeDue()
  }).toThrow('full')
  expect(byPerson.waitingAbout('user-4999', 'notes')).toEqual([4_999])
  open.exec('PRAGMA max_page_count=100000')
  byPerson.writeAll()
  expect(open.prepare('SELECT count(*) AS count FROM archive_about').get()?.count).toBe(5_000)
  expect(byPerson.waitingAbout('user-4999', 'notes')).toEqual([])
  store.close()
})

test('[RBP6] mentions are written in the order of the table, whatever the order in which their rows were made', () => {
  const paths = storePaths(folders.folder())
  const store = openStore(paths, inspect(paths), settingsFor(paths.folder))
  const persons: string[] = []
  for (let position = 0; position < 8_000; position += 1) {
    const person = `user-${String((position * 4_999) % 8_000).padStart(4, '0')}`
    persons.push(person)
    store.byPerson.note({ kind: 'notes', position, about: [person] })
    if (position % 500 === 499) store.byPerson.writeDue()
  }
  store.byPerson.writeDue()
  const written = store.database.prepare('SELECT person FROM archive_about ORDER BY person').all()
  expect(written).toHaveLength(250)
  expect(written.map(({ person }) => person)).toEqual(persons.sort().slice(0, 250))
  store.close()
})

test('[RBP2] mentions are not written with each append, and from some thousands on a part of them is written between two appends', () => {
  const held = open(folders.folder())
  const roll = seededDice(9)
  const written = () => look<{ count: number }>(held, 'SELECT count(*) AS count FROM archive_about')[0]?.count
  append(held, 100, roll)
  expect(written()).toBe(0)
  append(held, largest, roll)
  const first = written()
  expect(first).toBe(125)
  for (let nth = 0; nth < 3; nth += 1) append(held, 10, roll)
  expect(written()).toBe(500)
  held.store.handlers.close(null)
})

test.each([[], ['76561198012345678']])(
  '[RBP3] an erasure finds the rows that are appended while mentions are being written, and leaves no mention of a row that is gone',
  (...externalIds) => {
    const held = open(folders.folder())
    const { handlers } = held.store
    append(held, 800, seededDice(3))
    handlers.beginErasure({ ids: ['user-0'], externalIds, documents: [], archives: {}, skipCompaction: true })
    for (let pieces = 0; handlers.erasePiece(null) !== null; pieces += 1)
      if (pieces < 3) append(held, 50, seededDice(pieces))
    handlers.beginCheckpoint({ seq: held.last })
    handlers.finishCheckpoint({ seq: held.last, now: 0 })
    expect(look(held, "SELECT * FROM archive_about WHERE person = 'user-0'")).toEqual([])
    expect(look(held, "SELECT * FROM archive WHERE about LIKE '%user-0%'")).toEqual([])
    handlers.close(null)
  },
)
