// Measures the cost of saving a command before it is sent, and the delay that many viewers of the map cause for staff.
// Alone: node scripts/bench/deliver.ts
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { createEvrimaLink } from '../../server/game/evrima/evrimaLink.ts'
import { startChild } from './childProcess.ts'
import {
  createTimeLimit,
  type DeliverSetup,
  intervalMs,
  openDeliverSetup,
  openDiskSyncs,
  type orders,
  type Staff,
  staffCount,
  startDelayMs,
  uniqueText,
} from './deliverSetup.ts'
import type { ShopAnswers, Shown } from './deliverShop.ts'
import { alternate, atMost, judgedBy, median, printTable, type Row, shown } from './measure.ts'

export interface DeliverSize {
  readonly viewers: number
  /** For each staff member. */
  readonly commands: number
  readonly passes: number
  readonly warmsUp: boolean
}
const defaultSize: DeliverSize = { viewers: 2_000, commands: 100, passes: 3, warmsUp: true }
const mostMoreMs = 3
const mostMinutes = 12
/** In a pass: more do not improve the median. */
const maxOrders = 50
/** Before the first pass that counts: a hub that has just started runs code that V8 has not compiled yet. */
const warmPasses = 6
/** Writes of one delivery: queued together with its attempt, and settled. */
const writesOfOne = 2

type OrderName = keyof typeof orders

/** The median of that many runs, one after the other at a rate that the hub permits, ms. */
async function medianOf(count: number, once: () => Promise<number>) {
  const taken: number[] = []
  for (let done = 0; done < count; done += 1) {
    taken.push(await once())
    await sleep(intervalMs)
  }
  return median(taken)
}

async function openBare({ game }: DeliverSetup) {
  const bare = createEvrimaLink(game)
  if (bare.state().name !== 'up')
    await new Promise<void>((resolve) => bare.onState(({ name }) => name === 'up' && resolve()))
  const actions: Record<OrderName, () => Promise<unknown>> = {
    announcement: () => bare.announce(uniqueText()),
    save: () => bare.actions.perform({ kind: 'save', target: null, detail: {} }),
  }
  return {
    async tookMs(order: OrderName) {
      const startedAt = performance.now()
      await actions[order]()
      return performance.now() - startedAt
    },
    close: bare.close,
  }
}

/** The least that a press must take if it is to be durable: see `deliverShop.ts`. */
async function openLeast({ folder, game }: DeliverSetup) {
  const shop = startChild<ShopAnswers>(new URL('./deliverShop.ts', import.meta.url))
  const socket = io(await shop.ask('open', folder, game), { transports: ['websocket'], forceNew: true })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return {
    async tookMs(order: OrderName) {
      const startedAt = performance.now()
      const down = new Promise<Shown>((resolve) => void socket.once('down', resolve))
      await socket.emitWithAck('press', { id: randomUUID(), order, text: uniqueText() })
      const { state, why } = await down
      if (state !== 'confirmed') throw new Error(`A press of the shop is ${state}: ${why}`)
      return performance.now() - startedAt
    },
    close() {
      socket.close()
      shop.end()
    },
  }
}

/** D1: from the command to its confirmation, compared with a bare client of the same link that saves nothing, and with the least. */
async function benchOrder(
  setup: DeliverSetup,
  order: OrderName,
  { commands, passes, warmsUp }: DeliverSize,
): Promise<Row[]> {
  const [member] = setup.staff
  if (!member) throw new Error('No staff member is connected.')
  const { measured } = setup.limit
  const bare = await openBare(setup)
  const least = await openLeast(setup)
  const disk = openDiskSyncs(setup.folder)
  const count = Math.min(commands, maxOrders)
  for (let pass = 0; warmsUp && pass < warmPasses; pass += 1)
    await measured(`D1 ${order}, hub, not counted`, () => medianOf(count, () => member.confirmed(order)))
  const ms = await alternate(passes, {
    hub: () => measured(`D1 ${order}, hub`, () => medianOf(count, () => member.confirmed(order))),
    bare: () => measured(`D1 ${order}, bare client`, () => medianOf(count, () => bare.tookMs(order))),
    least: () => measured(`D1 ${order}, the least`, () => medianOf(count, () => least.tookMs(order))),
    disk: () => measured('D1 the disk alone', () => medianOf(count, async () => disk.tookMs(writesOfOne))),
  })
  disk.close()
  least.close()
  await bare.close()
  const [more, leastMore] = [ms.hub - ms.bare, ms.least - ms.bare]
  const against = 'a bare client of the link'
  return [
    {
      measure: `D1 press to confirmed, ${order}, median`,
      against,
      ...judgedBy(`at most ${mostMoreMs} ms more`, ms.hub / ms.bare, more <= mostMoreMs, {
        passes: differences(ms.passesOf('hub'), ms.passesOf('bare')),
        judged: more,
        figure: mostMoreMs,
      }),
      note: `ms: ${ms.hub.toFixed(2)} here, ${ms.bare.toFixed(2)} bare, ${more.toFixed(2)} more; ${writesOfOne} syncs of the disk alone ${ms.disk.toFixed(2)}`,
    },
    {
      measure: `D1 ${order}, the least: stock Socket.IO, a thread that writes twice, the link; no rules, sessions or documents`,
      against,
      ...shown(ms.least / ms.bare),
      note: `ms: ${ms.least.toFixed(2)}, ${leastMore.toFixed(2)} more`,
    },
  ]
}

