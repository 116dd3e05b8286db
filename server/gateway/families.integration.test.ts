import { afterEach, expect, test } from 'vitest'
import type { Hub } from '../engine/hub.ts'
import { openClubhouse } from '../engine/testing/clubhouse.ts'
import { person } from '../testing/people.ts'
import { clubFrames, createClubStream, framesOfClub, wordsOf } from './testing/clubStream.ts'
import { watchLines } from './testing/lines.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway
afterEach(() => open.close())
const ann = person('ann')
const stream = framesOfClub('a')

/** A gateway over a club of these members, with its stream. `around` is run with each group of changes that becomes durable. */
async function start(members: readonly string[], around: Partial<Record<'before' | 'after', () => void>> = {}) {
  const village = await openClubhouse()
  const onPublish: Hub['onPublish'] = (listener) =>
    village.hub.onPublish((published) => {
      around.before?.()
      listener(published)
      around.after?.()
    })
  open = await openGateway({ village, hub: { ...village.hub, onPublish } })
  const { family, delta } = createClubStream(village.hub)
  const remove = open.gateway.streams.family(family)
  const change = (member: string, isIn: boolean) => village.ask(ann, 'village.join', { club: 'a', member, isIn })
  for (const member of members) await change(member, true)
  const offer = () => open.gateway.streams.offer(stream, delta('a'))
  return { ...open, lines: watchLines(open.server), family, remove, change, offer, around }
}

test('[FA1] one of a family is watched as a stream of its own; refused, unknown and fallen back on a document look the same', async () => {
  const { enter, offer, gateway } = await start(['ann'])
  const [annHere, bobHere] = [await enter('ann'), await enter('bob')]
  expect(await annHere.watch(stream, framesOfClub('b'))).toEqual({ refused: [framesOfClub('b')] })
  const asked = [stream, framesOfClub('nowhere'), framesOfClub(''), 'noSuchKind/a']
  expect(await bobHere.watch(...asked)).toEqual({ refused: asked })
  await annHere.untilCount('positions', 1)
  offer()
  offer()
  await annHere.untilCount('positions', 3)
  expect(annHere.of('positions').map(({ told }) => told[0])).toEqual([stream, stream, stream])
  expect(wordsOf(annHere)).toEqual(['<key a 0>', '<delta a 1>', '<delta a 2>'])
  expect(gateway.watchedIds(clubFrames)).toEqual([stream])
  expect(bobHere.heard.map(({ event }) => event)).toEqual(['connect', 'hello'])
})

test('[FA2] a family never falls back on who may read a document', async () => {
  const village = await openClubhouse()
  open = await openGateway({ village, hub: { ...village.hub, mayRead: () => true } })
  open.gateway.streams.family({ ...createClubStream(village.hub).family, mayWatch: () => false })
  const client = await open.enter('ann')
  expect(await client.watch(stream)).toEqual({ refused: [stream] })
  expect(() => open.gateway.streams.family({ ...createClubStream(village.hub).family, kind: 'sky' })).toThrow(
    '"sky" is a kind of documents',
  )
})

test.each(['before', 'after'] as const)(
  '[FA3] who is removed gets no frame that is offered %s the change in the same turn, and is told only to forget',
  async (when) => {
    const { enter, change, offer, lines, around } = await start(['ann', 'cyd'])
    const [annHere, cydHere] = [await enter('ann'), await enter('cyd')]
    for (const client of [annHere, cydHere]) {
      await client.watch(stream)
      await client.untilCount('positions', 1)
    }
    around[when] = offer
    await change('cyd', false)
    await annHere.untilCount('positions', 2)
    await change('dee', true)
    await annHere.untilCount('positions', 3)
    await cydHere.untilCount('down', 1)
    expect(cydHere.changes()).toEqual([{ type: 'dropped', id: stream }])
    expect(await cydHere.watch(stream)).toEqual({ refused: [stream] })
    expect(wordsOf(cydHere)).toEqual(['<key a 0>'])
    expect(wordsOf(annHere)).toEqual(['<key a 0>', '<delta a 1>', '<delta a 2>'])
    expect(Buffer.concat(lines[1]?.writes ?? []).toString('latin1')).not.toContain('<delta')
  },
)

test('[FA4] who is removed while still waiting for the key frame gets none, and is told once to forget', async () => {
  const { enter, change, offer, around, family, gateway, lines, remove } = await start(['ann', 'cyd'])
  remove()
  let isFirst = true
  gateway.streams.family({
    ...family,
    mayWatch(principal, key) {
      const may = family.mayWatch(principal, key)
      // Durable and published before the flush that would bring the joiner the key.
      if (isFirst) void change('cyd', false)
      isFirst = false
      return may
    },
  })
  around.before = offer
  around.after = offer
  const cydHere = await enter('cyd')
  expect(await cydHere.watch(stream)).toEqual({ refused: [] })
  await cydHere.untilCount('down', 1)
  await cydHere.watch('sky/')
  await cydHere.untilCount('down', 2)
  expect(cydHere.changes()).toMatchObject([{ type: 'dropped', id: stream }, { id: 'sky/' }])
  expect(cydHere.frames()).toEqual([])
  expect(Buffer.concat(lines[0]?.writes ?? []).toString('latin1')).not.toMatch(/<(key|delta)/)
})

