import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway
afterEach(() => open.close())

test('[EN91] a page of another origin is refused at the handshake, and a page of this hub is admitted', async () => {
  open = await openGateway()
  const { join, port, gateway } = open
  const foreign = join({ origin: 'https://evil.example', cookie: 'ann' })
  expect(await foreign.closed).toBe(1006)
  expect(foreign.received).toEqual([])
  const own = join({ origin: `http://127.0.0.1:${port}` })
  await own.ready()
  expect(gateway.sockets()).toBe(1)
})

test('[EN92] taking over an existing connection is refused', async () => {
  open = await openGateway()
  const { join, enter } = open
  await enter()
  expect(await join({ query: '&sid=anything' }).closed).toBe(1006)
})

test('[EN93] a connection whose session cannot be determined is refused, and the hub keeps serving', async () => {
  open = await openGateway({
    principalOf: ({ cookie }) => {
      if (cookie === 'bad') throw new Error('the session store is unwell')
      return { id: null, name: 'Guest', role: null, may: [], can: () => false }
    },
  })
  const { join, enter, faults } = open
  const refused = join({ cookie: 'bad' })
  await refused.closed
  expect(refused.of('hello')).toEqual([])
  expect(faults).toHaveLength(1)
  await enter()
})

test('[EN94] nothing of the handshake request is kept for the life of a connection', { tags: 'slow' }, async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  open = await openGateway()
  const requests: WeakRef<object>[] = []
  open.server.on('upgrade', (request) => requests.push(new WeakRef(request)))
  const client = await open.enter('ann')
  await client.watch('sky/')
  for (let turn = 0; turn < 50 && requests[0]?.deref(); turn += 1) {
    await new Promise(setImmediate)
    collectGarbage()
  }
  expect(requests).toHaveLength(1)
  expect(requests[0]?.deref()).toBeUndefined()
})

test('[EN95] closing notifies all connections, admits no more, and completes', async () => {
  open = await openGateway()
  const { enter, gateway, join } = open
  const clients = await Promise.all([enter('ann'), enter('bob'), enter()])
  await gateway.close()
  await Promise.all(clients.map((client) => client.closed))
  for (const client of clients) expect(client.of('notice')).toMatchObject([{ values: [{ code: 'closing' }] }])
  expect(gateway.sockets()).toBe(0)
  expect(await join().closed).toBe(1006)
})

test('[EN96] closing does not wait for sockets that do not answer', async () => {
  open = await openGateway({ limits: { closeWithinMs: 20 } })
  const { enter, gateway } = open
  const client = await enter()
  client.webSocket.pause()
  await gateway.close()
  expect(gateway.sockets()).toBe(0)
})