const differences = (some: readonly number[], others: readonly number[]) =>
  some.map((one, pass) => one - (others[pass] ?? Number.NaN))

/** The 99th percentile of the acknowledgement times, ms. */
async function p99Of(staff: readonly Staff[], commands: number) {
  const taken = await Promise.all(staff.map((one, at) => one.acknowledgements(commands, at * startDelayMs(staff))))
  await Promise.all(staff.map(({ idle }) => idle()))
  const sorted = taken.flat().sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0
}

/** The same while many viewers watch the map; and what they received meanwhile. */
async function p99Watched({ hub, crowd, address, staff, limit }: DeliverSetup, { viewers, commands }: DeliverSize) {
  const cookie = await hub.ask('admit', 'onlooker', 'admin')
  await limit.step(`${viewers} viewers look at the map`, async () => {
    await crowd.ask('join', address, cookie, viewers)
    await crowd.ask('look')
  })
  const p99 = await p99Of(staff, commands)
  return { p99, ...(await crowd.ask('rest')) }
}

/**
 * D2: acknowledgements to ten staff while many viewers watch the map, compared with one of them alone, and with ten without
 * viewers.
 */
async function benchCrowd(setup: DeliverSetup, size: DeliverSize): Promise<Row[]> {
  const { staff, limit } = setup
  const { viewers, commands, passes } = size
  let shown = { frames: 0, lost: 0 }
  const ms = await alternate(passes, {
    idle: () => limit.measured('D2 p99, one of the staff', () => p99Of(staff.slice(0, 1), commands)),
    unwatched: () => limit.measured('D2 p99, ten of the staff', () => p99Of(staff, commands)),
    crowded: () =>
      limit.measured('D2 p99, ten of the staff and the crowd', async () => {
        const { p99, frames, lost } = await p99Watched(setup, size)
        shown = { frames, lost: shown.lost + lost }
        return p99
      }),
  })
  const measure = `D2 acknowledgement p99, ${staffCount} staff, ${commands} commands each, ${viewers} viewers of positions`
  const met = `${(shown.frames / viewers).toFixed(1)} frames each, ${shown.lost} let go`
  const against = (against: string, other: 'idle' | 'unwatched'): Row => ({
    measure,
    against,
    ...atMost(1.5, ms.ratioOf('crowded', other)),
    note: `ms: ${ms.crowded.toFixed(1)} against ${ms[other].toFixed(1)}; ${met}`,
  })
  return [against('one staff member, no page open', 'idle'), against('the same ten, no page open', 'unwatched')]
}

/** @param size smaller for slow machines */
export async function benchDeliver(size: Partial<DeliverSize> = {}): Promise<Row[]> {
  const full = { ...defaultSize, ...size }
  const setup = await openDeliverSetup(createTimeLimit(mostMinutes))
  const rows: Row[] = []
  try {
    await setup.admitStaff()
    for (const order of ['announcement', 'save'] as const) rows.push(...(await benchOrder(setup, order, full)))
    rows.push(...(await benchCrowd(setup, full)))
  } catch (error) {
    // Prints the measurements so far.
    console.error(`The bench did not finish. ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
  await setup.close()
  return rows
}

if (import.meta.main) printTable(await benchDeliver())
