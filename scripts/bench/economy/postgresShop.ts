import { randomUUID } from 'node:crypto'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { mostDinosaurs } from '../../../shared/features/inventory/inventory.ts'
import { type Buy, ownCpu, type Purchase, requestsOf, runLoad, startingBalance } from './load.ts'
import type { Postgres } from './postgres.ts'
import { booksFrom, booksQuery, tables } from './sqlite.ts'

const debit = `UPDATE player SET balance = balance - $3, items = items + 1
  WHERE id = $1 AND balance >= $3 AND items < ${mostDinosaurs}
    AND EXISTS (SELECT 1 FROM item WHERE id = $2 AND price = $3)`

/** All of a purchase in one call. @param house what it does with the account of the house */
const saleFunction = (name: string, house: string) => `
  CREATE FUNCTION ${name}(who integer, what text, seen bigint, op text) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    ${debit.replaceAll('$1', 'who').replaceAll('$2', 'what').replaceAll('$3', 'seen')};
    IF NOT FOUND THEN RETURN false; END IF;
    INSERT INTO purchase VALUES (op, who, what, seen);
    INSERT INTO entry VALUES (op, 'wallet:' || who, -seen), (op, 'sink:shop', seen);
    INSERT INTO owned VALUES (op, who, what);
    ${house}
    RETURN true;
  END $$;`

export type PostgresWay = 'ordinary' | 'records' | 'function' | 'house'

/** What ours keeps of a purchase, too: its answer by the id of the call, the history of the dinosaur, the count of the day, what can be refunded. */
const recordTables = `
  CREATE TABLE answer (call text PRIMARY KEY, player integer NOT NULL, output text NOT NULL);
  CREATE TABLE history (owned text NOT NULL, step integer NOT NULL, player integer NOT NULL, item text NOT NULL, PRIMARY KEY (owned, step));
  CREATE TABLE counted (player integer, item text, day date, count integer NOT NULL, PRIMARY KEY (player, item, day));
  CREATE TABLE session (token text PRIMARY KEY, player integer NOT NULL);
  CREATE TABLE payment (operation text PRIMARY KEY, player integer NOT NULL, item text NOT NULL, price bigint NOT NULL);
`

/** A shop in a database of its own: who buys from it does so over a pool. */
export async function makeShop(postgres: Postgres, database: string, players: number) {
  const maker = await postgres.connect()
  await maker.query(`CREATE DATABASE ${database}`)
  await maker.end()
  const clerk = await postgres.connect(database)
  await clerk.query(tables + recordTables)
  // Rows that are changed often leave room on their page for the next version.
  await clerk.query('ALTER TABLE player SET (fillfactor = 50); ALTER TABLE house SET (fillfactor = 10)')
  await clerk.query(`INSERT INTO player SELECT id, ${startingBalance}, 0 FROM generate_series(0, ${players - 1}) AS id`)
  await clerk.query(`INSERT INTO session SELECT 'token-' || id, id FROM generate_series(0, ${players - 1}) AS id`)
  await clerk.query(saleFunction('sell_function', ''))
  await clerk.query(
    saleFunction('sell_house', "UPDATE house SET balance = balance + seen WHERE account = 'sink:shop';"),
  )
  await clerk.query('VACUUM ANALYZE')
  return {
    books: async () => booksFrom((await clerk.query(booksQuery)).rows[0] ?? {}),
    close: () => clerk.end(),
  }
}

/** How a purchase is made over a pool. */
export function sellerOver(pool: Pool, way: PostgresWay): (purchase: Purchase) => Promise<boolean> {
  const sell =
    way === 'ordinary' ? sellInTrips() : way === 'records' ? sellInTrips(keepRecords) : sellByFunction(`sell_${way}`)
  return async (purchase) => {
    const client = await pool.connect()
    try {
      return await sell(client, purchase)
    } finally {
      client.release()
    }
  }
}

export function openPool(address: PoolConfig, database: string, max: number) {
  const pool = new Pool({ ...address, database, max, idleTimeoutMillis: 0 })
  pool.on('error', () => {})
  return pool
}

