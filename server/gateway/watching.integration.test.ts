import { afterEach, expect, test } from 'vitest'
import { freshId, person } from '../testing/people.ts'
import { openVillage } from '../testing/village.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway
const start = async (given?: Parameters<typeof openGateway>[0]) => {
  open = await openGateway(given)
  return open
}
afterEach(() => open.close())
const ann = person('ann')

test('[WA1] the first word is hello: protocol, epoch, who you are and what you may', async () => {
  const { enter, principal } = await start()
  principal('ann', 'moderator')
  const guest = await enter()
  const moderator = await enter('ann')
  expect(guest.heard.map(({ event }) => event)).toEqual(['connect', 'hello'])
  expect(guest.of('hello')[0]?.told[0]).toMatchObject({ epoch: 1, you: null, may: ['look'] })
  expect(moderator.of('hello')[0]?.told[0]).toMatchObject({ you: { id: 'ann', role: 'moderator' } })
})

test('[WA2] a watched document comes as a snapshot, and then as patches without gaps', async () => {
  const { enter, ask } = await start()
  const client = await enter('ann')
  expect(await client.watch('sky/')).toEqual({ refused: [] })
  await client.untilCount('down', 1)
  for (const clouds of [1, 2, 3]) await ask(ann, 'village.blow', { clouds })
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

test('[WA3] not yours and not there look the same', async () => {
  const { enter } = await start()
  const client = await enter('bob')
  const asked = ['purse/ann', 'purse/nobody-of-that-name', 'club/a', 'desk/', 'no/such', 'session/x', 'positions/main']
  expect(await client.watch('purse/bob', ...asked)).toEqual({ refused: asked })
  await client.untilCount('down', 1)
  expect(client.changes().map(({ id }) => id)).toEqual(['purse/bob'])
})

test('[WA4] who held the last version is told that nothing was missed', async () => {
  const { enter, ask } = await start()
  await ask(ann, 'village.blow', { clouds: 1 })
  const client = await enter()
  await client.watch({ id: 'sky/', held: { epoch: 1, version: 1 } })
  await client.untilCount('down', 1)
  expect(client.changes()).toEqual([{ type: 'current', id: 'sky/', epoch: 1, version: 1 }])
})

test('[WA5] who held an older version gets exactly the patches since', async () => {
  const { enter, ask } = await start()
  for (const clouds of [1, 2, 3, 4]) await ask(ann, 'village.blow', { clouds })
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
  ['a version that never was', { epoch: 1, version: 900 }],
  ['a version so old that the changes since are more than they are worth', { epoch: 1, version: 1 }],
])('[WA6] who held %s gets the whole document', async (_, held) => {
  const { enter, ask } = await start()
  for (let clouds = 1; clouds <= 300; clouds += 1) await ask(ann, 'village.blow', { clouds })
  const client = await enter()
  await client.watch({ id: 'sky/', held })
  await client.untilCount('down', 1)
  expect(client.changes()).toMatchObject([{ type: 'snapshot', version: 300 }])
})

test('[WA7] nothing comes of a document after unwatch', async () => {
  const { enter, ask, gateway } = await start()
  const client = await enter('ann')
  await client.watch('sky/', 'purse/ann')
  await client.untilCount('down', 1)
  client.emit('unwatch', { documents: ['sky/'] })
  await client.watch({ id: 'purse/ann', held: { epoch: 1, version: 0 } })
  expect(gateway.watched('sky')).toBe(0)
  await ask(ann, 'village.blow', { clouds: 1 })
  await ask(ann, 'village.give', { to: 'bob', coins: 1 })
  await client.until(() => client.changes().some(({ type }) => type === 'patch'))
  expect(client.changes().filter(({ id }) => id === 'sky/')).toHaveLength(1)
})

test('[WA8] nothing is sent before it is durable', async () => {
  const { enter, ask, memory } = await start()
  const client = await enter('ann')
  await client.watch('purse/ann')
  await client.untilCount('down', 1)
  memory.hold()
  const answer = ask(ann, 'village.give', { to: 'bob', coins: 5 })
  expect(await client.watch({ id: 'purse/ann' })).toEqual({ refused: [] })
  await client.untilCount('down', 2)
  expect(client.changes()).toMatchObject([{ version: 0 }, { type: 'snapshot', version: 0 }])
  memory.release()
  await answer
  await client.untilCount('down', 3)
  expect(client.changes().at(-1)).toMatchObject({ type: 'patch', version: 1 })
})

test('[WA9] one socket watches only so much', async () => {
  const { enter } = await start({ limits: { watched: 2 } })
  const client = await enter('ann')
  expect(await client.watch('sky/', 'purse/ann', 'sky/x')).toEqual({ refused: ['sky/x'] })
  client.emit('unwatch', { documents: ['sky/'] })
  expect(await client.watch('sky/x')).toEqual({ refused: [] })
})

test('[WA10] commands and queries are carried out in the name of who sits there', async () => {
  const { enter, clock } = await start()
  const client = await enter('ann')
  const order = { id: freshId(clock.now()), name: 'village.give', input: { to: 'bob', coins: 5 } }
  expect(await client.command(order)).toMatchObject({ ok: true, output: { left: 95 } })
  expect(await client.command(order)).toMatchObject({ ok: true, output: { left: 95 } })
  expect(await client.call('query', { name: 'village.gifts', input: { before: null } })).toMatchObject({ ok: true })
  const guest = await enter()
  expect(await guest.command({ ...order, id: freshId(clock.now()) })).toMatchObject({ ok: false, code: 'forbidden' })
})

test('[WA11] a session that ended is noticed with the next message, without anybody saying so', async () => {
  const { enter, clock, unseat } = await start()
  const client = await enter('ann')
  await client.watch('purse/ann')
  await client.untilCount('down', 1)
  unseat('ann')
  const order = { id: freshId(clock.now()), name: 'village.give', input: { to: 'bob', coins: 5 } }
  expect(await client.command(order)).toMatchObject({ ok: false, code: 'forbidden' })
  expect(client.changes().at(-1)).toEqual({ type: 'dropped', id: 'purse/ann' })
  expect(client.of('hello').at(-1)?.told[0]).toMatchObject({ you: null })
})

test('[WA12] no patch overtakes the snapshot that it is part of', async () => {
  const village = await openVillage()
  let isFirst = true
  const mayRead: typeof village.hub.mayRead = (principal, id) => {
    // Durable and published before the flush that brings the joiner up to date.
    if (isFirst) void village.ask(ann, 'village.blow', { clouds: 7 })
    isFirst = false
    return village.hub.mayRead(principal, id)
  }
  const { enter, ask } = await start({ village, hub: { ...village.hub, mayRead } })
  const client = await enter()
  await client.watch('sky/')
  await client.untilCount('down', 1)
  await ask(ann, 'village.blow', { clouds: 8 })
  await client.untilCount('down', 2)
  expect(client.changes()).toMatchObject([
    { type: 'snapshot', version: 1, value: { clouds: 7 } },
    { type: 'patch', version: 2 },
  ])
})
