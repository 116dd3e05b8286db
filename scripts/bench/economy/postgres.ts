import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../../server/testing/freePort.ts'
import { mostDinosaurs } from '../../../shared/features/inventory/inventory.ts'
import { benchFolder } from '../journalHub.ts'
import { type Buy, ownCpu, type Purchase, startingBalance } from './load.ts'
import { booksFrom, booksQuery, tables } from './sqlite.ts'

const debianFolder = '/usr/lib/postgresql'
const startsWithinMs = 180_000

/** The programs of the newest Postgres of Debian's packages; null where there is none. */
function programsFolder(): string | null {
  if (!existsSync(debianFolder)) return null
  const versions = readdirSync(debianFolder).filter((version) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(debianFolder, version, 'bin', program))),
  )
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0]
  return newest === undefined ? null : join(debianFolder, newest, 'bin')
}

/** Postgres refuses to run as root: then it runs as the user that its package made. */
function runAs(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Starts a Postgres of its own, with fsync, in a folder of its own. Null where none is installed. */
export async function startPostgres() {
  const programs = programsFolder()
  if (programs === null) return null
  const { folder, remove } = benchFolder('postgres')
  const [user, port, store] = [runAs(), await freePort(), join(folder, 'store')]
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const making = ['-D', store, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  execFileSync(join(programs, 'initdb'), making, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const settings = { fsync: 'on', synchronous_commit: 'on', max_connections: '300', shared_buffers: '256MB' }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', store, '-h', '127.0.0.1', '-p', `${port}`, '-k', '', ...given],
    {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const connect = async (database = 'postgres') => {
    const client = new Client({ host: '127.0.0.1', port, user: 'bench', database })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const until = performance.now() + startsWithinMs
  for (let isUp = false; !isUp; ) {
    isUp = await connect().then(
      (client) => client.end().then(() => true),
      () => false,
    )
    if (child.exitCode !== null || performance.now() > until) throw new Error(`Postgres did not start:\n${said}`)
    if (!isUp) await sleep(50)
  }
  return {
    version: programs.split('/').at(-2) ?? '',
    connect,
    cpu: () => cpuOfChildren(child.pid ?? 0),
    async close() {
      child.kill('SIGINT')
      await ended
      process.off('exit', kill)
      remove()
    },
  }
}

/** CPU that the processes of a parent have used so far, µs; of those that ended, nothing. 0 where the system does not say it by process. */
function cpuOfChildren(parent: number): number {
  const cpuOf = (pid: string) => {
    try {
      return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000
    } catch {
      return 0
    }
  }
  const children = `/proc/${parent}/task/${parent}/children`
  const pids = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ') : []
  return pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
}
export type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>

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
  CREATE TABLE payment (operation text PRIMARY KEY, player integer NOT NULL, item text NOT NULL, price bigint NOT NULL);
`

/** A shop in a database of its own, with a connection for each request in flight. */
export async function openPostgresShop(postgres: Postgres, way: PostgresWay, players: number, lanes: number) {
  const maker = await postgres.connect()
  await maker.query(`CREATE DATABASE shop_${way}`)
  await maker.end()
  const clients = await Promise.all(Array.from({ length: lanes }, () => postgres.connect(`shop_${way}`)))
  const [first] = clients as [Client]
  await first.query(tables + recordTables)
  await first.query(`INSERT INTO player SELECT id, ${startingBalance}, 0 FROM generate_series(0, ${players - 1}) AS id`)
  await first.query(saleFunction('sell_function', ''))
  await first.query(
    saleFunction('sell_house', "UPDATE house SET balance = balance + seen WHERE account = 'sink:shop';"),
  )
  await first.query('ANALYZE')
  const sell =
    way === 'ordinary' ? sellInTrips() : way === 'records' ? sellInTrips(keepRecords) : sellByFunction(`sell_${way}`)
  const buy: Buy = (purchase, lane) => sell(clients[lane] as Client, purchase)
  return {
    buy,
    cpu: () => postgres.cpu() + ownCpu(),
    books: async () => booksFrom((await first.query(booksQuery)).rows[0] ?? {}),
    close: () => Promise.all(clients.map((client) => client.end())),
  }
}

/** Six round trips. Statements are prepared once for each connection, as a good client does. @param more further ones before the commit */
const sellInTrips =
  (more: (client: Client, operation: string, purchase: Purchase) => Promise<void> = async () => {}) =>
  async (client: Client, purchase: Purchase): Promise<boolean> => {
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

async function keepRecords(client: Client, operation: string, { player, item, price }: Purchase) {
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
  async (client: Client, { player, item, price }: Purchase) => {
    const text = `SELECT ${name}($1, $2, $3, $4) AS sold`
    const { rows } = await client.query({ name, text, values: [player, item, price, randomUUID()] })
    return rows[0]?.sold === true
  }
