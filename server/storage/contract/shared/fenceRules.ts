import { expect, test } from 'vitest'
import type { Entry } from '../../../engine/entry.ts'
import type { SharedNode, SharedPlaceOf } from '../place.ts'
import { sampleEntry, seededDice } from '../sampleEntries.ts'

interface Writer {
  readonly node: SharedNode
  /** 0 while the node does not hold the lease as far as it knows. */
  epoch: number
  last: number
}

const STEPS = 50
/** More on a slow machine, until something was written under two leases. */
const MOST_STEPS = 5_000
/** Short: nodes take over from each other many times. */
const leaseMs = 2_000

/** A node that is refused, or does not reach the store, stays as it was. */
const take = async (writer: Writer) => {
  const loaded = await writer.node.storage.load().catch(() => null)
  if (!loaded) return
  writer.epoch = loaded.epoch
  writer.last = loaded.lastSeq
}

/** Runs nodes that stall and wake, take the lease and write. Returns the acknowledged ids. */
async function run(place: SharedPlaceOf, dice: (sides: number) => number): Promise<string[]> {
  const writers: Writer[] = []
  for (let at = 0; at < 3; at += 1) writers.push({ node: await place().node(leaseMs), epoch: 0, last: 0 })
  const acknowledged: string[] = []
  const epochs = new Set<number>()
  const underWay: Promise<unknown>[] = []
  const wakeAll = () => {
    for (const { node } of writers) node.wake()
  }
  const write = async (writer: Writer, id: string) => {
    const entry = sampleEntry(writer.last + 1, writer.epoch, { commandId: id, archive: [], changes: [] })
    try {
      await writer.node.storage.append([entry])
      writer.last += 1
      epochs.add(entry.epoch)
      acknowledged.push(id)
    } catch {
      writer.epoch = 0
    }
  }
  const isEnough = () => acknowledged.length >= 5 && epochs.size > 1
  for (let step = 0; step < STEPS || (!isEnough() && step < MOST_STEPS); step += 1) {
    const writer = writers[dice(writers.length)] as Writer
    const kind = dice(10)
    if (kind < 2) (writers.find(({ node }) => node.storage.holdsLease()) ?? writer).node.stall()
    if (kind === 0) await place().pass(leaseMs * 1.1)
    else if (kind > 1 && kind < 5) wakeAll()
    else if (kind > 4) underWay.push(writer.epoch === 0 ? take(writer) : write(writer, `order ${step}`))
    await place().pass(10)
  }
  wakeAll()
  await place().pass(leaseMs * 1.2)
  await Promise.all(underWay)
  return acknowledged
}

const expectWhole = (journal: readonly Entry[], acknowledged: readonly string[]) => {
  expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, at) => at + 1))
  const epochs = journal.map(({ epoch }) => epoch)
  expect(epochs).toEqual([...epochs].sort((a, b) => a - b))
  const ids = journal.map(({ commandId }) => commandId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining([...acknowledged]))
  // Otherwise nothing was tested.
  expect(new Set(epochs).size).toBeGreaterThan(1)
  expect(acknowledged.length).toBeGreaterThan(3)
}

/** Only the holder of the lease writes, whatever happens to the nodes. */
export const fenceRules = (place: SharedPlaceOf) => {
  test('[SH19] [V15.4.2] while nodes stall, wake and take over, no acknowledged entry is lost, and none is written twice or with an old epoch', async () => {
    const acknowledged = await run(place, seededDice(19))
    const reader = await place().node()
    await reader.storage.loadView()
    expectWhole(await reader.storage.tail(0, 1_000), acknowledged)
  })
}
