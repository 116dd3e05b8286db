// What a purchase costs here and in shops of other makes, equally durable. Alone: node scripts/bench/economy.ts

import { openEngine } from './economy/hub.ts'
import { type Books, type Buy, evenRequests, requestsOf, runLoad, verifyBooks } from './economy/load.ts'
import { type Postgres, startPostgres } from './economy/postgres.ts'
import { bestPoolSize, openPostgresShop, type PostgresWay } from './economy/postgresShop.ts'
import { openEcho, openLeast, openStock, openWhole } from './economy/sockets.ts'
import { openSqliteShop } from './economy/sqlite.ts'
import {
  type Alternated,
  alternate,
  atLeast,
  atMost,
  type BenchSize,
  median,
  percentile,
  printTable,
  type Row,
  ratioOf,
  shown,
} from './measure.ts'

const inFlight = 64
const wholePlayers = 2_000
const wholeRequests = 3_000
const wholePasses = 7
const fewAccounts = 300
const manyAccounts = 100_000

interface Shop {
  readonly buy: Buy
  /** CPU that shop and store have used so far, µs: without the clients over sockets, with the program that asks a database. */
  cpu(): Promise<number> | number
  /** CPU that the clients over sockets have used so far, µs. */
  clientCpu?(): number
  /** Null: it keeps none, and sells nothing. */
  readonly books: (() => Promise<Books>) | null
  close(): Promise<unknown>
}

/** Keeps what a shop acknowledged in all passes. */
function follow(shop: Shop, players: number, requests: number, draw = requestsOf) {
  let [pass, made, refused] = [0, 0, 0]
  const p99s: number[] = []
  const cpus: number[] = []
  const answerRates: number[] = []
  const clientCpus: number[] = []
  const clientCpu = () => shop.clientCpu?.() ?? 0
  return {
    /** Runs the next pass. Returns purchases a second. */
    async rate() {
      const before = { shop: await shop.cpu(), clients: clientCpu() }
      const load = await runLoad(shop.buy, draw(pass, requests, players), inFlight)
      clientCpus.push((clientCpu() - before.clients) / load.taken.length)
      cpus.push(((await shop.cpu()) - before.shop) / load.made)
      answerRates.push(load.taken.length / load.seconds)
      pass += 1
      made += load.made
      refused += load.refused
      p99s.push(percentile(load.taken, 0.99))
      return load.made / load.seconds
    },
    verify: async (name: string) => shop.books && verifyBooks(name, made, players, await shop.books()),
    /** Of each pass, ms. The first one warmed up. */
    p99s: () => p99s.slice(1),
    /** CPU of a purchase of each pass, µs: the same. */
    cpus: () => cpus.slice(1),
    /** Answers a second, refusals too, and what one costs the clients, µs: the same. */
    answers: () => answerRates.slice(1),
    clientCpus: () => clientCpus.slice(1),
    refusals: () => refused / (made + refused),
    close: shop.close,
  }
}
type Followed = ReturnType<typeof follow>

/** Returns purchases a second by name. Verifies all books afterwards. */
async function measure(passes: number, shops: Readonly<Record<string, Followed>>) {
  const rates = await alternate(
    passes,
    Object.fromEntries(Object.entries(shops).map(([name, { rate }]) => [name, rate])),
  )
  for (const [name, shop] of Object.entries(shops)) await shop.verify(name)
  return rates
}

/** M1, M2 and M4: against other shops. M3: what many accounts cost. M5 and M6: what sockets and clients leave to a shop. */
export async function benchEconomy(size: BenchSize = {}): Promise<Row[]> {
  const { passes = wholePasses, viewers: players = wholePlayers } = size
  const requests = size.commands === undefined ? wholeRequests : size.commands * inFlight
  return [...(await againstOthers({ passes, players, requests })), ...(await withManyAccounts(passes, requests, size))]
}

