import { afterEach, expect, test } from 'vitest'
import { openClubhouse } from '../engine/testing/clubhouse.ts'
import { person } from '../testing/people.ts'
import { watchLines } from './testing/lines.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway
afterEach(() => open.close())
const ann = person('ann')

async function start(members: readonly string[], mayRead?: (readable: () => boolean) => boolean) {
  const village = await openClubhouse()
  const hub = { ...village.hub }
  if (mayRead) hub.mayRead = (principal, id) => mayRead(() => village.hub.mayRead(principal, id))
  open = await openGateway({ village, hub })
  const change = (member: string, isIn: boolean) => village.ask(ann, 'village.join', { club: 'a', member, isIn })
  const makeNoise = (noise: number) => village.ask(ann, 'clubhouse.makeNoise', { club: 'a', noise })
  for (const member of members) await change(member, true)
  return { ...open, change, makeNoise, lines: watchLines(open.server) }
}

test('[DB1] who is removed loses the documents that this decides in the same turn, and hears nothing more of them', async () => {
  const { enter, change, makeNoise, memory, lines } = await start(['ann', 'cyd'])
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
  const toCyd = Buffer.concat(lines[1]?.writes ?? []).toString('latin1')
  expect(toCyd).not.toContain('"type":"patch"')
  expect(annHere.changes().slice(1)).toMatchObject([1, 2, 3].map((version) => ({ type: 'patch', version })))
})

test('[DB2] who is removed while still waiting for the document is told once to forget it', async () => {
  let isFirst = true
  const { enter, change, hub } = await start(['ann', 'cyd'], (readable) => {
    const may = readable()
    // Durable and published before the flush that would bring the joiner up to date.
    if (isFirst) void change('cyd', false)
    isFirst = false
    return may
  })
  expect(hub.decides('club/a')).toEqual(['clubLife/a'])
  const cydHere = await enter('cyd')
  expect(await cydHere.watch('clubLife/a')).toEqual({ refused: [] })
  await cydHere.untilCount('down', 1)
  await cydHere.watch('sky/')
  await cydHere.untilCount('down', 2)
  expect(cydHere.changes()).toMatchObject([{ type: 'dropped', id: 'clubLife/a' }, { id: 'sky/' }])
})

test('[DB3] who is put out and let in again at once keeps what they watch', async () => {
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

test('[DB4] who is removed loses what this decides though nothing of it changed, and whoever has not asked for it hears nothing', async () => {
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
