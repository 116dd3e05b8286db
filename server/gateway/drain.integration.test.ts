import { afterEach, expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

/** A gateway whose time the test moves. */
async function openWithClock() {
  const clock = createTestClock()
  open = await openGateway({ clock })
  return { ...open, clock }
}

/** Lets time pass until the work is done. */
async function during(clock: ReturnType<typeof createTestClock>, work: Promise<unknown>) {
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    clock.pass(50)
    await new Promise(setImmediate)
  }
}

test('[DR17] draining notifies and closes connections one after the other, none of them in the first third', async () => {
  const { enter, gateway, clock } = await openWithClock()
  const clients = await Promise.all(Array.from({ length: 8 }, () => enter()))
  const drained = gateway.drain(900)
  clock.pass(299)
  await new Promise(setImmediate)
  expect(gateway.sockets()).toBe(8)
  clock.pass(1)
  for (let left = 7; left >= 0; left -= 1) {
    await expect.poll(gateway.sockets, { interval: 1 }).toBe(left)
    clock.pass(50)
  }
  await drained
  await Promise.all(clients.map(({ closed }) => closed))
  for (const client of clients) expect(client.of('notice').at(-1)?.values[0]).toMatchObject({ code: 'closing' })
})

test('[DR18] a connection opened in the first third is admitted and closed with the others; a later one is refused', async () => {
  const { enter, join, gateway, clock } = await openWithClock()
  const first = await enter()
  const drained = gateway.drain(600)
  const early = await enter()
  await during(clock, Promise.all([first.closed, early.closed, drained]))
  await expect(join().ready()).rejects.toThrow()
  expect(gateway.sockets()).toBe(0)
})

test('[DR19] draining with no time closes all connections at once', async () => {
  open = await openGateway()
  const { enter, gateway } = open
  const clients = [await enter(), await enter()]
  await gateway.drain(0)
  await Promise.all(clients.map(({ closed }) => closed))
})