test('[FA5] a frame that is offered in the turn of a join is in the key frame, and does not come again', async () => {
  const { enter, offer, family, gateway, remove } = await start(['ann', 'bob'])
  const annHere = await enter('ann')
  remove()
  gateway.streams.family({
    ...family,
    mayWatch(principal, key) {
      if (principal.id === 'bob') offer()
      return family.mayWatch(principal, key)
    },
  })
  await annHere.watch(stream)
  await annHere.untilCount('positions', 1)
  const bobHere = await enter('bob')
  await bobHere.watch(stream)
  await bobHere.untilCount('positions', 1)
  offer()
  await bobHere.untilCount('positions', 2)
  await annHere.untilCount('positions', 3)
  expect(wordsOf(bobHere)).toEqual(['<key a 1>', '<delta a 2>'])
  expect(wordsOf(annHere)).toEqual(['<key a 0>', '<delta a 1>', '<delta a 2>'])
})

test('[FA6] while nothing is known of a key its watchers wait, and get the key frame with the first frame offered', async () => {
  const { enter, offer, family, gateway, remove } = await start(['ann'])
  let isKnown = false
  remove()
  gateway.streams.family({ ...family, key: (key, at) => (isKnown ? family.key(key, at) : null) })
  const client = await enter('ann')
  expect(await client.watch(stream)).toEqual({ refused: [] })
  await client.watch('sky/')
  await client.untilCount('down', 1)
  expect(client.frames()).toEqual([])
  isKnown = true
  offer()
  offer()
  await client.untilCount('positions', 1)
  offer()
  await client.untilCount('positions', 2)
  expect(wordsOf(client)).toEqual(['<key a 2>', '<delta a 3>'])
})

test('[FA7] a frame that nobody watches is nothing; one of no stream is a clear error', async () => {
  const { enter, offer, gateway } = await start(['ann'])
  offer()
  offer()
  const client = await enter('ann')
  await client.watch(stream)
  await client.untilCount('positions', 1)
  expect(wordsOf(client)).toEqual(['<key a 2>'])
  expect(() => gateway.streams.offer('noSuchKind/a', Buffer.from('x'))).toThrow('No stream "noSuchKind/a" is defined')
})

test('[FA8] a family that is taken away is dropped by all, with what was offered to it; there is one of a kind', async () => {
  const { enter, offer, gateway, family, remove } = await start(['ann'])
  expect(() => gateway.streams.family(family)).toThrow('already')
  gateway.streams.define({ id: framesOfClub('lobby'), mayWatch: () => true, key: () => Buffer.from('<key lobby>') })
  const client = await enter('ann')
  await client.watch(stream, framesOfClub('lobby'))
  await client.untilCount('positions', 2)
  offer()
  remove()
  await client.untilCount('down', 1)
  expect(await client.watch(stream)).toEqual({ refused: [stream] })
  expect(client.changes()).toEqual([{ type: 'dropped', id: stream }])
  expect(wordsOf(client).sort()).toEqual(['<key a 0>', '<key lobby>'])
  expect(gateway.watchedIds(clubFrames)).toEqual([framesOfClub('lobby')])
})

test('[FA9] a stream of its own is asked anew, too, when what decides it changes', async () => {
  const { enter, change, gateway, family, delta } = { ...(await start(['ann', 'cyd'])), ...createClubStream(open.hub) }
  gateway.streams.define({
    id: 'party/',
    mayWatch: (principal) => family.mayWatch(principal, 'a'),
    decidedBy: ['club/a'],
    key: () => Buffer.from('<key>'),
  })
  const [annHere, cydHere] = [await enter('ann'), await enter('cyd')]
  for (const client of [annHere, cydHere]) {
    await client.watch('party/')
    await client.untilCount('positions', 1)
  }
  open.hub.onPublish(() => gateway.streams.offer('party/', delta('a')))
  await change('cyd', false)
  await annHere.untilCount('positions', 2)
  await cydHere.untilCount('down', 1)
  expect(cydHere.changes()).toEqual([{ type: 'dropped', id: 'party/' }])
  expect(wordsOf(cydHere)).toEqual(['<key>'])
})

test('[FA10] a family that cannot say what decides it, or who may watch, is asked anew at every change and watched by nobody', async () => {
  const { enter, change, gateway, family, faults, remove } = await start(['ann'])
  remove()
  let isUnwell = false
  gateway.streams.family({
    ...family,
    decidedBy() {
      throw new Error('no idea')
    },
    mayWatch(principal, key) {
      if (isUnwell) throw new Error('no idea either')
      return family.mayWatch(principal, key)
    },
  })
  const client = await enter('ann')
  expect(await client.watch(stream)).toEqual({ refused: [] })
  await client.untilCount('positions', 1)
  isUnwell = true
  await change('dee', true)
  await client.untilCount('down', 1)
  expect(client.changes()).toEqual([{ type: 'dropped', id: stream }])
  expect(faults).toHaveLength(2)
})
