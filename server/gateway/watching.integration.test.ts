import { afterEach, expect, test } from 'vitest'
import { freshId, person } from '../testing/principals.ts'
import { openTestHub } from '../testing/testHub.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway
const start = async (given?: Parameters<typeof openGateway>[0]) => {
  open = await openGateway(given)
  return open
}
afterEach(() => open.close())
const ann = person('ann')

test('[WA1] the first message is hello: protocol, epoch, user and permissions', async () => {
  const { enter, principal } = await start()
  principal('ann', 'moderator')
  const guest = await enter()
  const moderator = await enter('ann')
  expect(guest.received.map(({ event }) => event)).toEqual(['connect', 'hello'])
  expect(guest.of('hello')[0]?.values[0]).toMatchObject({ epoch: 1, principal: null, may: ['look'] })
  expect(moderator.of('hello')[0]?.values[0]).toMatchObject({ principal: { id: 'ann', role: 'moderator' } })
})

test('[WA2] a watched document is sent as a snapshot, then as patches without gaps', async () => {
  const { enter, ask } = await start()
  const client = await enter('ann')
  expect(await client.watch('sky/')).toEqual({ refused: [] })
  await client.untilCount('down', 1)
  for (const clouds of [1, 2, 3]) await ask(ann, 'sample.blow', { clouds })
  await client.until(() => client.changes().length >= 4)
  expect(client.changes()).toEqual([
    { type: 'snapshot', id: 'sky/', epoch: 1, version: 0, value: { clouds: 0, colour: 'blue' } },
    ...[1, 2, 3].map((clouds) => ({
      type: 'patch',
      id: 'sky/',
      version: clouds,
      patches: [{ op: 'replace', path: ['clouds'], value: clouds }],
    })),
  ])
})

test('[WA3] forbidden and unknown documents look the same', async () => {
  const { enter } = await start()
  const client = await enter('bob')
  const asked = ['purse/ann', 'purse/nobody-of-that-name', 'club/a', 'desk/', 'no/such', 'session/x', 'positions/main']
  expect(await client.watch('purse/bob', ...asked)).toEqual({ refused: asked })
  await client.untilCount('down', 1)
  expect(client.changes().map(({ id }) => id)).toEqual(['purse/bob'])
})

test('[WA4] a client that holds the last version gets "current"', async () => {
  const { enter, ask } = await start()
  await ask(ann, 'sample.blow', { clouds: 1 })
  const client = await enter()
  await client.watch({ id: 'sky/', held: { epoch: 1, version: 1 } })
  await client.untilCount('down', 1)
  expect(client.changes()).toEqual([{ type: 'current', id: 'sky/', epoch: 1, version: 1 }])
})

test('[WA5] a client that holds an older version gets exactly the patches since', async () => {
  const { enter, ask } = await start()
  for (const clouds of [1, 2, 3, 4]) await ask(ann, 'sample.blow', { clouds })
  const client = await enter()
  await client.watch({ id: 'sky/', held: { epoch: 1, version: 2 } })
  await client.untilCount('down', 1)
  expect(client.changes().map((change) => [change.type, 'version' in change && change.version])).toEqual([
    ['patch', 3],
    ['patch', 4],
  ])
})

test.each([
  ['another epoch', { epoch: 7, version: 2 }],
  ['a version that never existed', { epoch: 1, version: 900 }],
  ['a version with too many changes since', { epoch: 1, version: 1 }],
])('[WA6] a client that holds %s gets the whole document', async (_, held) => {
  const { enter, ask } = await start()
  for (let clouds = 1; clouds <= 300; clouds += 1) await ask(ann, 'sample.blow', { clouds })
  const client = await enter()
  await client.watch({ id: 'sky/', held })
  await client.untilCount('down', 1)
  expect(client.changes()).toMatchObject([{ type: 'snapshot', version: 300 }])
})

