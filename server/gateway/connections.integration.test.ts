import { afterEach, expect, test } from 'vitest'
import { createWire, type OpeningRequest } from '../../client/connection/wire.ts'
import { person } from '../testing/principals.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

/** A page that connects with the position it has seen. */
function come(seen: number, watch: unknown = { documents: [] }) {
  const port = open?.port
  const wire = createWire(`http://127.0.0.1:${port}`, { origin: `http://127.0.0.1:${port}`, cookie: 'ann' })
  const received: unknown[] = []
  const changes: unknown[] = []
  const notices: unknown[] = []
  const refusals: string[] = []
  const ignore = () => {}
  wire.listen({
    lost: ignore,
    refused: (why) => refusals.push(why),
    positions: ignore,
    hello: (hello) => received.push(hello),
    down: (down) => changes.push(...(down as { changes: unknown[] }).changes),
    notice: (notice) => notices.push(notice),
  })
  wire.open({ seen, watch: watch as OpeningRequest['watch'] })
  return { wire, received, changes, notices, refusals }
}

test('[SN1] a client that was answered elsewhere gets hello once this node has applied that entry, with its principal at that time', async () => {
  const waiting: { readonly seq: number; readonly act: () => void }[] = []
  open = await openGateway({ reached: (seq, act) => void waiting.push({ seq, act }) })
  const [early, gone] = [come(7), come(8)]
  await expect.poll(() => waiting.map(({ seq }) => seq).toSorted()).toEqual([7, 8])
  gone.wire.close()
  await expect.poll(() => open?.gateway.sockets()).toBe(1)
  expect(early.received).toEqual([])
  open.principal('ann', 'owner')
  for (const { act } of waiting) act()
  await expect.poll(() => early.received).toMatchObject([{ principal: { id: person('ann').id, role: 'owner' } }])
  expect(gone.received).toEqual([])
  expect(open.faults).toEqual([])
  early.wire.close()
})

test('[SN2] a client that sends no seen position, or an invalid one, does not wait', async () => {
  const asked: number[] = []
  open = await openGateway({
    reached(seq, act) {
      asked.push(seq)
      act()
    },
  })
  const pages = [come(Number.NaN), come('all' as never), come(1e300)]
  await open.enter()
  await expect.poll(() => pages.every(({ received }) => received.length === 1)).toBe(true)
  expect(asked).toEqual([0, 0, 0, 0])
  for (const { wire } of pages) wire.close()
})

test('[SN3] a watch message that is sent with the connection is answered by its documents; refused ones are dropped', async () => {
  open = await openGateway()
  const page = come(0, { documents: [{ id: 'sky/' }, { id: 'purse/bob' }, { id: 'no/such' }] })
  await expect.poll(() => page.changes).toHaveLength(3)
  expect(page.received).toHaveLength(1)
  expect(page.changes).toEqual(
    expect.arrayContaining([
      { type: 'snapshot', id: 'sky/', epoch: 1, version: 0, value: { clouds: 0, colour: 'blue' } },
      { type: 'dropped', id: 'purse/bob' },
      { type: 'dropped', id: 'no/such' },
    ]),
  )
  expect(open.gateway.watched('sky/')).toBe(1)
  page.wire.close()
})

test('[SN4] a watch message with a held version gets only the missing changes', async () => {
  open = await openGateway()
  const { ask, hub } = open
  for (const clouds of [1, 2, 3]) await ask(person('ann'), 'sample.blow', { clouds })
  const page = come(0, { documents: [{ id: 'sky/', held: { epoch: hub.epoch, version: 2 } }] })
  await expect.poll(() => page.changes).toMatchObject([{ type: 'patch', version: 3 }])
  page.wire.close()
})

test('[SN5] a malformed watch message at connect gets a notice and counts as malformed', async () => {
  open = await openGateway({ limits: { watches: { burst: 4, perSecond: 0.001 } } })
  const odd = [
    { documents: 'all' },
    { documents: Array.from({ length: 101 }, (_, at) => ({ id: `sky/${at}` })) },
    'all',
    7,
  ]
  const pages = odd.map((watch) => come(0, watch))
  for (const page of pages) {
    await expect.poll(() => page.notices).toMatchObject([{ code: 'malformed' }])
    expect([page.received.length, page.changes]).toEqual([1, []])
    page.wire.close()
  }
  expect(open.faults).toEqual([])
})

test('[AB17] a page of an account that has as many open as it may is refused with the reason, and the hub closes the connection', async () => {
  open = await openGateway({ limits: { socketsPerAccount: 1 } })
  const first = come(0)
  await expect.poll(() => first.received).toHaveLength(1)
  const second = come(0)
  await expect.poll(() => second.refusals).toEqual([expect.stringMatching(/^You have 1 pages? open/)])
  expect(second.received).toEqual([])
  first.wire.close()
  await expect.poll(() => open?.gateway.sockets()).toBe(0)
  second.wire.open({ seen: 0, watch: { documents: [] } })
  await expect.poll(() => second.received).toHaveLength(1)
  second.wire.close()
})

test('[SN8] a page that connects is answered in two writes: the handshake, then the connection with its hello and documents', async () => {
  open = await openGateway()
  let writes = 0
  open.server.on('connection', (socket) => {
    const { _write, _writev } = socket
    socket._write = (...given) => {
      writes += 1
      _write.apply(socket, given)
    }
    socket._writev = (...given) => {
      writes += 1
      _writev?.apply(socket, given)
    }
  })
  const page = come(0, { documents: [{ id: 'sky/' }] })
  await expect.poll(() => page.changes).toHaveLength(1)
  expect(page.received).toHaveLength(1)
  expect(writes).toBe(2)
  page.wire.close()
})
