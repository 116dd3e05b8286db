import { expect, test } from 'vitest'
import { NotWritten, type SharedStorage, StoreInUse } from '../../../engine/storage.ts'
import type { SharedPlaceOf } from '../place.ts'
import { sampleEntries, sampleEntry } from '../sampleEntries.ts'
import { wholeLoad } from '../wholeLoad.ts'

const fenced = { reason: 'fenced' }

/** For tests that wait until a lease has ended. */
const shortLeaseMs = 5_000

const two = async (place: SharedPlaceOf, leaseMs?: number) =>
  [await place().node(leaseMs), await place().node(leaseMs)] as const

/** Which node gets the lease, and for how long. */
const takingRules = (place: SharedPlaceOf) => {
  test('[SH1] exactly one of several nodes that load together gets the lease', async () => {
    const nodes = await Promise.all(Array.from({ length: 4 }, () => place().node()))
    const outcomes = await Promise.allSettled(nodes.map(({ storage }) => storage.load()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StoreInUse)
    expect(nodes.filter(({ storage }) => storage.holdsLease())).toHaveLength(1)
  })

  test('[SH2] the lease is kept for as long as its holder runs', async () => {
    const leaseMs = 10_000
    const [a, b] = await two(place, leaseMs)
    const { epoch } = await a.storage.load()
    await place().pass(leaseMs * 1.2)
    await expect(b.storage.load()).rejects.toThrow(StoreInUse)
    expect(a.storage.holdsLease()).toBe(true)
    await a.storage.append([sampleEntry(1, epoch)])
  })
}

async function untilFree(place: SharedPlaceOf, storage: SharedStorage) {
  let isFree = false
  const free = storage.whenLeaseFree(new AbortController().signal).then(() => {
    isFree = true
  })
  await place().until(() => isFree)
  await free
}

/** How another node gets it. */
const passingRules = (place: SharedPlaceOf) => {
  test('[SH3] another node gets a released lease at once; the node that released it writes nothing more, and still reads', async () => {
    const [a, b] = await two(place)
    const { epoch } = await a.storage.load()
    const lost: string[] = []
    a.storage.onLeaseLost((why) => lost.push(why))
    const free = b.storage.whenLeaseFree(new AbortController().signal)
    const under = a.storage.append(sampleEntries(1, 5, epoch))
    await a.storage.releaseLease()
    await Promise.all([under, free])
    expect(a.storage.holdsLease()).toBe(false)
    const taken = await wholeLoad(b.storage)
    expect(taken.epoch).toBeGreaterThan(epoch)
    expect(taken.entries).toEqual(sampleEntries(1, 5, epoch))
    await expect(a.storage.append([sampleEntry(6, epoch)])).rejects.toMatchObject(fenced)
    expect(await a.storage.tail(0, 10)).toHaveLength(5)
    expect(lost).toEqual([])
  })

  test('[SH4] waiting for the lease ends when the lease ends, and when the wait is aborted', async () => {
    const [a, b] = await two(place, shortLeaseMs)
    await a.storage.load()
    const waiting = new AbortController()
    const broken = b.storage.whenLeaseFree(waiting.signal)
    waiting.abort()
    await broken
    expect(a.storage.holdsLease()).toBe(true)
    a.stall()
    await untilFree(place, b.storage)
    await b.storage.load()
  })
}

/** Rules on writes in between. */
const silenceRules = (place: SharedPlaceOf) => {
  test('[SH5] [V15.4.2] a node that was cut off past the end of its lease is notified once and writes nothing, not even what was in flight', async () => {
    const [a, b] = await two(place, shortLeaseMs)
    const { epoch } = await a.storage.load()
    await a.storage.append([sampleEntry(1, epoch)])
    const lost: string[] = []
    a.storage.onLeaseLost((why) => lost.push(why))
    a.stall()
    const outcome = a.storage.append([sampleEntry(2, epoch)]).then(
      () => 'written',
      (error: unknown) => error,
    )
    await place().until(() => !a.storage.holdsLease())
    await untilFree(place, b.storage)
    const taken = await b.storage.load()
    const last = taken.lastSeq
    await b.storage.append([sampleEntry(last + 1, taken.epoch, { actor: 'other' })])
    a.wake()
    // It may have been written before the interruption: then the other node has loaded it.
    if (last === 1) expect(await outcome).toBeInstanceOf(Error)
    await expect(a.storage.append([sampleEntry(last + 2, epoch)])).rejects.toBeInstanceOf(NotWritten)
    await expect(a.storage.checkpoint(1, [])).rejects.toMatchObject(fenced)
    await place().pass(1_000)
    const journal = await b.storage.tail(0, 10)
    expect(journal.slice(0, last)).toEqual(sampleEntries(1, last, epoch))
    expect(journal.slice(last).map(({ actor }) => actor)).toEqual(['other'])
    expect(lost).toHaveLength(1)
  })

  test('[SH6] after a short interruption writes in flight are written once', async () => {
    const [a] = await two(place)
    const { epoch } = await a.storage.load()
    a.stall()
    const appended = a.storage.append(sampleEntries(1, 3, epoch))
    await place().pass(400)
    a.wake()
    await appended
    expect(await a.storage.tail(0, 10)).toEqual(sampleEntries(1, 3, epoch))
    expect(a.storage.holdsLease()).toBe(true)
  })
}

/** Which node may write, and until when. */
export const leaseRules = (place: SharedPlaceOf) => {
  takingRules(place)
  passingRules(place)
  silenceRules(place)
}
