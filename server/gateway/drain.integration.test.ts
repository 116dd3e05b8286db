import { afterEach, expect, test } from 'vitest'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'
import type { RawClient } from './testing/rawClient.ts'

let open: OpenGateway | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

/** When each of these was closed, ms from now. */
function leavings(clients: readonly RawClient[]) {
  const began = performance.now()
  return Promise.all(clients.map(({ closed }) => closed.then(() => performance.now() - began)))
}

test('[DR17] draining notifies and closes connections one after the other, none of them in the first third', async () => {
  open = await openGateway()
  const { enter, gateway } = open
  const clients = await Promise.all(Array.from({ length: 8 }, () => enter()))
  const left = leavings(clients)
  await gateway.drain(900)
  const times = (await left).toSorted((one, other) => one - other)
  expect(times[0]).toBeGreaterThan(295)
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(200)
  for (const client of clients) expect(client.of('notice').at(-1)?.values[0]).toMatchObject({ code: 'closing' })
  expect(gateway.sockets()).toBe(0)
})

test('[DR18] a connection opened in the first third is admitted and closed with the others; a later one is refused', async () => {
  open = await openGateway()
  const { enter, join, gateway } = open
  const first = await enter()
  const drained = gateway.drain(600)
  const early = await enter()
  await Promise.all([first.closed, early.closed, drained])
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
