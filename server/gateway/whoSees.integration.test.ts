import { afterEach, expect, test } from 'vitest'
import { openClubhouse } from '../engine/testing/clubhouse.ts'
import { person } from '../testing/people.ts'
import { club } from '../testing/villageFeature.ts'
import { noMetrics } from './metrics.ts'
import { clubFrames, createClubStream, framesOfClub, wordsOf } from './testing/clubStream.ts'
import { createDice, type Dice } from './testing/garble.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'
import type { RawClient } from './testing/rawClient.ts'

let open: OpenGateway
afterEach(() => open.close())

const names = Array.from({ length: 16 }, (_, at) => `p${at}`)
const clubs = ['a', 'b', 'c']
const ann = person('ann')

/** One socket, with what it heard of frames and drops, and what it asked for, in their order. */
interface Sight {
  readonly name: string
  readonly client: RawClient
}

/** Who might see each frame and each patch, as the hub had it when they were put on their way. */
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
  const village = await openClubhouse()
  const oracle = createOracle(village.hub.read)
  open = await openGateway({
    village,
    metrics: { ...noMetrics, flushed: oracle.flushed },
    limits: { keyEveryMs: 0, watches: { perSecond: 1e6, burst: 1e6 } },
  })
  const { family, delta } = createClubStream(village.hub)
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
    village.ask(ann, 'village.join', { club: key, member, isIn })
  const makeNoise = (key: string, noise: number) => village.ask(ann, 'clubhouse.makeNoise', { club: key, noise })
  return { oracle, offer, change, makeNoise }
}

/** One random thing that happens. */
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
  '[WS1] whatever happens at once, no socket ever gets a frame of a stream that it may not watch then, seed %i',
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
      for (const word of wordsOf(client)) {
        frames += 1
        if (!oracle.mayHaveSeen(name, word))
          expect.fail(`${name} got ${word}, for ${[...(oracle.seenBy.get(word) ?? [])]}`)
      }
      expectSilenceAfterDrop(client)
    }
    expect(frames).toBeGreaterThan(500)
    // Who is in, and watches now, goes on getting what is offered: nobody was shut out by mistake.
    for (const key of clubs) {
      const insiders = sights.filter(
        ({ name, client }) => client.webSocket.readyState === 1 && oracle.membersOf(key).has(name),
      )
      for (const { client } of insiders) expect(await client.watch(framesOfClub(key))).toEqual({ refused: [] })
      await settle()
      offer(key)
      const last = `<delta ${key} `
      for (const { client } of insiders) await client.until(() => wordsOf(client).at(-1)?.startsWith(last) ?? false)
    }
    expect(open.gateway.watchedIds(clubFrames).length).toBeLessThanOrEqual(clubs.length)
    expect(open.faults).toEqual([])
  },
  60_000,
)

/** After "forget it" nothing of a document comes but what begins anew: a whole document, or a key frame. */
function expectSilenceAfterDrop(client: RawClient) {
  const dropped = new Set<string>()
  for (const { event, told } of client.heard) {
    if (event === 'positions') {
      const [id, frame] = told as [string, Uint8Array]
      if (dropped.has(id)) expect(Buffer.from(frame).toString()).toMatch(/^<key/)
      dropped.delete(id)
    }
    if (event !== 'down') continue
    for (const { type, id } of (told[0] as { changes: { type: string; id: string }[] }).changes) {
      if (dropped.has(id)) expect(['snapshot', 'dropped']).toContain(type)
      if (type === 'dropped') dropped.add(id)
      else dropped.delete(id)
    }
  }
}
