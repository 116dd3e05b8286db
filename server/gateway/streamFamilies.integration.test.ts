import { afterEach, expect, test } from 'vitest'
import type { Hub } from '../engine/hub.ts'
import { openClubhouse } from '../engine/testing/clubhouse.ts'
import { person } from '../testing/principals.ts'
import { clubFrames, createClubStream, framesOfClub, frameTexts } from './testing/clubStream.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'
import { watchSockets } from './testing/watchSockets.ts'

let open: OpenGateway
afterEach(() => open.close())
const ann = person('ann')
const stream = framesOfClub('a')

/** A gateway with a club of these members and its stream. `around` runs before and after each publish. */
async function start(members: readonly string[], around: Partial<Record<'before' | 'after', () => void>> = {}) {
  const testHub = await openClubhouse()
  const onPublish: Hub['onPublish'] = (listener) =>
    testHub.hub.onPublish((published) => {
      around.before?.()
      listener(published)
      around.after?.()
    })
  open = await openGateway({ testHub, hub: { ...testHub.hub, onPublish } })
  const { family, delta } = createClubStream(testHub.hub)
  const remove = open.gateway.streams.family(family)
  const change = (member: string, isIn: boolean) => testHub.ask(ann, 'sample.join', { club: 'a', member, isIn })
  for (const member of members) await change(member, true)
  const offer = () => open.gateway.streams.offer(stream, delta('a'))
  return { ...open, sockets: watchSockets(open.server), family, remove, change, offer, around }
}

test('[FA1] a stream of a family is watched like a single stream; a refused, an unknown and a document-like id look the same', async () => {
  const { enter, offer, gateway } = await start(['ann'])
  const [annHere, bobHere] = [await enter('ann'), await enter('bob')]
  expect(await annHere.watch(stream, framesOfClub('b'))).toEqual({ refused: [framesOfClub('b')] })
  const asked = [stream, framesOfClub('nowhere'), framesOfClub(''), 'noSuchKind/a']
  expect(await bobHere.watch(...asked)).toEqual({ refused: asked })
  await annHere.untilCount('positions', 1)
  offer()
  offer()
  await annHere.untilCount('positions', 3)
  expect(annHere.of('positions').map(({ values }) => values[0])).toEqual([stream, stream, stream])
  expect(frameTexts(annHere)).toEqual(['<key a 0>', '<delta a 1>', '<delta a 2>'])
  expect(gateway.watchedIds(clubFrames)).toEqual([stream])
  expect(bobHere.received.map(({ event }) => event)).toEqual(['connect', 'hello'])
})

test('[FA2] a stream of a family never falls back on document permissions', async () => {
  const testHub = await openClubhouse()
  open = await openGateway({ testHub, hub: { ...testHub.hub, mayRead: () => true } })
  open.gateway.streams.family({ ...createClubStream(testHub.hub).family, mayWatch: () => false })
  const client = await open.enter('ann')
  expect(await client.watch(stream)).toEqual({ refused: [stream] })
  expect(() => open.gateway.streams.family({ ...createClubStream(testHub.hub).family, kind: 'sky' })).toThrow(
    '"sky" is a kind of documents',
  )
})

test.each(['before', 'after'] as const)(
  '[FA3] a removed user gets no frame that is offered %s the change in the same turn, only "dropped"',
  async (when) => {
    const { enter, change, offer, sockets, around } = await start(['ann', 'cyd'])
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
    expect(frameTexts(cydHere)).toEqual(['<key a 0>'])
    expect(frameTexts(annHere)).toEqual(['<key a 0>', '<delta a 1>', '<delta a 2>'])
    expect(Buffer.concat(sockets[1]?.writes ?? []).toString('latin1')).not.toContain('<delta')
  },
)

test('[FA4] a user who is removed while waiting for the key frame gets none, and "dropped" once', async () => {
  const { enter, change, offer, around, family, gateway, sockets, remove } = await start(['ann', 'cyd'])
  remove()
  let isFirst = true
  gateway.streams.family({
    ...family,
    mayWatch(principal, key) {
      const may = family.mayWatch(principal, key)
      // Durable and published before the flush that would send the key frame.
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
  expect(Buffer.concat(sockets[0]?.writes ?? []).toString('latin1')).not.toMatch(/<(key|delta)/)
})

test('[FA5] a frame offered in the turn of a join is contained in the key frame and not sent again', async () => {
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
  expect(frameTexts(bobHere)).toEqual(['<key a 1>', '<delta a 2>'])
  expect(frameTexts(annHere)).toEqual(['<key a 0>', '<delta a 1>', '<delta a 2>'])
})

test('[FA6] while a stream has no key frame its subscribers wait, and get one with the first frame offered', async () => {
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
  expect(frameTexts(client)).toEqual(['<key a 2>', '<delta a 3>'])
})

test('[FA7] a frame without subscribers is discarded; a frame of an unknown stream is an error', async () => {
  const { enter, offer, gateway } = await start(['ann'])
  offer()
  offer()
  const client = await enter('ann')
  await client.watch(stream)
  await client.untilCount('positions', 1)
  expect(frameTexts(client)).toEqual(['<key a 2>'])
  expect(() => gateway.streams.offer('noSuchKind/a', Buffer.from('x'))).toThrow('No stream "noSuchKind/a" is defined')
})

test('[FA8] removing a family drops it for all subscribers, with its pending frames; a kind has only one family', async () => {
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
  expect(frameTexts(client).sort()).toEqual(['<key a 0>', '<key lobby>'])
  expect(gateway.watchedIds(clubFrames)).toEqual([framesOfClub('lobby')])
})

test('[FA9] a single stream is also checked again when a document that decides it changes', async () => {
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
  expect(frameTexts(cydHere)).toEqual(['<key>'])
})

test('[FA10] a family whose decidedBy or mayWatch throws is checked at every change and refused to all', async () => {
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
