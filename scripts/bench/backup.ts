// A backup of the hub's store while it serves: what users notice of it, and how long it takes. Alone: node scripts/bench/backup.ts
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../../server/engine/entry.ts'
import type { Storage } from '../../server/engine/storage.ts'
import { createBackupFolder } from '../../server/storage/backups/backupFolder.ts'
import { STORE_FORMAT } from '../../server/storage/migrations.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { openSqliteTarget } from '../../server/storage/sqlite/transferTarget.ts'
import { benchFolder } from './journalHub.ts'
import { atMost, type BenchSize, percentile, printTable, type Row, ratioOf } from './measure.ts'

const wholeBytes = 1e9
const passMs = 8_000
/** Commands a second: of a busy evening with 300 players. */
const commandsPerSecond = 100
const mostRatio = 1.5

/** Rows as archives have them: names, ids and numbers, which compress as real ones do. */
function entryAt(seq: number, epoch: number, rows: number): Entry {
  const word = () => Math.random().toString(36).slice(2, 12)
  const row = () => ({
    operation: `${word()}-${word()}`,
    player: word(),
    reason: `for ${word()}`,
    amount: seq % 977,
    after: seq * 7,
  })
  return {
    seq,
    epoch,
    at: Date.now(),
    actor: word(),
    command: 'ledger.grant',
    commandId: null,
    input: { to: word(), amount: seq % 977 },
    output: {},
    changes: [],
    archive: Array.from({ length: rows }, () => ({ kind: 'ledger', about: [word()], row: row() })),
  }
}

/** Fills the store as an import does, in large transactions: as entries it would take longer than the measurement. Returns the last entry. */
async function fill(folder: string, bytes: number): Promise<number> {
  const rowsAtOnce = 20_000
  // A row takes about 215 bytes in the file, with what finds it.
  const entries = Math.max(1, Math.ceil(bytes / (rowsAtOnce * 215)))
  const target = await openSqliteTarget(folder)
  const position = { epoch: 1, checkpointSeq: entries, trimmedTo: entries, lastSeq: entries, newestAt: Date.now() }
  const header = { waterhole: 'export', form: STORE_FORMAT, id: randomUUID(), madeAt: Date.now(), from: '' } as const
  await target.begin({ ...header, position, check: '0'.repeat(64) })
  for (let seq = 1; seq <= entries; seq += 1) {
    const { archive, at } = entryAt(seq, 1, rowsAtOnce)
    const records = archive.map((one, place) => ({ ...one, about: [...one.about], seq, position: place, at }))
    await target.take({ number: seq, of: 'archive', records })
  }
  await target.finish()
  await target.close()
  return entries
}

