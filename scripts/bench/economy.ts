// What a purchase costs here and in shops of other makes, equally durable. Alone: node scripts/bench/economy.ts

import { openEngine } from './economy/hub.ts'
import { type Books, type Buy, evenRequests, requestsOf, runLoad, verifyBooks } from './economy/load.ts'
import { openPostgresShop, type PostgresWay, startPostgres } from './economy/postgres.ts'
import { openWhole } from './economy/sockets.ts'
import { openSqliteShop } from './economy/sqlite.ts'
import {
  alternate,
  atLeast,
  atMost,
  type BenchSize,
  median,
  percentile,
  printTable,
  type Row,
  shown,
} from './measure.ts'

const inFlight = 64
const wholePlayers = 2_000
const wholeRequests = 3_000
const wholePasses = 5
const fewAccounts = 300
const manyAccounts = 100_000

interface Shop {
  readonly buy: Buy
  /** CPU that shop and store have used so far, µs: without the clients over sockets, with the program that asks a database. */
  cpu(): Promise<number> | number
  books(): Promise<Books>
  close(): Promise<unknown>
}

/** Keeps what a shop acknowledged in all passes. */
function follow(shop: Shop, players: number, requests: number, draw = requestsOf) {
  let [pass, made, refused] = [0, 0, 0]
  const p99s: number[] = []
  const cpus: number[] = []
  return {
    /** Runs the next pass. Returns purchases a second. */
    async rate() {
      const before = await shop.cpu()
      const load = await runLoad(shop.buy, draw(pass, requests, players), inFlight)
      cpus.push(((await shop.cpu()) - before) / load.made)
      pass += 1
      made += load.made
      refused += load.refused
      p99s.push(percentile(load.taken, 0.99))
      return load.made / load.seconds
    },
    verify: async (name: string) => verifyBooks(name, made, players, await shop.books()),
    /** The median of the passes, ms. The first one warmed up. */
    p99: () => median(p99s.slice(1)),
    /** CPU of a purchase, µs: the same of the passes. */
    cpu: () => median(cpus.slice(1)),
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

/** M1, M2 and M4: against other shops. M3: what many accounts cost. */
export async function benchEconomy(size: BenchSize = {}): Promise<Row[]> {
  const { passes = wholePasses, viewers: players = wholePlayers } = size
  const requests = size.commands === undefined ? wholeRequests : size.commands * inFlight
  return [...(await againstOthers(passes, players, requests)), ...(await withManyAccounts(passes, requests, size))]
}

async function againstOthers(passes: number, players: number, requests: number): Promise<Row[]> {
  const postgres = await startPostgres()
  if (!postgres)
    console.log('There is no Postgres here: it is in Debian\'s package "postgresql". The rest is measured without it.')
  const shops: Record<string, Followed> = {}
  const add = async (name: string, shop: Promise<Shop> | Shop) => {
    shops[name] = follow(await shop, players, requests)
  }
  try {
    await add('sockets', openWhole(players))
    await add('engine', openEngine(players, true))
    await add('sqlite', openSqliteShop(players, 1))
    await add('sqliteGroups', openSqliteShop(players, inFlight))
    const ways: readonly PostgresWay[] = postgres ? ['ordinary', 'records', 'function', 'house'] : []
    if (postgres) for (const way of ways) await add(way, openPostgresShop(postgres, way, players, inFlight))
    const rates = await measure(passes, shops)
    return rowsOf(shops, rates, postgres?.version ?? '')
  } finally {
    for (const shop of Object.values(shops)) await shop.close()
    await postgres?.close()
  }
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

function rowsOf(
  shops: Readonly<Record<string, Followed>>,
  rates: Readonly<Record<string, number>>,
  version: string,
): Row[] {
  const rateOf = (name: string) => rates[name] ?? Number.NaN
  const ms = (name: string) => shops[name]?.p99() ?? Number.NaN
  const cpu = (name: string) => shops[name]?.cpu() ?? Number.NaN
  const ours = { sockets: 'over sockets', engine: 'without sockets' }
  return Object.entries(ours).flatMap(([our, how]) =>
    Object.entries(texts).flatMap(([peer, text]): Row[] => {
      if (!shops[peer]) return []
      const goal = goals[peer]
      const against = peer.startsWith('sqlite') ? text : `Postgres ${version}, ${text}`
      const ratio = rateOf(our) / rateOf(peer)
      const perSecond = `${Math.round(rateOf(our))}/s against ${Math.round(rateOf(peer))}/s`
      const rate = {
        measure: `M1 purchases a second, durable, ${inFlight} in flight, ${how}`,
        against,
        ...(goal === undefined ? { ratio, goal: null, met: true } : atLeast(goal, ratio)),
        note: `${perSecond}; refused ${Math.round((shops[our]?.refusals() ?? 0) * 100)} and ${Math.round((shops[peer]?.refusals() ?? 0) * 100)} %`,
      }
      const late = ms(our) / ms(peer)
      const p99 = {
        measure: `M2 p99 of the answers of the same`,
        against,
        ...(goal === undefined ? { ratio: late, goal: null, met: true } : atMost(1, late)),
        note: `${ms(our).toFixed(1)} ms against ${ms(peer).toFixed(1)} ms`,
      }
      const work = {
        measure: 'M4 CPU of a purchase of the same, shop and store',
        against,
        ...shown(cpu(our) / cpu(peer)),
        note: `${Math.round(cpu(our))} µs against ${Math.round(cpu(peer))} µs`,
      }
      return [rate, p99, work]
    }),
  )
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
        ...atMost(2, (rates.few ?? Number.NaN) / (rates.crowd ?? Number.NaN)),
        note: `${microseconds(rates.crowd)} µs against ${microseconds(rates.few)} µs`,
      },
    ]
  } finally {
    await Promise.all([few.close(), crowd.close()])
  }
}

const microseconds = (aSecond = Number.NaN) => Math.round(1_000_000 / aSecond)

if (import.meta.main) printTable(await benchEconomy())
