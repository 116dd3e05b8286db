import { expect, test } from 'vitest'
import { sampleEntry } from '../sampleEntries.ts'
import { seededDice } from '../seededDice.ts'
import type { SharedNode, SharedPlaceOf } from './sharedPlace.ts'

interface Writer {
  readonly node: SharedNode
  epoch: number
  last: number
}

/** Nobody writes but the one who holds the lease, whatever happens to the nodes. */
export const fenceRules = (place: SharedPlaceOf) => {
  test('[SH19] [V15.4.2] nodes that stall, wake and take over: nothing acknowledged is lost, nothing is written twice or under an old epoch', async () => {
    const dice = seededDice(19)
    const writers: Writer[] = []
    for (let at = 0; at < 3; at += 1) writers.push({ node: await place().node(), epoch: 0, last: 0 })
    const acknowledged: string[] = []
    let made = 0
    const pick = () => writers[dice(writers.length)] as Writer

    const take = async (writer: Writer) => {
      // Turned away, or not reached.
      const loaded = await writer.node.storage.load().catch(() => null)
      if (!loaded) return
      writer.epoch = loaded.epoch
      writer.last = loaded.entries.at(-1)?.seq ?? loaded.checkpointSeq
    }
    const write = async (writer: Writer) => {
      made += 1
      const id = `order ${made}`
      const { epoch, last } = writer
      const written = writer.node.storage.append([
        sampleEntry(last + 1, epoch, { commandId: id, archive: [], changes: [] }),
      ])
      await written.then(
        () => {
          writer.last += 1
          acknowledged.push(id)
        },
        () => {
          writer.epoch = 0
        },
      )
    }
    const underWay: Promise<unknown>[] = []
    for (let step = 0; step < 50; step += 1) {
      const writer = pick()
      const kind = dice(10)
      const holder = writers.find(({ node }) => node.storage.holdsLease()) ?? writer
      if (kind === 0 || kind === 4) holder.node.stall()
      if (kind === 4) await place().pass(place().leaseMs * 1.1)
      else if (kind > 0 && kind < 4) for (const { node } of writers) node.wake()
      else if (kind > 4 && writer.epoch === 0) underWay.push(take(writer))
      else if (kind > 4) underWay.push(write(writer))
      await place().pass(10)
    }
    for (const { node } of writers) node.wake()
    await place().pass(place().leaseMs * 1.2)
    await Promise.all(underWay)

    const reader = await place().node()
    await reader.storage.view()
    const journal = await reader.storage.tail(0, 1_000)
    expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, at) => at + 1))
    const epochs = journal.map(({ epoch }) => epoch)
    expect(epochs).toEqual([...epochs].sort((a, b) => a - b))
    const ids = journal.map(({ commandId }) => commandId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(acknowledged))
    expect(new Set(epochs).size).toBeGreaterThan(1)
    expect(acknowledged.length).toBeGreaterThan(3)
  })
}