async function againstOthers(size: ShopSize): Promise<Row[]> {
  const postgres = await startPostgres()
  if (!postgres)
    console.log('There is no Postgres here: it is in Debian\'s package "postgresql". The rest is measured without it.')
  try {
    const pools = [...(await poolSizes(postgres, size))]
    const version = postgres?.version ?? ''
    const { players } = size
    const openWithout = async (add: Add) => {
      await add('engine', openEngine(players, true))
      await add('sqlite', openSqliteShop(players, 1))
      await add('sqliteGroups', openSqliteShop(players, inFlight))
      if (postgres) for (const [way, pool] of pools) await add(way, openPostgresShop(postgres, way, players, pool))
    }
    const openOverSockets = async (add: Add) => {
      await add('sockets', openWhole(players))
      await add('echo', openEcho(players))
      await add('least', openLeast(players, inFlight, false))
      await add('leastTold', openLeast(players, inFlight, true))
      if (postgres) for (const [way, pool] of pools) await add(way, openStock(postgres, way, players, pool))
    }
    // One after the other: thousands of idle sockets of the clients would slow down the shops that are called in the same process.
    const without = await withShops(size, openWithout, (measured) => rowsWithout(measured, version))
    const over = await withShops(size, openOverSockets, (measured) => rowsOverSockets(measured, version))
    return [...over, ...without]
  } finally {
    await postgres?.close()
  }
}

type Add = (name: string, shop: Promise<Shop> | Shop) => Promise<void>
interface ShopSize {
  readonly passes: number
  readonly players: number
  readonly requests: number
}
interface Measured {
  readonly shops: Readonly<Record<string, Followed>>
  readonly rates: Alternated<string>
}

/** Opens shops, measures them in turn, and closes them again. */
async function withShops(
  { passes, players, requests }: ShopSize,
  open: (add: Add) => Promise<void>,
  rows: (measured: Measured) => Row[],
): Promise<Row[]> {
  const shops: Record<string, Followed> = {}
  try {
    await open(async (name, shop) => {
      shops[name] = follow(await shop, players, requests)
    })
    return rows({ shops, rates: await measure(passes, shops) })
  } finally {
    for (const shop of Object.values(shops)) await shop.close()
  }
}

const ways: readonly PostgresWay[] = ['ordinary', 'records', 'function', 'house']

/** The fastest size of the pool for each way, from trials. */
async function poolSizes(postgres: Postgres | null, { players, requests }: ShopSize) {
  const sizes = new Map<PostgresWay, number>()
  if (postgres)
    for (const way of ways) sizes.set(way, await bestPoolSize(postgres, way, { players, lanes: inFlight, requests }))
  return sizes
}

const texts: Readonly<Record<string, string>> = {
  ordinary: 'one transaction of six round trips',
  records: 'the same with the records that ours keeps: ten round trips',
  function: 'one plpgsql function',
  house: 'one plpgsql function, with the account of the house as a row',
  sqlite: 'node:sqlite FULL, one transaction each',
  sqliteGroups: 'node:sqlite FULL, group commit',
}
const goals: Readonly<Record<string, number>> = { ordinary: 5, house: 3 }

interface Comparison {
  readonly our: 'sockets' | 'engine'
  readonly how: string
  readonly peer: string
  readonly against: string
  /** Of the rate. The p99 then has one, too. */
  readonly goal?: number | undefined
}

/** Shops over sockets are compared with each other, and shops without any. */
const rowsOverSockets = (measured: Measured, version: string): Row[] => [
  ...ways.flatMap((way) =>
    rowsAgainst(measured, {
      our: 'sockets',
      how: 'over sockets',
      peer: way,
      against: `Postgres ${version} behind stock Fastify and Socket.IO, ${texts[way]}`,
      goal: goals[way],
    }),
  ),
  ...platformRows(measured.shops),
]

const rowsWithout = (measured: Measured, version: string): Row[] => {
  const without = { our: 'engine', how: 'without sockets' } as const
  return [
    ...ways.map((way) => ({ peer: way, against: `Postgres ${version}, ${texts[way]}`, goal: goals[way] })),
    ...['sqlite', 'sqliteGroups'].map((peer) => ({ peer, against: texts[peer] ?? '' })),
  ].flatMap((one) => rowsAgainst(measured, { ...without, ...one }))
}

