// A backup of the hub's store while it serves: what users notice of it, and how long it takes. Alone: node scripts/bench/backup.ts
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../../server/engine/entry.ts'
import type { Storage } from '../../server/engine/storage.ts'
import { createBackupFolder } from '../../server/storage/backups/backupFolder.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
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

async function fill(storage: Storage, epoch: number, bytes: number) {
  const rows = 400
  // A row takes about 330 bytes in the file, with what finds it.
  const entries = Math.max(2, Math.ceil(bytes / (rows * 330)))
  for (let seq = 1; seq <= entries; seq += 1) await storage.append([entryAt(seq, epoch, rows)])
  await storage.checkpoint(entries, [])
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

/** BK: the acknowledgement while a backup is made and tried, against the same without one. */
export async function benchBackup({ passes = 3, loadMs = passMs, commands }: BenchSize = {}): Promise<Row[]> {
  const bytes = commands === undefined ? wholeBytes : commands * 1e6
  const { folder, remove } = benchFolder('backup')
  const storage = await openSqliteStorage({ folder })
  try {
    const { epoch } = await storage.load()
    const last = await fill(storage, epoch, bytes)
    const size = statSync(join(folder, 'journal.db')).size + statSync(join(folder, 'journal.db-wal')).size
    const files = createBackupFolder({
      folder: join(folder, 'backups'),
      place: { dataDir: folder, redis: null },
      hold: () => storage.hold?.() ?? Promise.reject(new Error('It cannot be held.')),
      now: Date.now,
    })
    await files.prepare()
    const during = createMeter(storage, epoch, last)
    const pause = () => new Promise((resolve) => setTimeout(resolve, loadMs))
    const quiet = { onRecords() {}, signal: new AbortController().signal }
    const p99s = { without: [] as number[], made: [] as number[], tried: [] as number[] }
    const seconds: number[] = []
    let packed = 0
    for (let pass = 0; pass < passes; pass += 1) {
      p99s.without.push(await during(pause()))
      const begunAt = performance.now()
      const made = files.make('asked', quiet)
      p99s.made.push(await during(made))
      seconds.push((performance.now() - begunAt) / 1_000)
      p99s.tried.push(await during(files.verify(await made, quiet)))
      const [newest] = await files.list()
      packed = newest?.bytes ?? 0
      await files.remove(newest?.id ?? '')
    }
    return rowsOf(p99s, { seconds, size, packed })
  } finally {
    await storage.close()
    remove()
  }
}

type P99s = Readonly<Record<'without' | 'made' | 'tried', readonly number[]>>
interface Figures {
  readonly seconds: readonly number[]
  readonly size: number
  readonly packed: number
}

function rowsOf(p99s: P99s, { seconds, size, packed }: Figures): Row[] {
  const shown = (bytesOf: number) => `${(bytesOf / 1e6).toFixed(0)} MB`
  const ms = (times: readonly number[]) => times.map((one) => one.toFixed(1)).join(', ')
  return [
    {
      measure: `BK acknowledgement p99 while a backup of ${shown(size)} is made, ${commandsPerSecond} commands/s`,
      against: 'the same without a backup',
      ...atMost(mostRatio, ratioOf(p99s.made, p99s.without)),
      note: `ms: ${ms(p99s.made)} against ${ms(p99s.without)}; ${seconds.map((one) => one.toFixed(0)).join(', ')} s; file of ${shown(packed)}`,
    },
    {
      measure: `BK acknowledgement p99 while it is tried in an empty store`,
      against: 'the same without a backup',
      ...atMost(mostRatio, ratioOf(p99s.tried, p99s.without)),
      note: `ms: ${ms(p99s.tried)}`,
    },
  ]
}

if (import.meta.main) printTable(await benchBackup())
