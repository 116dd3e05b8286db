import { afterEach, expect, test } from 'vitest'
import { openClubhouse } from '../engine/testing/clubhouse.ts'
import { person } from '../testing/principals.ts'
import { club } from '../testing/sampleFeature.ts'
import { noMetrics } from './metrics.ts'
import { clubFrames, createClubStream, framesOfClub, frameTexts } from './testing/clubStream.ts'
import { createDice, type Dice } from './testing/fuzz.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'
import type { RawClient } from './testing/rawClient.ts'

let open: OpenGateway
afterEach(() => open.close())

const names = Array.from({ length: 16 }, (_, at) => `p${at}`)
const clubs = ['a', 'b', 'c']
const ann = person('ann')

/** One socket, with the frames and drops that it received and the ids that it requested, in their order. */
interface Sight {
  readonly name: string
  readonly client: RawClient
}

/** Which users could watch each frame at the time it was sent. */
function createOracle(read: OpenGateway['hub']['read']) {
  const membersOf = (key: string) => new Set(Object.keys(read(club, key).members))
  const seenBy = new Map<string, Set<string>>()
  let waiting: { readonly word: string; readonly key: string }[] = []
  return {
    membersOf,
    offered: (word: string, key: string) => void waiting.push({ word, key }),
    keyed: (word: string, key: string) => void seenBy.set(word, membersOf(key)),
    /** Called within the turn that sends them. */
    flushed() {
      for (const { word, key } of waiting) seenBy.set(word, membersOf(key))
      waiting = []
    },
    mayHaveSeen: (name: string, word: string) => seenBy.get(word)?.has(name) ?? false,
    seenBy,
  }
}

async function start() {
  const testHub = await openClubhouse()
  const oracle = createOracle(testHub.hub.read)
  open = await openGateway({
    testHub,
    metrics: { ...noMetrics, flushed: oracle.flushed },
    limits: { keyEveryMs: 0, watches: { perSecond: 1e6, burst: 1e6 } },
  })
  const { family, delta } = createClubStream(testHub.hub)
  let keys = 0
  open.gateway.streams.family({
    ...family,
    key(key) {
      keys += 1
      const word = `<key ${key} ${keys}>`
      oracle.keyed(word, key)
      return Buffer.from(word)
    },
  })
  const offer = (key: string) => {
    const frame = delta(key)
    oracle.offered(frame.toString(), key)
    open.gateway.streams.offer(framesOfClub(key), frame)
  }
  const change = (key: string, member: string, isIn: boolean) =>
    testHub.ask(ann, 'sample.join', { club: key, member, isIn })
  const makeNoise = (key: string, noise: number) => testHub.ask(ann, 'clubhouse.makeNoise', { club: key, noise })
  return { oracle, offer, change, makeNoise }
}

/** One random event. */
function stir(dice: Dice, sights: Sight[], parts: Awaited<ReturnType<typeof start>>) {
  const [key, name] = [dice.pick(clubs), dice.pick(names)]
  const { client } = dice.pick(sights)
  const ids = [framesOfClub(key), `clubLife/${key}`, `club/${key}`]
  switch (dice.roll(10)) {
    case 0:
    case 1:
      return void parts.change(key, name, false)
    case 2:
    case 3:
    case 4:
      return void parts.change(key, name, true)
    case 5:
    case 6:
      return void client.watch(...ids).catch(() => {})
    case 7:
      return client.emit('unwatch', { documents: ids })
    case 8:
      return void parts.makeNoise(key, dice.roll(1_000))
    default:
      return parts.offer(key)
  }
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

test.each([1, 2, 3, 4])(
  '[WS1] under random concurrent changes, no socket gets a frame of a stream that it may not watch at that time, seed %i',
  async (seed) => {
    const parts = await start()
    const { oracle, offer } = parts
    const dice = createDice(seed)
    const sights = await Promise.all(names.map(async (name) => ({ name, client: await open.enter(name) })))
    for (let step = 0; step < 3_000; step += 1) {
      stir(dice, sights, parts)
      if (dice.roll(6) === 0) await new Promise(setImmediate)
      if (dice.roll(300) === 0) {
        const at = dice.roll(sights.length)
        sights[at]?.client.close()
        const name = dice.pick(names)
        sights.push({ name, client: await open.enter(name) })
      }
    }
    await open.hub.settled()
    await settle()

    let frames = 0
    for (const { name, client } of sights) {
      for (const word of frameTexts(client)) {
        frames += 1
        if (!oracle.mayHaveSeen(name, word))
          expect.fail(`${name} got ${word}, for ${[...(oracle.seenBy.get(word) ?? [])]}`)
      }
      expectSilenceAfterDrop(client)
    }
    expect(frames).toBeGreaterThan(500)
    // Members that watch now still get what is offered: no connection was dropped by mistake.
    for (const key of clubs) {
      const insiders = sights.filter(
        ({ name, client }) => client.webSocket.readyState === 1 && oracle.membersOf(key).has(name),
      )
      for (const { client } of insiders) expect(await client.watch(framesOfClub(key))).toEqual({ refused: [] })
      await settle()
      offer(key)
      const last = `<delta ${key} `
      for (const { client } of insiders) await client.until(() => frameTexts(client).at(-1)?.startsWith(last) ?? false)
    }
    expect(open.gateway.watchedIds(clubFrames).length).toBeLessThanOrEqual(clubs.length)
    expect(open.faults).toEqual([])
  },
)

/** After "dropped", the next message about a document is a snapshot or a key frame. */
function expectSilenceAfterDrop(client: RawClient) {
  const dropped = new Set<string>()
  for (const { event, values } of client.received) {
    if (event === 'positions') {
      const [id, frame] = values as [string, Uint8Array]
      if (dropped.has(id)) expect(Buffer.from(frame).toString()).toMatch(/^<key/)
      dropped.delete(id)
    }
    if (event !== 'down') continue
    for (const { type, id } of (values[0] as { changes: { type: string; id: string }[] }).changes) {
      if (dropped.has(id)) expect(['snapshot', 'dropped']).toContain(type)
      if (type === 'dropped') dropped.add(id)
      else dropped.delete(id)
    }
  }
}