const smallestPool = 8
const poolSizes = [smallestPool, 16, 32, 64]
const trialRequests = 600

/** The pool with which this way sells most, by a short trial in a database of its own. Of passes with fewer `requests` a trial tells nothing. */
export async function bestPoolSize(
  postgres: Postgres,
  way: PostgresWay,
  { players, lanes, requests }: { readonly players: number; readonly lanes: number; readonly requests: number },
) {
  if (requests < trialRequests) return smallestPool
  const database = `trial_${way}`
  const shop = await makeShop(postgres, database, players)
  let best = { size: 0, rate: 0 }
  for (const [pass, size] of poolSizes.entries()) {
    const pool = openPool(postgres.address, database, size)
    const sell = sellerOver(pool, way)
    await runLoad(sell, requestsOf(pass, trialRequests, players), lanes)
    const { made, seconds } = await runLoad(sell, requestsOf(pass + poolSizes.length, trialRequests, players), lanes)
    if (made / seconds > best.rate) best = { size, rate: made / seconds }
    await pool.end()
  }
  await shop.close()
  return best.size
}

/** The shop in this process, without sockets. */
export async function openPostgresShop(postgres: Postgres, way: PostgresWay, players: number, poolSize: number) {
  const database = `shop_${way}`
  const shop = await makeShop(postgres, database, players)
  const pool = openPool(postgres.address, database, poolSize)
  const buy: Buy = sellerOver(pool, way)
  return {
    buy,
    cpu: () => postgres.cpu() + ownCpu(),
    books: shop.books,
    close: () => Promise.all([pool.end(), shop.close()]),
  }
}

/** Six round trips. Statements are prepared once for each connection, as a good client does. @param more further ones before the commit */
const sellInTrips =
  (more: (client: PoolClient, operation: string, purchase: Purchase) => Promise<void> = async () => {}) =>
  async (client: PoolClient, purchase: Purchase): Promise<boolean> => {
    const { player, item, price } = purchase
    const operation = randomUUID()
    await client.query('BEGIN')
    const { rowCount } = await client.query({ name: 'debit', text: debit, values: [player, item, price] })
    if (rowCount === 0) {
      await client.query('ROLLBACK')
      return false
    }
    const text = 'INSERT INTO purchase VALUES ($1, $2, $3, $4)'
    await client.query({ name: 'purchase', text, values: [operation, player, item, price] })
    const entries = "INSERT INTO entry VALUES ($1, $2, $3), ($1, 'sink:shop', -$3)"
    await client.query({ name: 'entries', text: entries, values: [operation, `wallet:${player}`, -price] })
    const owned = 'INSERT INTO owned VALUES ($1, $2, $3)'
    await client.query({ name: 'owned', text: owned, values: [operation, player, item] })
    await more(client, operation, purchase)
    await client.query('COMMIT')
    return true
  }

async function keepRecords(client: PoolClient, operation: string, { player, item, price }: Purchase) {
  const answer = 'INSERT INTO answer VALUES ($1, $2, $3)'
  await client.query({
    name: 'answer',
    text: answer,
    values: [randomUUID(), player, JSON.stringify({ operation, price })],
  })
  const history = 'INSERT INTO history VALUES ($1, 1, $2, $3)'
  await client.query({ name: 'history', text: history, values: [operation, player, item] })
  const counted = `INSERT INTO counted VALUES ($1, $2, current_date, 1)
    ON CONFLICT (player, item, day) DO UPDATE SET count = counted.count + 1`
  await client.query({ name: 'counted', text: counted, values: [player, item] })
  const payment = 'INSERT INTO payment VALUES ($1, $2, $3, $4)'
  await client.query({ name: 'payment', text: payment, values: [operation, player, item, price] })
}

const sellByFunction =
  (name: string) =>
  async (client: PoolClient, { player, item, price }: Purchase) => {
    const text = `SELECT ${name}($1, $2, $3, $4) AS sold`
    const { rows } = await client.query({ name, text, values: [player, item, price, randomUUID()] })
    return rows[0]?.sold === true
  }
