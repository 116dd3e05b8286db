import { createDocuments, createReplay } from '../../server/engine/documents.ts'
import type { Entry } from '../../server/engine/entry.ts'
import { register } from '../../server/engine/registry.ts'
import type { Dice } from '../../server/features/deliveries/testing/deliveryRun.ts'
import { createBackupFolder } from '../../server/storage/backups/backupFolder.ts'
import { openRedisTarget } from '../../server/storage/redis/transferTarget.ts'
import { openSqliteTarget } from '../../server/storage/sqlite/transferTarget.ts'
import { importExport } from '../../server/storage/transfer/importExport.ts'
import { allFeatures } from '../../server/testing/allFeatures.ts'
import { replayedDocuments } from '../../server/testing/replayedDocuments.ts'
import { mulberry32 } from '../../shared/engine/mulberry32.ts'
import type { StoreKind, Stores, UsedStore } from './stores.ts'
import { firstDifference, openTrading } from './trading.ts'

type Trading = Awaited<ReturnType<typeof openTrading>>

/**
 * One run: backups are made while players trade, some are broken off, and the hub starts again between them. Each is restored into an empty
 * store of either kind, and compared with the journal up to its position; then trade goes on there. @returns what is wrong, and what happened
 */
export async function runBackups(seed: number, kind: StoreKind, stores: Stores) {
  const dice = mulberry32(seed)
  const counts = { backups: 0, brokenOff: 0, entries: 0, meanwhile: 0 }
  const problems = await stores.using(kind, async ({ store, place }) => {
    const trading = await openTrading({ dice, store })
    await trading.begin()
    const folder = stores.folder()
    const files = createBackupFolder({ folder, place, hold: store.holdInner, now: trading.clock.now })
    const found: string[] = []
    for (let nth = 0; nth < 2; nth += 1) {
      for (let left = Math.floor(dice() * 25); left > 0; left -= 1) await trade(trading, dice)
      await files.prepare()
      const before = store.journal.length
      const id = await makeMeanwhile(files, trading, dice)
      counts.meanwhile += store.journal.length - before
      if (id === null) {
        counts.brokenOff += 1
        if ((await files.list()).length > counts.backups) found.push('a backup that was broken off is listed')
      } else {
        counts.backups += 1
        const to = dice() < 0.5 ? 'embedded' : 'redis'
        const file = files.pathOf((await files.find(id)).file)
        found.push(
          ...(await checkRestored({ file, to, stores, dice, trading, journal: store.journal, atLeast: before })),
        )
      }
      if (dice() < 0.5) await trading.restart()
    }
    counts.entries = store.journal.length
    return [...found, ...(await trading.problems())]
  })
  return { problems, ...counts }
}

async function trade({ act, clock }: Pick<Trading, 'act' | 'clock'>, dice: Dice) {
  await act()
  clock.pass(dice() * 20_000)
}

/** A backup while trade goes on; null where it was broken off. */
async function makeMeanwhile(files: ReturnType<typeof createBackupFolder>, trading: Trading, dice: Dice) {
  const breaking = new AbortController()
  let isOver = false
  const making = files
    .make('asked', { onRecords() {}, signal: breaking.signal })
    .catch((error) => (breaking.signal.aborted ? null : Promise.reject(error)))
    .finally(() => {
      isOver = true
    })
  const breaksAfter = dice() < 0.25 ? Math.floor(dice() * 30) : Number.POSITIVE_INFINITY
  for (let step = 0; !isOver && step < 200; step += 1) {
    if (step >= breaksAfter) breaking.abort()
    await trade(trading, dice)
  }
  return making
}

interface Restored {
  readonly file: string
  readonly to: StoreKind
  readonly stores: Stores
  readonly dice: Dice
  readonly trading: Trading
  /** All that was written until now. */
  readonly journal: readonly Entry[]
  /** What was written before the backup began is in it. */
  readonly atLeast: number
}

async function checkRestored({ file, to, stores, dice, trading, journal, atLeast }: Restored) {
  return stores.using(to, async ({ store, place }) => {
    const target = await openTarget(place)
    const { header } = await importExport({ file, target }).finally(target.close)
    const { lastSeq } = header.position
    const before = journal.slice(0, lastSeq)
    const problems: string[] = []
    if (lastSeq < atLeast)
      problems.push(`it ends with entry ${lastSeq}, and ${atLeast} were written before it was begun`)
    const documents = JSON.stringify(await replayedDocuments(store.storage))
    if (documents !== JSON.stringify(documentsAfter(before)))
      problems.push(`its documents are not those of entry ${lastSeq}`)
    const difference = firstDifference(await store.storage.tail(0, lastSeq + 1), before)
    if (difference) problems.push(`its journal: ${difference}`)
    const there = await openTrading({ dice, store, clock: trading.clock })
    problems.push(...(await there.problems()))
    for (let left = 3; left > 0; left -= 1) await there.act()
    problems.push(...(await there.problems()))
    return problems.map((problem) => `restored into ${to}: ${problem}`)
  })
}

const openTarget = ({ redis, dataDir }: UsedStore['place']) =>
  redis ? openRedisTarget(redis) : openSqliteTarget(dataDir)

const { kinds } = register(allFeatures)

/** The journal replayed from nothing, as `replayedDocuments` gives those of a store. */
export function documentsAfter(entries: readonly Entry[]) {
  const replay = createReplay(kinds, [])
  replay.apply(entries)
  const documents = createDocuments(kinds, replay.finish())
  return [...documents.ids()]
    .flatMap((id) => {
      const copy = documents.durable(id)
      return copy && copy.version > 0 ? [{ id, version: copy.version, value: copy.value }] : []
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
