import { afterEach, expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { guest, person } from '../testing/principals.ts'
import { openTestHub } from '../testing/testHub.ts'
import { unlimited } from '../testing/unlimited.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'
import { watchSockets } from './testing/watchSockets.ts'

let open: OpenGateway
afterEach(() => open.close())
const ann = person('ann')

test('[AC25] a user who is removed from a document gets "dropped" before the others get the patch, and nothing after it', async () => {
  open = await openGateway()
  const { enter, ask, server } = open
  const sockets = watchSockets(server)
  const order: string[] = []
  for (const member of ['ann', 'bob', 'cyd']) await ask(ann, 'sample.join', { club: 'a', member, isIn: true })
  const [annHere, bobHere, cydHere] = [await enter('ann'), await enter('bob'), await enter('cyd')]
  for (const client of [annHere, bobHere, cydHere]) {
    await client.watch('club/a')
    await client.untilCount('down', 1)
  }
  for (const [at, { socket }] of sockets.entries()) {
    const write = socket.write.bind(socket) as (...values: unknown[]) => boolean
    socket.write = ((...values: unknown[]) => {
      order.push(['ann', 'bob', 'cyd'][at] ?? '?')
      return write(...values)
    }) as typeof socket.write
  }
  await ask(ann, 'sample.join', { club: 'a', member: 'cyd', isIn: false })
  await annHere.untilCount('down', 2)
  await cydHere.untilCount('down', 2)
  await ask(ann, 'sample.join', { club: 'a', member: 'zo-la', isIn: true })
  await bobHere.untilCount('down', 3)

  expect(order.slice(0, 3)).toEqual(['cyd', 'ann', 'bob'])
  expect(cydHere.changes().slice(1)).toEqual([{ type: 'dropped', id: 'club/a' }])
  const toCyd = Buffer.concat(sockets[2]?.writes ?? []).toString('latin1')
  expect(toCyd.split('"type":"dropped"')).toHaveLength(2)
  expect(toCyd).not.toContain('"type":"patch"')
  expect(toCyd).not.toContain('zo-la')
  expect(annHere.changes().slice(1)).toMatchObject([
    { type: 'patch', version: 4 },
    { type: 'patch', version: 5 },
  ])
})

test('[AC26] when permissions change, the affected connections get a new hello and lose what they may no longer read', async () => {
  open = await openGateway()
  const { enter, principal, gateway } = open
  principal('mod', 'moderator')
  const [moderator, player] = [await enter('mod'), await enter('ann')]
  await moderator.watch('desk/', 'sky/')
  await moderator.untilCount('down', 1)
  principal('mod', 'player')
  gateway.reauthorize(({ credentials }) => credentials.cookie === 'mod')
  await moderator.untilCount('hello', 2)
  expect(moderator.changes().slice(2)).toEqual([{ type: 'dropped', id: 'desk/' }])
  expect(moderator.of('hello')[1]?.values[0]).toMatchObject({ principal: { role: 'player' }, may: ['look', 'play'] })
  expect(player.of('hello')).toHaveLength(1)
})

test('[AC27] connections whose session cannot be determined are closed, and the others are still checked', {
  tags: 'slow',
}, async () => {
  const broken = new Set<string>()
  const gone = new Set<string>()
  open = await openGateway({
    principalOf: ({ cookie = '' }) => {
      if (broken.has(cookie)) throw new Error('the session store is unwell')
      return gone.has(cookie) ? guest : person(cookie)
    },
  })
  const { enter, gateway, faults } = open
  const names = Array.from({ length: 100 }, (_, at) => `p${at}`)
  const clients = await Promise.all(names.map((name) => enter(name)))
  await Promise.all(clients.map((client, at) => client.watch(`purse/p${at}`)))
  await Promise.all(clients.map((client) => client.untilCount('down', 1)))
  for (const [at, name] of names.entries()) (at % 3 === 0 ? broken : gone).add(name)
  gateway.reauthorize()
  for (const [at, client] of clients.entries()) {
    if (at % 3 === 0) await client.closed
    else {
      await client.untilCount('hello', 2)
      expect(client.changes().at(-1)).toEqual({ type: 'dropped', id: `purse/p${at}` })
    }
  }
  expect(faults).toHaveLength(34)
  expect(gateway.sockets()).toBe(66)
})

test('[AC28] a session that ends by time alone is noticed without a message from the client', async () => {
  const clock = createTestClock()
  open = await openGateway({ clock, limits: { reauthorizeEveryMs: 30_000 } })
  const { enter, signOut } = open
  const client = await enter('ann')
  await client.watch('purse/ann')
  await client.untilCount('down', 1)
  signOut('ann')
  clock.pass(30_000)
  await client.untilCount('hello', 2)
  expect(client.changes().at(-1)).toEqual({ type: 'dropped', id: 'purse/ann' })
})

test('[V8.3.2] [AC29] however many connections a permission change affects, none of them is sent a change made with it or after it', {
  tags: 'slow',
}, async () => {
  const testHub = await openTestHub()
  let isThere = true
  open = await openGateway({
    testHub,
    limits: unlimited,
    principalOf: () => (isThere ? person('rich') : guest),
  })
  const { enter, gateway } = open
  const clients = await Promise.all(Array.from({ length: 300 }, (_, at) => enter(`p${at}`)))
  await Promise.all(clients.map((client) => client.watch('purse/rich')))
  await Promise.all(clients.map((client) => client.untilCount('down', 1)))
  testHub.hub.onPublish(() => {
    isThere = false
    gateway.reauthorize()
  })
  await testHub.give(ann, 'rich', 5)
  await Promise.all(clients.map((client) => client.untilCount('hello', 2)))
  await Promise.all(clients.map((client) => client.untilCount('down', 2)))
  for (const client of clients) expect(client.changes().slice(1)).toEqual([{ type: 'dropped', id: 'purse/rich' }])
})
