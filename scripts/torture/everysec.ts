import { readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../../server/features/deliveries/testing/deliveryRun.ts'
import { openRedisStorage } from '../../server/storage/redis/redis.ts'
import { longLeaseTimes } from '../../server/storage/redis/testing/leaseTimes.ts'
import { nodeName } from '../../server/storage/redis/testing/redisPlace.ts'
import { createRealStore } from '../../server/testing/realStore.ts'
import type { RedisProcess } from '../../server/testing/redisProcess.ts'
import { replayedDocuments } from '../../server/testing/replayedDocuments.ts'
import { mulberry32 } from '../../shared/engine/mulberry32.ts'
import { documentsAfter } from './backups.ts'
import { keepsAll, type Stores } from './stores.ts'
import { firstDifference, openTrading } from './trading.ts'

// Redis with `appendfsync everysec` tells the system to sync once a second. A process that is killed loses nothing of what it has written, only
// a machine without power does. So a run has a disk of its own: it notes how long the file of Redis is at each full second of the run's clock,
// and when the power goes it cuts the file somewhere between there and its end, also within a command.

const secondMs = 1_000

/** Where the synced part of the file of Redis ends. */
interface Synced {
  readonly file: string
  readonly bytes: number
  /** The last entry that was acknowledged by then. */
  readonly seq: number
}

/**
 * One run: players trade, the power goes, Redis starts from what its disk has, and a hub from what Redis has; a few times. @returns what is
 * wrong, and how much was lost
 */
export async function runEverysec(seed: number, stores: Stores) {
  const dice = mulberry32(seed)
  const redis = await stores.redis('everysec')
  const prefix = `run${seed}`
  const identityFile = join(stores.folder(), 'identity')
  const open = () =>
    openRedisStorage({ url: redis.url, prefix, node: nodeName(), identityFile, times: longLeaseTimes, ...keepsAll })
  await redis.command('FLUSHALL')
  const store = createRealStore(open)
  try {
    const trading = await openTrading({ dice, store })
    await trading.begin()
    const counts = { cuts: 0, lost: 0, kept: 0, repeated: 0 }
    const problems: string[] = []
    for (let left = 2; left > 0; left -= 1) {
      const synced = await tradeUntilCut(trading, store, redis, dice)
      if (dice() < 0.5) await trading.hub.close()
      const during = dice() < 0.3 ? trading.act().catch(() => {}) : null
      await cutPower(redis, synced, dice)
      await during
      await store.close()
      await redis.command('DEL', `{${prefix}}:lease`)
      const written = store.journal.length
      const found = await checkKept(store, trading, synced)
      counts.cuts += 1
      counts.lost += Math.max(0, written - found.kept)
      counts.kept += found.kept
      counts.repeated += found.repeated
      problems.push(...found.problems)
    }
    return { problems, ...counts }
  } finally {
    await store.close()
  }
}
type Trading = Awaited<ReturnType<typeof openTrading>>
type Store = ReturnType<typeof createRealStore>

async function tradeUntilCut({ act, clock }: Trading, store: Store, redis: RedisProcess, dice: Dice): Promise<Synced> {
  let synced = { ...(await writtenBy(redis)), seq: store.journal.length }
  let second = Math.floor(clock.now() / secondMs)
  for (let left = 4 + Math.floor(dice() * 16); left > 0; left -= 1) {
    await act()
    clock.pass(dice() * 500)
    const now = Math.floor(clock.now() / secondMs)
    if (now === second) continue
    second = now
    await store.idle()
    synced = { ...(await writtenBy(redis)), seq: store.journal.length }
  }
  return synced
}

/** The file to which Redis appends, and its length when all that was acknowledged is in it. */
async function writtenBy(redis: RedisProcess) {
  for (;;) {
    const told = String(await redis.command('INFO', 'persistence'))
    if (
      ['aof_rewrite_in_progress:0', 'aof_rewrite_scheduled:0', 'aof_buffer_length:0'].every((one) => told.includes(one))
    )
      break
    await sleep(5)
  }
  const folder = join(redis.folder, 'appendonlydir')
  const names = readFileSync(join(folder, 'appendonly.aof.manifest'), 'utf8').matchAll(/^file (\S+) .*type i/gm)
  const file = join(folder, [...names].at(-1)?.[1] ?? '')
  return { file, bytes: statSync(file).size }
}

/** Redis ends, and what its disk had not synced is gone from some byte on. */
async function cutPower(redis: RedisProcess, { file, bytes }: Synced, dice: Dice) {
  await redis.kill()
  const { size } = statSync(file)
  truncateSync(file, bytes + Math.floor(dice() * (size - bytes + 1)))
  await redis.restart()
}

/** What is left is the beginning of what was acknowledged, with all of it that is older than a second, and nothing of it is half done. */
async function checkKept(store: Store, trading: Trading, synced: Synced) {
  const acknowledged = [...store.journal]
  const documents = JSON.stringify(await replayedDocuments(store.storage))
  const entries = await store.storage.tail(0, 100_000)
  const lastSeq = entries.at(-1)?.seq ?? 0
  // From here on the journal of the run is that of the store.
  store.journal.splice(0, store.journal.length, ...entries)
  const problems: string[] = []
  if (lastSeq < synced.seq)
    problems.push(`entry ${lastSeq} is the last one, and ${synced.seq} were acknowledged a second before`)
  const both = Math.min(lastSeq, acknowledged.length)
  const difference = firstDifference(entries.slice(0, both), acknowledged.slice(0, both))
  if (difference) problems.push(difference)
  const asked = new Set<string | null>(trading.given.filter(({ answer }) => !answer?.ok).map(({ id }) => id))
  for (const { seq, commandId } of entries.slice(both))
    if (!asked.has(commandId)) problems.push(`entry ${seq} was never asked for`)
  if (documents !== JSON.stringify(documentsAfter(entries)))
    problems.push(`the documents are not those of entry ${lastSeq}`)
  await trading.restart()
  problems.push(...(await trading.problems()))
  const repeated = await repeatLast(trading, lastSeq, problems)
  problems.push(...(await trading.problems()))
  return { problems, kept: both, repeated }
}

/** Under its id a command that was kept has the same answer, and one that was lost is carried out once. */
async function repeatLast(trading: Trading, lastSeq: number, problems: string[]) {
  const last = trading.given.slice(-8)
  for (const command of last) {
    const before = command.answer
    const again = await trading.repeat(command)
    const isKept = before?.ok === true && before.seq <= lastSeq
    if (isKept && JSON.stringify(again) !== JSON.stringify(before))
      problems.push(`${command.name} was kept, and its answer has changed to ${JSON.stringify(again)}`)
    if (again.ok && !isKept && again.seq <= lastSeq && before?.ok)
      problems.push(`${command.name} was lost, and its answer is of entry ${again.seq}`)
  }
  return last.length
}
