// The embedded journal compared with Redis, both synced to disk before they answer, and what the parts of a command allow.
// Alone: node scripts/bench/stores.ts
import { type Entry, entryJson } from '../../server/engine/entry.ts'
import { openRedisStorage } from '../../server/storage/redis/redis.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { createMemoryStorage } from '../../server/testing/memoryStorage.ts'
import { freshId } from '../../server/testing/principals.ts'
import { startRedis } from '../../server/testing/redisProcess.ts'
import { evenRequests, runLoad } from './economy/load.ts'
import { openEcho, openWhole } from './economy/sockets.ts'
import { benchFolder, giveFor, openJournalHub } from './journalHub.ts'
import {
  type Alternated,
  alternate,
  atLeast,
  type BenchSize,
  judgedBy,
  median,
  percentile,
  printTable,
  type Row,
  shown,
} from './measure.ts'

const players = 300
const inFlight = 128
const halfInFlight = 64
const passMs = 1_500
const wholePasses = 7
const mostP99Ms = 2
const mostHalfP99Ms = 5
const leastASecond = 50_000
const wholeBuyers = 2_000
/** A wallet and an inventory have room for those of all passes. */
const purchasesOfPass = 5_000
const leastOverSockets = 24_000
/** Of the store alone: as many as the hub sends at this load. */
const entriesOfAppend = 64
/** So many in each of the four appends that the hub begins at once: 64 in flight. */
const entriesOfSmallAppend = 16
const entriesOfPass = 8_192

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

/** The rules alone: a store that keeps no entry and answers at once. @param take is shown what would be written */
async function openUnkept(take: (entries: readonly Entry[]) => void = () => {}) {
  const { storage } = createMemoryStorage()
  const unkept = Object.assign(storage, { append: async (entries: readonly Entry[]) => take(entries) })
  return openJournalHub(players, async () => unkept)
}

/** The embedded store alone: entries that such commands made, whose JSON is there already, in appends of one size. */
async function openStoreAlone() {
  const entries = await sampleEntries()
  const { folder, remove } = benchFolder('store-alone')
  const storage = await openSqliteStorage({ folder })
  const { epoch } = await storage.load()
  let seq = 0
  return {
    /** @param kept how long each append took, ms */
    async aSecond(entriesOfOne = entriesOfAppend, kept: number[] = []) {
      const made = entries.map((entry) => {
        seq += 1
        return { ...entry, seq, epoch, commandId: freshId(entry.at) }
      })
      for (const entry of made) entryJson(entry)
      const startedAt = performance.now()
      let next = 0
      const appendOn = async () => {
        for (; next < made.length; ) {
          const batch = made.slice(next, next + entriesOfOne)
          next += entriesOfOne
          const sentAt = performance.now()
          await storage.append(batch)
          kept.push(performance.now() - sentAt)
        }
      }
      await Promise.all(Array.from({ length: storage.appendsAtOnce ?? 1 }, appendOn))
      return made.length / ((performance.now() - startedAt) / 1_000)
    },
    close: () => storage.close().then(remove),
  }
}

async function sampleEntries() {
  const entries: Entry[] = []
  const { hub, close } = await openUnkept((some) => void entries.push(...some))
  while (entries.length < entriesOfPass) await giveFor(hub, players, { inFlight, ms: 100 })
  await close()
  return entries.slice(0, entriesOfPass)
}

type Held = Awaited<ReturnType<typeof openEmbedded>>

/** J3: the embedded journal against Redis, each with the same hub; the rules and the store each by itself; and commands over sockets. */
export async function benchStores(size: BenchSize = {}): Promise<Row[]> {
  return [...(await rowsWithoutSockets(size)), ...(await socketRateRows(size))]
}

async function rowsWithoutSockets({ passes = wholePasses, loadMs = passMs, warmsUp }: BenchSize): Promise<Row[]> {
  const [unkept, storeAlone] = [await openUnkept(), await openStoreAlone()]
  const [embedded, onRedis] = [await openEmbedded(), await openOnRedis()]
  const p99s = {
    crowded: [] as number[],
    half: [] as number[],
    alone: [] as number[],
    redis: [] as number[],
    halfRules: [] as number[],
    halfStore: [] as number[],
  }
  const rateOf = async ({ hub }: Held, kept: number[], lanes: number) => {
    const { taken, aSecond } = await giveFor(hub, players, { inFlight: lanes, ms: loadMs })
    kept.push(percentile(taken, 0.99))
    return aSecond
  }
  try {
    const ways = {
      embedded: () => rateOf(embedded, p99s.crowded, inFlight),
      redis: () => rateOf(onRedis, p99s.redis, inFlight),
      half: () => rateOf(embedded, p99s.half, halfInFlight),
      alone: () => rateOf(embedded, p99s.alone, 1),
      rules: () => rateOf(unkept, [], inFlight),
      store: () => storeAlone.aSecond(),
      halfRules: () => rateOf(unkept, p99s.halfRules, halfInFlight),
      async halfStore() {
        const taken: number[] = []
        const aSecond = await storeAlone.aSecond(entriesOfSmallAppend, taken)
        p99s.halfStore.push(percentile(taken, 0.99))
        return aSecond
      },
    }
    const rates = await alternate(passes, ways, warmsUp)
    return [...rateRows(rates), ...p99Rows(p99s)]
  } finally {
    for (const { close } of [embedded, onRedis, unkept, storeAlone]) await close()
  }
}

