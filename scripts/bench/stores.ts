// The embedded journal compared with Redis, both synced to disk before they answer. Alone: node scripts/bench/stores.ts
import { openRedisStorage } from '../../server/storage/redis/redis.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { startRedis } from '../../server/testing/redisProcess.ts'
import { benchFolder, giveFor, openJournalHub } from './journalHub.ts'
import { alternate, atLeast, type BenchSize, judgedBy, median, percentile, printTable, type Row } from './measure.ts'

const players = 300
const inFlight = 128
const passMs = 1_500
const wholePasses = 7
const mostP99Ms = 2

async function openEmbedded() {
  const { folder, remove } = benchFolder('embedded')
  const { hub, close } = await openJournalHub(players, () => openSqliteStorage({ folder }))
  return { hub, close: () => close().then(remove) }
}

/** A Redis on the same disk with the documented setting `appendfsync always`. */
async function openOnRedis() {
  const { folder, remove } = benchFolder('redis')
  const redis = await startRedis({ config: { dir: folder } })
  let opened = 0
  const { hub, close } = await openJournalHub(players, () => {
    opened += 1
    return openRedisStorage({ url: redis.url, node: `bench-${opened}` })
  })
  return { hub, close: () => close().then(redis.remove).then(remove) }
}

type Held = Awaited<ReturnType<typeof openEmbedded>>

/** J3: the embedded journal against Redis, each with the same hub. */
export async function benchStores({ passes = wholePasses, loadMs = passMs }: BenchSize = {}): Promise<Row[]> {
  const [embedded, onRedis] = [await openEmbedded(), await openOnRedis()]
  const p99s = { crowded: [] as number[], alone: [] as number[], redis: [] as number[] }
  const rateOf = async ({ hub }: Held, kept: number[], lanes: number) => {
    const { taken, aSecond } = await giveFor(hub, players, { inFlight: lanes, ms: loadMs })
    kept.push(percentile(taken, 0.99))
    return aSecond
  }
  try {
    const rates = await alternate(passes, {
      embedded: () => rateOf(embedded, p99s.crowded, inFlight),
      redis: () => rateOf(onRedis, p99s.redis, inFlight),
      alone: () => rateOf(embedded, p99s.alone, 1),
    })
    const ms = { crowded: median(p99s.crowded), alone: median(p99s.alone), redis: median(p99s.redis) }
    return [
      {
        measure: `J3 acknowledged commands a second, embedded, ${inFlight} in flight`,
        against: 'Redis with appendfsync always',
        ...atLeast(1.5, rates.ratioOf('embedded', 'redis')),
        note: `${Math.round(rates.embedded)}/s against ${Math.round(rates.redis)}/s`,
      },
      {
        measure: `J3 acknowledgement p99, embedded, ${inFlight} in flight`,
        against: `${mostP99Ms} ms`,
        ...judgedBy(`at most ${mostP99Ms} ms`, ms.crowded / mostP99Ms, ms.crowded <= mostP99Ms),
        note: `ms: ${ms.crowded.toFixed(2)}; ${ms.alone.toFixed(2)} with one in flight; ${ms.redis.toFixed(2)} on Redis`,
      },
    ]
  } finally {
    await embedded.close()
    await onRedis.close()
  }
}

if (import.meta.main) printTable(await benchStores())
