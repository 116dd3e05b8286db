import type { Socket } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { machineClock } from '../../client/connection/clock.ts'
import { type Connection, connect } from '../../client/connection/connect.ts'
import type { Held } from '../../client/connection/replica.ts'
import { copyAtom } from '../../client/connection/useDocument.ts'
import { createWire } from '../../client/connection/wire.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Change } from '../../shared/protocol/down.ts'
import { freePort } from '../testing/freePort.ts'
import { person } from '../testing/principals.ts'
import { createDice, type Dice } from './testing/fuzz.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

/** Every change that a replica received, with the versions before and after it. */
const results = vi.hoisted(
  () => [] as { change: Change; before: Held | undefined; after: Held | undefined; result: string }[],
)

vi.mock('../../client/connection/replica.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../client/connection/replica.ts')>()
  const createObserved = () => {
    const replica = original.createReplica()
    return {
      ...replica,
      receive(change: Change) {
        const held = () => replica.held(change.id as DocumentId)
        const before = held()
        const result = replica.receive(change)
        results.push({ change, before, after: held(), result })
        return result
      },
    }
  }
  const createCopies: typeof original.createCopies = (store, serverNow) =>
    original.createCopies(store, serverNow, createObserved())
  return { ...original, createCopies }
})

let open: OpenGateway
let connections: Connection[] = []
afterEach(async () => {
  for (const connection of connections) connection.close()
  connections = []
  results.length = 0
  await open.close()
})

/** Delays of the connection are fifty times shorter. */
const hastyClock = { ...machineClock, after: (ms: number, act: () => void) => machineClock.after(ms / 50, act) }

const people = Array.from({ length: 50 }, (_, at) => `p${at}`)
const mayor = person('mayor')

/** A user's page: what it watches, and the outcomes of its commands. */
function settle(name: string) {
  const connection = connect({
    wire: createWire(`http://127.0.0.1:${open.port}`, { cookie: name }),
    clock: hastyClock,
  })
  connections.push(connection)
  const ids: DocumentId[] = ['sky/', 'sky/west', `purse/${name}`, 'club/a', 'purse/bank']
  for (const id of ids) connection.watch(id)
  return { name, ids, connection, outcomes: [] as Promise<{ ok: boolean }>[] }
}
type Page = ReturnType<typeof settle>
type Pages = readonly Page[]

async function until(fits: () => boolean) {
  while (!fits()) await new Promise((resolve) => setTimeout(resolve, 2))
}

const shown = ({ connection }: Page, id: DocumentId) => connection.store.get(copyAtom(id))
const mayShow = ({ name }: Page, id: DocumentId) => open.hub.mayRead(person(name), id)
const isSettled = (page: Page) =>
  page.ids.every((id) =>
    mayShow(page, id)
      ? isDeepStrictEqual(shown(page, id).value, open.hub.copy(id)?.value)
      : shown(page, id).state === 'refused',
  )

/** One random event: a change, a command, or a broken connection. */
function stir(dice: Dice, pages: Pages, sockets: ReadonlySet<Socket>) {
  const page = dice.pick(pages)
  switch (dice.roll(6)) {
    case 0:
    case 1:
      return void open.ask(mayor, 'sample.blow', { clouds: dice.roll(1e9) })
    case 2:
      return void open.ask(mayor, 'sample.join', { club: 'a', member: page.name, isIn: dice.roll(2) === 0 })
    case 3:
      return void page.outcomes.push(page.connection.send('sample.give', { to: 'bank', coins: 1 }))
    default:
      return void [...sockets][dice.roll(Math.max(sockets.size, 1))]?.destroy()
  }
}

/** Waits until all commands are answered and every page shows the hub's state. */
async function comeToRest(pages: Pages) {
  const outcomes = await Promise.all(pages.flatMap((page) => page.outcomes))
  await open.hub.settled()
  // A user who became a member again is not notified, and has to watch again.
  for (const page of pages) page.connection.watch('club/a')
  await until(() => pages.every(isSettled))
  // Each command was carried out once, however often it was sent.
  const done = outcomes.filter(({ ok }) => ok).length
  expect(open.hub.copy('purse/bank')?.value).toEqual({ coins: 100 + done })
  return outcomes
}

/** The open sockets of the pages. */
function openSockets({ server }: OpenGateway) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return sockets
}

/** No version is applied twice or skipped, and within one epoch versions never go back. */
function expectEveryVersionOnce() {
  for (const { change, before, after, result } of results) {
    if (result !== 'ok') expect(after).toBe(before)
    else if (change.type === 'patch')
      expect([before?.version, after?.version]).toEqual([change.version - 1, change.version])
    else if (change.type === 'snapshot' && before?.epoch === change.epoch) {
      expect(change.version).toBeGreaterThan(before.version)
    }
  }
}

const count = (type: Change['type'], result: string) =>
  results.filter((one) => one.change.type === type && one.result === result).length

test.each([11, 12, 13])(
  "[RS21] 50 pages whose connections break at random all converge on the hub's state, seed %i",
  async (seed) => {
    open = await openGateway()
    const sockets = openSockets(open)
    let connected = 0
    open.server.on('connection', () => {
      connected += 1
    })
    const dice = createDice(seed)
    const pages = people.map(settle)
    await until(() => pages.every(isSettled))
    for (let turn = 0; turn < 600; turn += 1) {
      stir(dice, pages, sockets)
      if (turn % 3 === 0) await new Promise((resolve) => setTimeout(resolve, dice.roll(4)))
    }
    await comeToRest(pages)

    expectEveryVersionOnce()
    expect(connected).toBeGreaterThan(150)
    expect(count('patch', 'ok')).toBeGreaterThan(1_000)
    expect(count('current', 'ok')).toBeGreaterThan(10)
  },
)

test('[RS22] pages of a restarted hub converge on its state, and no command is lost or carried out twice', async () => {
  const port = await freePort()
  open = await openGateway({ port })
  const dice = createDice(21)
  const pages = people.map(settle)
  await until(() => pages.every(isSettled))
  for (let run = 0; run < 3; run += 1) {
    const sockets = openSockets(open)
    for (let turn = 0; turn < 150; turn += 1) {
      stir(dice, pages, sockets)
      if (turn % 5 === 0) await new Promise(setImmediate)
    }
    await open.close()
    await open.hub.close()
    open = await openGateway({ testHub: await open.restart(), port })
  }
  const outcomes = await comeToRest(pages)
  expectEveryVersionOnce()
  expect(outcomes.length).toBeGreaterThan(40)
  expect(open.hub.epoch).toBe(4)
})
