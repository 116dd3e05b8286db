import { afterEach, expect, test } from 'vitest'
import { openClubhouse } from '../engine/testing/clubhouse.ts'
import { person } from '../testing/principals.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'
import { watchSockets } from './testing/watchSockets.ts'

let open: OpenGateway
afterEach(() => open.close())
const ann = person('ann')

async function start(members: readonly string[], mayRead?: (readable: () => boolean) => boolean) {
  const testHub = await openClubhouse()
  const hub = { ...testHub.hub }
  if (mayRead) hub.mayRead = (principal, id) => mayRead(() => testHub.hub.mayRead(principal, id))
  open = await openGateway({ testHub, hub })
  const change = (member: string, isIn: boolean) => testHub.ask(ann, 'sample.join', { club: 'a', member, isIn })
  const makeNoise = (noise: number) => testHub.ask(ann, 'clubhouse.makeNoise', { club: 'a', noise })
  for (const member of members) await change(member, true)
  return { ...open, change, makeNoise, sockets: watchSockets(open.server) }
}

test('[DB1] a removed user loses the decided documents in the same turn and gets nothing more of them', async () => {
  const { enter, change, makeNoise, memory, sockets } = await start(['ann', 'cyd'])
  const [annHere, cydHere] = [await enter('ann'), await enter('cyd')]
  for (const client of [annHere, cydHere]) {
    await client.watch('clubLife/a')
    await client.untilCount('down', 1)
  }
  memory.hold()
  const done = [makeNoise(1), change('cyd', false), makeNoise(2)]
  memory.release()
  await Promise.all(done)
  await makeNoise(3)
  await annHere.until(() => annHere.changes().length === 4)
  await cydHere.untilCount('down', 2)
  expect(await cydHere.watch('clubLife/a')).toEqual({ refused: ['clubLife/a'] })
  expect(cydHere.changes().slice(1)).toEqual([{ type: 'dropped', id: 'clubLife/a' }])
  const toCyd = Buffer.concat(sockets[1]?.writes ?? []).toString('latin1')
  expect(toCyd).not.toContain('"type":"patch"')
  expect(annHere.changes().slice(1)).toMatchObject([1, 2, 3].map((version) => ({ type: 'patch', version })))
})

test('[DB2] a user who is removed while still joining gets "dropped" once', async () => {
  let isFirst = true
  const { enter, change, hub } = await start(['ann', 'cyd'], (readable) => {
    const may = readable()
    // Durable and published before the flush that would backfill the new subscription.
    if (isFirst) void change('cyd', false)
    isFirst = false
    return may
  })
  expect(hub.documentsDecidedBy('club/a')).toEqual(['clubLife/a'])
  const cydHere = await enter('cyd')
  expect(await cydHere.watch('clubLife/a')).toEqual({ refused: [] })
  await cydHere.untilCount('down', 1)
  await cydHere.watch('sky/')
  await cydHere.untilCount('down', 2)
  expect(cydHere.changes()).toMatchObject([{ type: 'dropped', id: 'clubLife/a' }, { id: 'sky/' }])
})

test('[DB3] a user who is removed and added again in one turn keeps the subscriptions', async () => {
  const { enter, change, makeNoise, memory } = await start(['ann', 'cyd'])
  const cydHere = await enter('cyd')
  await cydHere.watch('clubLife/a')
  await cydHere.untilCount('down', 1)
  memory.hold()
  const done = [change('cyd', false), change('cyd', true), makeNoise(1)]
  memory.release()
  await Promise.all(done)
  await cydHere.untilCount('down', 2)
  expect(cydHere.changes().slice(1)).toMatchObject([{ type: 'patch', version: 1 }])
})

test('[DB4] a removed user loses decided documents that did not change, and connections that do not watch them get nothing', async () => {
  const { enter, change } = await start(['ann', 'bob', 'cyd'])
  const [bobHere, cydHere] = [await enter('bob'), await enter('cyd')]
  await cydHere.watch('clubLife/a')
  await cydHere.untilCount('down', 1)
  await change('bob', false)
  await change('cyd', false)
  await cydHere.untilCount('down', 2)
  expect(cydHere.changes().slice(1)).toEqual([{ type: 'dropped', id: 'clubLife/a' }])
  expect(bobHere.of('down')).toEqual([])
})