/** Appends at a steady rate; returns how long each acknowledgement took, ms. */
async function load(storage: Storage, epoch: number, from: number, isOver: () => boolean) {
  const taken: number[] = []
  const pending: Promise<void>[] = []
  const begunAt = performance.now()
  let seq = from
  while (!isOver()) {
    const due = Math.floor(((performance.now() - begunAt) / 1_000) * commandsPerSecond)
    while (seq - from < due) {
      seq += 1
      const sentAt = performance.now()
      pending.push(storage.append([entryAt(seq, epoch, 1)]).then(() => void taken.push(performance.now() - sentAt)))
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await Promise.all(pending)
  return { taken, last: seq }
}

/** The p99 of acknowledgements under the load, ms, for as long as something else is done. */
function createMeter(storage: Storage, epoch: number, from: number) {
  let last = from
  return async (work: Promise<unknown>) => {
    let isOver = false
    const ended = work.finally(() => {
      isOver = true
    })
    const { taken, last: now } = await load(storage, epoch, last, () => isOver)
    last = now
    await ended
    return percentile(taken, 0.99)
  }
}

/** Begins something of a backup; ends it early where it would take longer than `most` ms. Whether it was completed. */
async function withinMs(most: number, work: (watching: Watching) => Promise<unknown>): Promise<boolean> {
  const stopping = new AbortController()
  const timer = setTimeout(() => stopping.abort(), most)
  try {
    await work({ onRecords() {}, signal: stopping.signal })
    return true
  } catch (error) {
    if (stopping.signal.aborted) return false
    throw error
  } finally {
    clearTimeout(timer)
  }
}
interface Watching {
  readonly onRecords: (records: number) => void
  readonly signal: AbortSignal
}

/** The longest phase after the first pass, in spans of `loadMs`. In the first pass a backup is made whole. */
const mostPhases = 3
/** The longest try of the first pass. */
const mostTryMs = 240_000

/** BK: the acknowledgement while a backup is made and tried, against the same without one. */
export async function benchBackup({ passes = 4, loadMs = passMs, commands }: BenchSize = {}): Promise<Row[]> {
  const bytes = commands === undefined ? wholeBytes : commands * 1e6
  const { folder, remove } = benchFolder('backup')
  const last = await fill(folder, bytes)
  const storage = await openSqliteStorage({ folder })
  try {
    const { epoch } = await storage.load()
    const size = statSync(join(folder, 'journal.db')).size
    const files = createBackupFolder({
      folder: join(folder, 'backups'),
      place: { dataDir: folder, redis: null },
      hold: () => storage.hold?.() ?? Promise.reject(new Error('It cannot be held.')),
      now: Date.now,
    })
    await files.prepare()
    const during = createMeter(storage, epoch, last)
    const { p99s, ...times } = await measure({ files, during, passes, loadMs })
    return rowsOf(p99s, { ...times, size })
  } finally {
    await storage.close()
    remove()
  }
}

interface Measuring {
  readonly files: ReturnType<typeof createBackupFolder>
  readonly during: ReturnType<typeof createMeter>
  readonly passes: number
  readonly loadMs: number
}

/** In turn: nothing, a backup is made, it is tried. */
async function measure({ files, during, passes, loadMs }: Measuring) {
  const pause = () => new Promise((resolve) => setTimeout(resolve, loadMs))
  const p99s = { without: [] as number[], made: [] as number[], tried: [] as number[] }
  let [first, seconds, tried] = ['', 0, '']
  for (let pass = 0; pass < passes; pass += 1) {
    // The first backup is kept for the tries; those of later passes are measured for a while only.
    const most = loadMs * mostPhases
    p99s.without.push(await during(pause()))
    let begunAt = performance.now()
    let made: string | null = null
    const make = async (watching: Watching) => {
      made = await files.make('asked', watching)
    }
    p99s.made.push(await during(withinMs(pass === 0 ? 2 ** 31 - 1 : most, make)))
    if (pass === 0) [first, seconds] = [made ?? '', (performance.now() - begunAt) / 1_000]
    else if (made) await files.remove(made)
    begunAt = performance.now()
    const trying = withinMs(pass === 0 ? mostTryMs : most, (watching) => files.verify(first, watching))
    p99s.tried.push(await during(trying))
    const took = ((performance.now() - begunAt) / 1_000).toFixed(0)
    if (pass === 0) tried = (await trying) ? `${took} s` : `not completed in ${took} s`
  }
  const packed = (await files.list()).find(({ id }) => id === first)?.bytes ?? 0
  return { p99s, seconds, tried, packed }
}

type P99s = Readonly<Record<'without' | 'made' | 'tried', readonly number[]>>
interface Figures {
  /** Of the first pass. */
  readonly seconds: number
  readonly tried: string
  readonly size: number
  readonly packed: number
}

function rowsOf(p99s: P99s, { seconds, tried, size, packed }: Figures): Row[] {
  const shown = (bytesOf: number) => `${(bytesOf / 1e6).toFixed(0)} MB`
  const ms = (times: readonly number[]) => times.map((one) => one.toFixed(1)).join(', ')
  return [
    {
      measure: `BK acknowledgement p99 while a backup of ${shown(size)} is made, ${commandsPerSecond} commands/s`,
      against: 'the same without a backup',
      ...atMost(mostRatio, ratioOf(p99s.made, p99s.without)),
      note: `ms: ${ms(p99s.made)} against ${ms(p99s.without)}; ${seconds.toFixed(0)} s; file of ${shown(packed)}`,
    },
    {
      measure: `BK acknowledgement p99 while it is tried in an empty store`,
      against: 'the same without a backup',
      ...atMost(mostRatio, ratioOf(p99s.tried, p99s.without)),
      note: `ms: ${ms(p99s.tried)}; ${tried}`,
    },
  ]
}

if (import.meta.main) printTable(await benchBackup())
