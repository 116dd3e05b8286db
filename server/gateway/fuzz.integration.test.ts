import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshId } from '../testing/principals.ts'
import { unlimited } from '../testing/unlimited.ts'
import { anything, createDice, fatalMessage, malformedMessage } from './testing/fuzz.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

const endless = { perSecond: 1e9, burst: 1e9 }
const patient = { ...unlimited, malformed: endless, excess: endless }
const perSeed = 4_000

let open: OpenGateway
const uncaught: unknown[] = []
const note = (error: unknown) => uncaught.push(error)
beforeAll(async () => {
  open = await openGateway({ limits: patient })
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
})
afterAll(async () => {
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
  await open.close()
})

/** The hub still answers a correct client, and no object has been polluted. */
async function servesOn() {
  const client = await open.enter('ann')
  expect(await client.watch('sky/', 'purse/ann', 'purse/bob')).toEqual({ refused: ['purse/bob'] })
  await client.untilCount('down', 1)
  const order = { id: freshId(open.clock.now()), name: 'sample.blow', input: { clouds: open.clock.now() % 1000 } }
  expect(
    await client.command({ ...order, input: { clouds: 1 + (open.hub.copy('sky/')?.version ?? 0) } }),
  ).toMatchObject({ ok: true })
  await client.until(() => client.changes().some(({ type }) => type === 'patch'))
  client.close()
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  expect(uncaught).toEqual([])
  expect(open.faults).toEqual([])
}

test.each([1, 2, 3, 4, 5])(
  `[FZ1] ${perSeed} malformed messages, seed %i, are all read, and the hub keeps serving`,
  async (seed) => {
    const dice = createDice(seed)
    const client = await open.enter('mallory')
    for (let sent = 1; sent <= perSeed; sent += 1) {
      client.webSocket.send(malformedMessage(dice))
      // Answered in order, so everything before it has been read.
      if (sent % 250 === 0) expect(await client.call('watch', { documents: [] })).toEqual({ refused: [] })
    }
    client.close()
    await servesOn()
  },
)

test('[FZ2] 300 messages that end a connection end only that connection, and the hub keeps serving', async () => {
  const dice = createDice(99)
  const witness = await open.enter('ann')
  for (let turn = 0; turn < 300; turn += 1) {
    const client = await open.enter('mallory')
    client.webSocket.send(fatalMessage(dice))
    await client.closed
  }
  expect(await witness.watch('purse/ann')).toEqual({ refused: [] })
  await servesOn()
})

test('[FZ3] 3000 random emits through the ordinary client are handled, and the hub keeps serving', async () => {
  const dice = createDice(77)
  const client = io(`http://127.0.0.1:${open.port}`, { transports: ['websocket'], reconnection: false })
  await new Promise((resolve) => client.once('connect', () => resolve(null)))
  for (let turn = 1; turn <= 3_000; turn += 1) {
    const values = Array.from({ length: dice.roll(4) }, () =>
      dice.roll(10) === 0 ? Buffer.from([1, 2]) : anything(dice),
    )
    const event = dice.pick(['command', 'query', 'watch', 'unwatch', 'sudo', '__proto__'])
    if (dice.roll(2) === 0) client.emit(event, ...values, () => {})
    else client.emit(event, ...values)
    if (turn % 200 === 0) await client.emitWithAck('watch', { documents: [] })
  }
  client.disconnect()
  await servesOn()
})
