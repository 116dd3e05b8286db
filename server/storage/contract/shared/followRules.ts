import { expect, test } from 'vitest'
import type { Entry } from '../../../engine/entry.ts'
import type { SharedStorage } from '../../../engine/storage.ts'
import type { SharedPlaceOf } from '../place.ts'
import { sampleEntries, sampleEntry, seededDice, talliesAt } from '../sampleEntries.ts'
import { wholeView } from '../wholeLoad.ts'

const follow = (storage: SharedStorage, seq: number) => {
  const received: Entry[] = []
  const missing: string[] = []
  const stop = storage.follow(seq, {
    entries: (entries) => received.push(...entries),
    missing: (why) => missing.push(why),
  })
  return { received, missing, stop, seqs: () => received.map(({ seq }) => seq) }
}
const upTo = (last: number, after = 0) => Array.from({ length: last - after }, (_, at) => after + 1 + at)

const writerOf = async (place: SharedPlaceOf) => {
  const { storage } = await place().node()
  return { storage, ...(await storage.load()) }
}
const readerOf = async (place: SharedPlaceOf) => {
  const node = await place().node()
  await node.storage.loadView()
  return node
}

/** Without faults. */
const tellingRules = (place: SharedPlaceOf) => {
  test('[SH10] a follower gets existing and new entries in order and without gaps, on every node', async () => {
    const { storage, epoch } = await writerOf(place)
    await storage.append(sampleEntries(1, 250, epoch))
    const nodes = [storage, (await readerOf(place)).storage, (await readerOf(place)).storage]
    const followers = [...nodes.map((node) => follow(node, 0)), follow(storage, 240)]
    for (let seq = 251; seq <= 700; seq += 45) await storage.append(sampleEntries(seq, seq + 44, epoch))
    const all = sampleEntries(1, 700, epoch)
    await place().until(() => followers.every(({ received }) => received.at(-1)?.seq === 700))
    for (const [at, { received, missing }] of followers.entries()) {
      expect(received).toEqual(at === 3 ? all.slice(240) : all)
      expect(missing).toEqual([])
    }
  })

  test('[SH11] a stopped follower gets no more entries', async () => {
    const { storage, epoch } = await writerOf(place)
    const follower = follow((await readerOf(place)).storage, 0)
    await storage.append(sampleEntries(1, 3, epoch))
    await place().until(() => follower.received.length === 3)
    follower.stop()
    const other = follow(storage, 0)
    await storage.append([sampleEntry(4, epoch)])
    await place().until(() => other.received.length === 4)
    expect(follower.received).toHaveLength(3)
  })

  test('[SH14] followers continue when another node takes over', async () => {
    const first = await writerOf(place)
    const { storage: second } = await readerOf(place)
    const follower = follow(second, 0)
    await first.storage.append(sampleEntries(1, 4, first.epoch))
    await first.storage.releaseLease()
    const { epoch } = await second.load()
    await second.append(sampleEntries(5, 9, epoch))
    await place().until(() => follower.received.length === 9)
    expect(follower.received.map((entry) => entry.epoch)).toEqual(
      [1, 2, 3, 4].map(() => first.epoch).concat(Array(5).fill(epoch)),
    )
  })
}

/** With faults. */
const faultRules = (place: SharedPlaceOf) => {
  test('[SH12] entries that were trimmed before they were read are reported missing, and the follower ends', async () => {
    const { storage, epoch } = await writerOf(place)
    const { storage: other } = await readerOf(place)
    await storage.append(sampleEntries(1, 30, epoch))
    await storage.checkpoint(30, talliesAt(30))
    await place().trim(20)
    const late = follow(other, 10)
    await place().until(() => late.missing.length === 1)
    await storage.append([sampleEntry(31, epoch)])
    const rest = follow(other, 20)
    await place().until(() => rest.received.length === 11)
    expect(rest.seqs()).toEqual(upTo(31, 20))
    expect([late.received, late.missing.length, rest.missing]).toEqual([[], 1, []])
    await expect(other.tail(10, 5)).rejects.toThrow('11')
    expect((await wholeView(other)).entries.map(({ seq }) => seq)).toEqual([31])
  })

  test('[SH13] through interruptions and lost connections a follower gets every entry exactly once', async () => {
    const [node, away] = [await place().node(), await readerOf(place)]
    const { epoch } = await node.storage.load()
    const follower = follow(away.storage, 0)
    const dice = seededDice(13)
    let last = 0
    for (let step = 0; step < 30; step += 1) {
      if (dice(4) === 0) away.stall()
      if (dice(4) === 0) away.drop()
      if (dice(6) === 0) node.drop()
      const to = last + 1 + dice(8)
      await node.storage.append(sampleEntries(last + 1, to, epoch))
      last = to
      if (dice(2) === 0) away.wake()
    }
    away.wake()
    await place().until(() => follower.received.at(-1)?.seq === last)
    expect(follower.received).toEqual(sampleEntries(1, last, epoch))
    expect(follower.missing).toEqual([])
  })
}

/** Rules on how all nodes get the durable entries. */
export const followRules = (place: SharedPlaceOf) => {
  tellingRules(place)
  faultRules(place)
}
