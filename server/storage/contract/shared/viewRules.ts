import { expect, test } from 'vitest'
import type { SharedStorage } from '../../../engine/storage.ts'
import type { SharedPlaceOf } from '../place.ts'
import { byId, sampleEntries, sampleEntry, talliesAt } from '../sampleEntries.ts'
import { wholeView } from '../wholeLoad.ts'

/** All snapshots that were loaded while `work` ran. */
async function viewedDuring(storage: SharedStorage, work: () => Promise<void>) {
  const views: Awaited<ReturnType<typeof wholeView>>[] = []
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) views.push(await wholeView(storage))
  await working
  return views
}

/** Loading without the lease. */
export const viewRules = (place: SharedPlaceOf) => {
  test('[SH7] the snapshot of an empty place is empty, and the lease stays free', async () => {
    const [a, b] = [await place().node(), await place().node()]
    expect(await a.storage.loadView()).toMatchObject({ documents: [], checkpointSeq: 0, lastSeq: 0 })
    expect(a.storage.holdsLease()).toBe(false)
    await a.storage.whenLeaseFree(new AbortController().signal)
    expect((await b.storage.load()).epoch).toBeGreaterThan(0)
  })

  test('[SH8] a snapshot is what the leader would load, with the epoch of the leader', async () => {
    const [a, b] = [await place().node(), await place().node()]
    const { epoch } = await a.storage.load()
    await a.storage.append(sampleEntries(1, 30, epoch))
    await a.storage.checkpoint(20, talliesAt(20))
    const viewed = await wholeView(b.storage)
    expect(viewed).toMatchObject({ epoch, checkpointSeq: 20, lastSeq: 30, entries: sampleEntries(21, 30, epoch) })
    expect(byId(viewed.documents)).toEqual(talliesAt(20))
    await expect(b.storage.append(sampleEntries(31, 31, epoch))).rejects.toMatchObject({ reason: 'fenced' })
  })

  test('[SH9] a snapshot that is loaded during appends and checkpoints is consistent', async () => {
    const [a, b] = [await place().node(), await place().node()]
    const { epoch } = await a.storage.load()
    const views = await viewedDuring(b.storage, async () => {
      for (let seq = 1; seq <= 120; seq += 3) {
        await a.storage.append(sampleEntries(seq, seq + 2, epoch))
        if (seq % 4 === 1) await a.storage.checkpoint(seq + 2, talliesAt(seq + 2))
      }
    })
    for (const { documents, checkpointSeq, entries } of views) {
      expect(byId(documents)).toEqual(talliesAt(checkpointSeq))
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => checkpointSeq + 1 + at))
    }
    expect(views.length).toBeGreaterThan(1)
  })

  test('[SH20] the leader may load a snapshot while it writes, and its writes continue', async () => {
    const { storage } = await place().node()
    const { epoch } = await storage.load()
    const views = await viewedDuring(storage, async () => {
      for (let seq = 1; seq <= 300; seq += 1) await storage.append([sampleEntry(seq, epoch)])
    })
    expect(views.length).toBeGreaterThan(1)
    expect(await storage.tail(0, 1_000)).toHaveLength(300)
  })
}