function rateRows(rates: Alternated<'embedded' | 'redis' | 'rules' | 'store'>): Row[] {
  const measure = `J3 acknowledged commands a second without sockets, embedded, ${inFlight} in flight`
  const goal = `at least ${leastASecond} a second`
  const ofGoal = (aSecond: number) => aSecond / leastASecond
  return [
    {
      measure,
      against: 'Redis with appendfsync always',
      ...atLeast(1.5, rates.ratioOf('embedded', 'redis')),
      note: `${Math.round(rates.embedded)}/s against ${Math.round(rates.redis)}/s`,
    },
    {
      measure,
      against: `${leastASecond} a second`,
      ...judgedBy(goal, ofGoal(rates.embedded), rates.embedded >= leastASecond),
      note: `${Math.round(rates.embedded)}/s`,
    },
    {
      measure: 'J3 the same over a store that keeps nothing: the rules alone',
      against: `${leastASecond} a second`,
      ...shown(ofGoal(rates.rules)),
      note: `${Math.round(rates.rules)}/s`,
    },
    {
      measure: `J3 entries a second of the embedded store alone, ${entriesOfAppend} in an append`,
      against: `${leastASecond} a second`,
      ...shown(ofGoal(rates.store)),
      note: `${Math.round(rates.store)}/s`,
    },
  ]
}

type P99Name = 'crowded' | 'half' | 'alone' | 'redis' | 'halfRules' | 'halfStore'

function p99Rows(p99s: Readonly<Record<P99Name, readonly number[]>>): Row[] {
  const [crowded, half] = [median(p99s.crowded), median(p99s.half)]
  const others = `${median(p99s.alone).toFixed(2)} with one in flight; ${median(p99s.redis).toFixed(2)} on Redis`
  const row = (lanes: number, most: number, ms: number, more = ''): Row => ({
    measure: `J3 acknowledgement p99, embedded, ${lanes} in flight`,
    against: `${most} ms`,
    ...judgedBy(`at most ${most} ms`, ms / most, ms <= most),
    note: `ms: ${ms.toFixed(2)}${more}`,
  })
  const part = (what: string, ms: number): Row => ({
    measure: `J3 p99 of ${what}, ${halfInFlight} in flight`,
    against: `${mostHalfP99Ms} ms`,
    ...shown(ms / mostHalfP99Ms),
    note: `ms: ${ms.toFixed(2)}`,
  })
  return [
    row(inFlight, mostP99Ms, crowded, `; ${others}`),
    row(halfInFlight, mostHalfP99Ms, half),
    part('the rules alone, over a store that keeps nothing', median(p99s.halfRules)),
    part(`the store alone, ${entriesOfSmallAppend} entries in an append`, median(p99s.halfStore)),
  ]
}

/** J3 over sockets: purchases, each by another player, 128 in flight. */
async function socketRateRows({
  passes = wholePasses,
  viewers: buyers = wholeBuyers,
  commands,
}: BenchSize = {}): Promise<Row[]> {
  const requests = commands === undefined ? purchasesOfPass : commands * inFlight
  const [hub, echo] = [await openWhole(buyers), await openEcho(buyers)]
  const p99s: number[] = []
  let [pass, refused] = [0, 0]
  try {
    const rates = await alternate(passes, {
      hub: async () => {
        pass += 1
        const load = await runLoad(hub.buy, evenRequests(pass, requests, buyers), inFlight)
        refused += load.refused
        p99s.push(percentile(load.taken, 0.99))
        return load.made / load.seconds
      },
      echo: async () => {
        const load = await runLoad(echo.buy, evenRequests(pass, requests, buyers), inFlight)
        return load.taken.length / load.seconds
      },
    })
    const against = `${leastOverSockets} a second`
    return [
      {
        measure: `J3 acknowledged purchases a second over sockets, durable, ${inFlight} in flight`,
        against,
        ...judgedBy(`at least ${against}`, rates.hub / leastOverSockets, rates.hub >= leastOverSockets),
        note: `${Math.round(rates.hub)}/s, ${refused} refused; p99 ${Math.round(percentile(p99s, 0.5))} ms`,
      },
      {
        measure: 'J3 answers a second of stock Socket.IO that only acknowledges, to the same clients',
        against,
        ...shown(rates.echo / leastOverSockets),
        note: `${Math.round(rates.echo)}/s`,
      },
    ]
  } finally {
    for (const { close } of [hub, echo]) await close()
  }
}

if (import.meta.main) printTable(await benchStores())