test('[WA7] after unwatch nothing of the document is sent', async () => {
  const { enter, ask, gateway } = await start()
  const client = await enter('ann')
  await client.watch('sky/', 'purse/ann')
  await client.untilCount('down', 1)
  client.emit('unwatch', { documents: ['sky/'] })
  await client.watch({ id: 'purse/ann', held: { epoch: 1, version: 0 } })
  expect(gateway.watched('sky')).toBe(0)
  await ask(ann, 'sample.blow', { clouds: 1 })
  await ask(ann, 'sample.give', { to: 'bob', coins: 1 })
  await client.until(() => client.changes().some(({ type }) => type === 'patch'))
  expect(client.changes().filter(({ id }) => id === 'sky/')).toHaveLength(1)
})

test('[WA8] nothing is sent before it is durable', async () => {
  const { enter, ask, memory } = await start()
  const client = await enter('ann')
  await client.watch('purse/ann')
  await client.untilCount('down', 1)
  memory.hold()
  const answer = ask(ann, 'sample.give', { to: 'bob', coins: 5 })
  expect(await client.watch({ id: 'purse/ann' })).toEqual({ refused: [] })
  await client.untilCount('down', 2)
  expect(client.changes()).toMatchObject([{ version: 0 }, { type: 'snapshot', version: 0 }])
  memory.release()
  await answer
  await client.untilCount('down', 3)
  expect(client.changes().at(-1)).toMatchObject({ type: 'patch', version: 1 })
})

test('[WA9] a connection may watch a limited number of documents', async () => {
  const { enter } = await start({ limits: { watched: 2 } })
  const client = await enter('ann')
  expect(await client.watch('sky/', 'purse/ann', 'sky/x')).toEqual({ refused: ['sky/x'] })
  client.emit('unwatch', { documents: ['sky/'] })
  expect(await client.watch('sky/x')).toEqual({ refused: [] })
})

test('[WA10] commands and queries run as the principal of the connection', async () => {
  const { enter, clock } = await start()
  const client = await enter('ann')
  const order = { id: freshId(clock.now()), name: 'sample.give', input: { to: 'bob', coins: 5 } }
  expect(await client.command(order)).toMatchObject({ ok: true, output: { left: 95 } })
  expect(await client.command(order)).toMatchObject({ ok: true, output: { left: 95 } })
  expect(await client.call('query', { name: 'sample.gifts', input: { before: null } })).toMatchObject({ ok: true })
  const guest = await enter()
  expect(await guest.command({ ...order, id: freshId(clock.now()) })).toMatchObject({ ok: false, code: 'forbidden' })
})

test('[WA11] an ended session is noticed with the next message', async () => {
  const { enter, clock, signOut } = await start()
  const client = await enter('ann')
  await client.watch('purse/ann')
  await client.untilCount('down', 1)
  signOut('ann')
  const order = { id: freshId(clock.now()), name: 'sample.give', input: { to: 'bob', coins: 5 } }
  expect(await client.command(order)).toMatchObject({ ok: false, code: 'forbidden' })
  expect(client.changes().at(-1)).toEqual({ type: 'dropped', id: 'purse/ann' })
  expect(client.of('hello').at(-1)?.values[0]).toMatchObject({ principal: null })
})

test('[WA12] no patch overtakes the snapshot that includes it', async () => {
  const testHub = await openTestHub()
  let isFirst = true
  const mayRead: typeof testHub.hub.mayRead = (principal, id) => {
    // Durable and published before the flush that backfills the new subscription.
    if (isFirst) void testHub.ask(ann, 'sample.blow', { clouds: 7 })
    isFirst = false
    return testHub.hub.mayRead(principal, id)
  }
  const { enter, ask } = await start({ testHub, hub: { ...testHub.hub, mayRead } })
  const client = await enter()
  await client.watch('sky/')
  await client.untilCount('down', 1)
  await ask(ann, 'sample.blow', { clouds: 8 })
  await client.untilCount('down', 2)
  expect(client.changes()).toMatchObject([
    { type: 'snapshot', version: 1, value: { clouds: 7 } },
    { type: 'patch', version: 2 },
  ])
})
