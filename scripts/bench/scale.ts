// L1: the start, the memory and a purchase of a hub with 100,000 accounts. Alone: node scripts/bench/scale.ts
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSessionCookie } from '../../server/auth/sessionCookie.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { freePort } from '../../server/testing/freePort.ts'
import { spawnHub } from '../../server/testing/hubProcess.ts'
import { createTestClient, type TestClient } from '../../server/testing/testClient.ts'
import { type CommunitySize, fillCommunity } from './community.ts'
import { callOf, isSold } from './economy/hub.ts'
import { type Purchase, wares } from './economy/load.ts'
import { benchFolder } from './journalHub.ts'
import { alternate, atMost, type BenchSize, judgedBy, printTable, type Row } from './measure.ts'

const whole: CommunitySize = { accounts: 100_000, ledgerRows: 1_000_000, dinosaurs: 50_000, signedIn: 40 }
const fewAccounts = 300
const mostStartMs = 10_000
const mostMemoryMb = 1_024
/** An inventory holds 100, and a wallet pays for that many of the cheapest: no purchase of these may be refused. */
const wholePasses = 7
const purchasesEach = 12
const wholeSettlingMs = 30_000
const cheapest: Purchase = wares
  .map((ware) => ({ ...ware, player: 0 }))
  .reduce((least, ware) => (ware.price < least.price ? ware : least))
/** CPU times in /proc of Linux are in hundredths of a second. */
const msPerTick = 10

/** A community of another size, with as much of everything for an account. */
function reducedTo(accounts: number): CommunitySize {
  const share = accounts / whole.accounts
  const { ledgerRows, dinosaurs, signedIn } = whole
  return { accounts, ledgerRows: Math.round(ledgerRows * share), dinosaurs: Math.round(dinosaurs * share), signedIn }
}

async function fill(size: CommunitySize) {
  const { folder, remove } = benchFolder('scale')
  const tokens = await fillCommunity(await openSqliteStorage({ folder, durable: false }), size, Date.now())
  return { folder, remove, tokens }
}

type ScaleHub = Awaited<ReturnType<typeof startHub>>

/** The product as its owner starts it, on a store that was filled before; the store is on the disk. */
async function startHub({ folder, remove, tokens }: Awaited<ReturnType<typeof fill>>) {
  const port = await freePort()
  const startedAt = performance.now()
  const hub = spawnHub({
    DATA_DIR: folder,
    PORT: String(port),
    HOST: '127.0.0.1',
    SIMULATOR_PLAYERS: '0',
    COMMANDS_PER_SECOND: '1000',
    SOCKETS_PER_ADDRESS: '1000',
  })
  process.once('exit', () => hub.kill('SIGKILL'))
  const said = await hub.until(/is open:/)
  const startMs = performance.now() - startedAt
  if (!said.includes('is open:')) throw new Error(`The hub did not start: ${said.slice(-2_000)}`)
  const cpuMs = () => cpuMsOf(hub.pid)
  const startCpuMs = cpuMs()
  let clients: readonly TestClient[] = []
  return {
    startMs,
    startCpuMs,
    memoryMb: () => mostMemoryOf(hub.pid),
    async enter() {
      clients = await Promise.all(tokens.map((token) => enter(`http://127.0.0.1:${port}`, token)))
    },
    /** CPU of the hub for each of these purchases, µs. */
    async buy(each: number) {
      const before = cpuMs()
      await Promise.all(clients.map((client) => buyAs(client, each)))
      return ((cpuMs() - before) * 1_000) / (each * clients.length)
    },
    async close() {
      for (const client of clients) client.leave()
      hub.kill('SIGTERM')
      await hub.ended
      remove()
    },
  }
}

async function enter(address: string, token: string) {
  const client = createTestClient(address)
  client.holdCookie(createSessionCookie(false).write(token, 86_400_000).split(';')[0] ?? '')
  await client.connect()
  return client
}

async function buyAs(client: TestClient, many: number) {
  for (let bought = 0; bought < many; bought += 1) {
    const { id, name, input } = callOf(cheapest)
    const answer = await client.command(name, input, id)
    if (!isSold(answer)) throw new Error('A purchase of the bench was refused.')
  }
}

/** Of all threads of a process. */
function cpuMsOf(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const [user, system] = [Number(afterName[11]), Number(afterName[12])]
  return (user + system) * msPerTick
}

/** The most memory that a process has had at once, MB. */
function mostMemoryOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

export async function benchScale({
  viewers,
  passes = wholePasses,
  commands = purchasesEach,
  loadMs: settlingMs = wholeSettlingMs,
}: BenchSize = {}): Promise<Row[]> {
  const size = viewers === undefined ? whole : reducedTo(viewers * 50)
  // Both are filled first: meanwhile this process would answer no ping.
  const [fewFilled, manyFilled] = [await fill(reducedTo(fewAccounts)), await fill(size)]
  const [few, many] = [await startHub(fewFilled), await startHub(manyFilled)]
  const { memoryAtStart, memory, fewMemory, costs } = await buyInBoth(few, many, { passes, commands, settlingMs })
  const shown = (figure: number) => figure.toLocaleString('en-GB')
  const held = `${shown(size.accounts)} accounts, ${shown(size.ledgerRows)} ledger entries, ${shown(size.dinosaurs)} dinosaurs`
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  return [
    {
      measure: `L1 start of a hub with ${held}`,
      against: seconds(mostStartMs),
      ...judgedBy(`at most ${seconds(mostStartMs)}`, many.startMs / mostStartMs, many.startMs <= mostStartMs),
      note: `${seconds(many.startMs)}, of which the processor ${seconds(many.startCpuMs)}; with ${fewAccounts} accounts ${seconds(few.startMs)} and ${seconds(few.startCpuMs)}`,
    },
    {
      measure: 'L1 most memory of its process',
      against: `${mostMemoryMb} MB`,
      ...atMost(1, memory / mostMemoryMb),
      note: `${memoryAtStart.toFixed(0)} MB when it had started, ${memory.toFixed(0)} MB at the end; ${fewMemory.toFixed(0)} MB with ${fewAccounts} accounts`,
    },
    {
      measure: 'L1 CPU of a purchase over sockets in it',
      against: `the same with ${fewAccounts} accounts`,
      ...atMost(2, costs.ratioOf('many', 'few')),
      note: `${costs.many.toFixed(0)} µs against ${costs.few.toFixed(0)} µs`,
    },
  ]
}

/** Closes both, even if a purchase fails: the other benches go on. */
async function buyInBoth(
  few: ScaleHub,
  many: ScaleHub,
  { passes, commands, settlingMs }: { passes: number; commands: number; settlingMs: number },
) {
  try {
    const memoryAtStart = many.memoryMb()
    // The workers look at everything once, soon after the start.
    await sleep(settlingMs)
    await few.enter()
    await many.enter()
    const costs = await alternate(passes, { few: () => few.buy(commands), many: () => many.buy(commands) })
    return { memoryAtStart, memory: many.memoryMb(), fewMemory: few.memoryMb(), costs }
  } finally {
    await few.close()
    await many.close()
  }
}

if (import.meta.main) {
  printTable(await benchScale())
  process.exit()
}