function rowsAgainst({ shops, rates }: Measured, { our, how, peer, against, goal }: Comparison): Row[] {
  const [mine, theirs] = [shops[our], shops[peer]]
  if (!mine || !theirs) return []
  const rateOf = (name: string) => rates[name] ?? Number.NaN
  const percent = (shop: Followed) => Math.round(shop.refusals() * 100)
  const ratio = rates.ratioOf(our, peer)
  const late = ratioOf(mine.p99s(), theirs.p99s())
  return [
    {
      measure: `M1 purchases a second, durable, ${inFlight} in flight, ${how}`,
      against,
      ...(goal === undefined ? shown(ratio) : atLeast(goal, ratio)),
      note: `${Math.round(rateOf(our))}/s against ${Math.round(rateOf(peer))}/s; refused ${percent(mine)} and ${percent(theirs)}%`,
    },
    {
      measure: 'M2 p99 of the answers of the same',
      against,
      ...(goal === undefined ? shown(late) : atMost(1, late)),
      note: `${median(mine.p99s()).toFixed(1)} ms against ${median(theirs.p99s()).toFixed(1)} ms`,
    },
    {
      measure: 'M4 CPU of a purchase of the same, shop and store',
      against,
      ...shown(ratioOf(mine.cpus(), theirs.cpus())),
      note: `${Math.round(median(mine.cpus()))} µs against ${Math.round(median(theirs.cpus()))} µs`,
    },
  ]
}

/** What a shop over these sockets could reach at most, with these clients on the same cores. */
function platformRows({ sockets, echo, least, leastTold, ordinary }: Measured['shops']): Row[] {
  if (!sockets || !echo || !least || !leastTold) return []
  const rates = (one: Followed, other: Followed) => ({
    ...shown(ratioOf(one.answers(), other.answers())),
    note: `${Math.round(median(one.answers()))}/s against ${Math.round(median(other.answers()))}/s`,
  })
  const nothing = 'stock Socket.IO that only acknowledges'
  const rows = 'rows in node:sqlite FULL, group commit, behind stock Socket.IO, without history'
  const limits = Object.entries({
    [nothing]: echo,
    [rows]: least,
    [`${rows}, one event to the buyer's page`]: leastTold,
  })
  return [
    ...limits.flatMap(([what, shop]) =>
      ordinary
        ? [
            {
              measure: `M5 answers a second, refusals too, of ${what}`,
              against: `Postgres behind stock Fastify and Socket.IO, ${texts.ordinary}`,
              ...rates(shop, ordinary),
            },
          ]
        : [],
    ),
    { measure: 'M5 answers a second, refusals too, of ours over sockets', against: nothing, ...rates(sockets, echo) },
    {
      measure: 'M6 CPU of the clients for an answer of ours over sockets',
      against: nothing,
      ...shown(ratioOf(sockets.clientCpus(), echo.clientCpus())),
      note: `${Math.round(median(sockets.clientCpus()))} µs against ${Math.round(median(echo.clientCpus()))} µs`,
    },
  ]
}

async function withManyAccounts(passes: number, requests: number, { viewers }: BenchSize): Promise<Row[]> {
  const many = viewers === undefined ? manyAccounts : Math.min(manyAccounts, viewers * 100)
  const [few, crowd] = [await openEngine(fewAccounts, false), await openEngine(many, false)]
  const shops = {
    few: follow(few, fewAccounts, requests, evenRequests),
    crowd: follow(crowd, many, requests, evenRequests),
  }
  try {
    const rates = await measure(passes, shops)
    return [
      {
        measure: `M3 cost of a purchase with ${many} accounts`,
        against: `with ${fewAccounts} accounts`,
        ...atMost(2, rates.ratioOf('few', 'crowd')),
        note: `${microseconds(rates.crowd)} µs against ${microseconds(rates.few)} µs`,
      },
    ]
  } finally {
    await Promise.all([few.close(), crowd.close()])
  }
}

const microseconds = (aSecond = Number.NaN) => Math.round(1_000_000 / aSecond)

if (import.meta.main) printTable(await benchEconomy())
