import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { mostDinosaurs } from '../../../shared/features/inventory/inventory.ts'
import { benchFolder } from '../journalHub.ts'
import { type Books, type Buy, ownCpu, type Purchase, startingBalance, wares } from './load.ts'

/** The tables of a shop, in the SQL that SQLite and Postgres share. */
export const tables = `
  CREATE TABLE player (id integer PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0), items integer NOT NULL);
  CREATE TABLE item (id text PRIMARY KEY, price bigint NOT NULL);
  CREATE TABLE purchase (operation text PRIMARY KEY, player integer NOT NULL, item text NOT NULL, price bigint NOT NULL);
  CREATE TABLE entry (operation text NOT NULL, account text NOT NULL, amount bigint NOT NULL);
  CREATE TABLE owned (operation text PRIMARY KEY, player integer NOT NULL, item text NOT NULL);
  CREATE TABLE house (account text PRIMARY KEY, balance bigint NOT NULL);
  INSERT INTO house VALUES ('sink:shop', 0);
  ${wares.map(({ item, price }) => `INSERT INTO item VALUES ('${item}', ${price});`).join('\n')}
`
export const booksQuery = `SELECT
  (SELECT count(*) FROM purchase) AS purchases, (SELECT count(*) FROM owned) AS items,
  (SELECT sum(balance) FROM player) AS balances,
  (SELECT coalesce(sum(amount), 0) FROM entry WHERE account = 'sink:shop') AS spent,
  (SELECT coalesce(sum(amount), 0) FROM entry) AS drift`

/** @throws if the entries do not sum to zero */
export function booksFrom(row: Readonly<Record<string, unknown>>): Books {
  if (Number(row.drift) !== 0) throw new Error(`The entries sum to ${row.drift}.`)
  const { purchases, items, balances, spent } = row
  return { purchases: Number(purchases), items: Number(items), balances: Number(balances), spent: Number(spent) }
}

/** A shop in this process over `node:sqlite`, synced to disk before it answers. @param most purchases in one transaction */
export function openSqliteShop(players: number, most: number) {
  const { folder, remove } = benchFolder('sqlite-shop')
  const db = new DatabaseSync(join(folder, 'shop.sqlite'))
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN; ${tables}`)
  const add = db.prepare('INSERT INTO player VALUES (?, ?, 0)')
  for (let player = 0; player < players; player += 1) add.run(player, startingBalance)
  db.exec('COMMIT')
  const sell = createSale(db)
  const waiting: { readonly purchase: Purchase; resolve(isSold: boolean): void }[] = []
  let isFlushing = false

  /** Others may ask while one transaction is written: they wait for the next. */
  function flush() {
    const batch = waiting.splice(0, most)
    db.exec('BEGIN')
    const sold = batch.map(({ purchase }) => sell(purchase))
    db.exec('COMMIT')
    for (const [at, { resolve }] of batch.entries()) resolve(sold[at] ?? false)
    if (waiting.length > 0) setImmediate(flush)
    else isFlushing = false
  }
  const buy: Buy = (purchase) =>
    new Promise((resolve) => {
      waiting.push({ purchase, resolve })
      if (isFlushing) return
      isFlushing = true
      setImmediate(flush)
    })
  return {
    buy,
    cpu: ownCpu,
    books: async () => booksFrom(db.prepare(booksQuery).get() ?? {}),
    async close() {
      db.close()
      remove()
    },
  }
}

function createSale(db: DatabaseSync) {
  const debit = db.prepare(`UPDATE player SET balance = balance - :price, items = items + 1
    WHERE id = :player AND balance >= :price AND items < ${mostDinosaurs}
      AND EXISTS (SELECT 1 FROM item WHERE id = :item AND price = :price)`)
  const purchased = db.prepare('INSERT INTO purchase VALUES (?, ?, ?, ?)')
  const entered = db.prepare("INSERT INTO entry VALUES (?, ?, ?), (?, 'sink:shop', ?)")
  const owned = db.prepare('INSERT INTO owned VALUES (?, ?, ?)')
  return ({ player, item, price }: Purchase): boolean => {
    if (debit.run({ player, item, price }).changes === 0) return false
    const operation = randomUUID()
    purchased.run(operation, player, item, price)
    entered.run(operation, `wallet:${player}`, -price, operation, price)
    owned.run(operation, player, item)
    return true
  }
}
