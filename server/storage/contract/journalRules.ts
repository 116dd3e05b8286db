import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import type { Storage } from '../../engine/storage.ts'
import type { Place } from './place.ts'
import { byId, sampleEntries, sampleEntry, seededDice, talliesAt } from './sampleEntries.ts'
import { wholeLoad } from './wholeLoad.ts'

const ALL = 10_000

export const journalRules = (place: Place) => {
  test('[ST1] an empty place loads as empty, with an epoch', async () => {
    const loaded = await place().storage.load()
    expect(loaded).toEqual({ epoch: loaded.epoch, documents: [], checkpointSeq: 0, lastSeq: 0, newestIdAt: 0 })
    expect(await place().storage.tail(0, ALL)).toEqual([])
    expect(loaded.epoch).toBeGreaterThan(0)
    expect(place().storage.durability).not.toBe('')
  })

  test('[ST2] appended entries are read back in order, by tail and by the next load', async () => {
    const { epoch } = await place().storage.load()
    const entries = sampleEntries(1, 20, epoch)
    await place().storage.append(entries.slice(0, 7))
    await place().storage.append(entries.slice(7))
    expect(await place().storage.tail(0, ALL)).toEqual(entries)
    expect((await wholeLoad(await place().reopen())).entries).toEqual(entries)
  })

  test('[ST3] concurrent appends keep the order of the calls', async () => {
    const { epoch } = await place().storage.load()
    const entries = sampleEntries(1, 300, epoch)
    await Promise.all(entries.map((entry) => place().storage.append([entry])))
    expect(await place().storage.tail(0, ALL)).toEqual(entries)
  })

  test('[ST4] a batch that does not follow the journal is refused as a whole: gap before it, gap within it, repeated', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 3, epoch))
    await expect(storage.append([sampleEntry(5, epoch)])).rejects.toThrow()
    await expect(storage.append([sampleEntry(4, epoch), sampleEntry(6, epoch)])).rejects.toThrow()
    await expect(storage.append([sampleEntry(3, epoch)])).rejects.toThrow()
    await expect(storage.append([sampleEntry(3, epoch), sampleEntry(4, epoch)])).rejects.toThrow()
    expect(await storage.tail(0, ALL)).toEqual(sampleEntries(1, 3, epoch))
    await storage.append([sampleEntry(4, epoch)])
    expect(await storage.tail(3, ALL)).toEqual([sampleEntry(4, epoch)])
  })

  test('[ST5] an entry that could not be read again is refused before it is written', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    const nameless = { changes: [{ id: 'tally/a/b' as const, version: 1, patches: [] }] }
    await expect(storage.append([sampleEntry(1, epoch), sampleEntry(2, epoch, nameless)])).rejects.toThrow('tally/a/b')
    await expect(storage.append([sampleEntry(1, epoch, { at: Number.NaN })])).rejects.toThrow()
    expect(await storage.tail(0, ALL)).toEqual([])
  })
}

export const tailRules = (place: Place) => {
  test('[ST6] tail returns the entries after a seq, at most so many, and none at the end', async () => {
    const { epoch } = await place().storage.load()
    await place().storage.append(sampleEntries(1, 30, epoch))
    expect(await place().storage.tail(10, 5)).toEqual(sampleEntries(11, 15, epoch))
    expect(await place().storage.tail(28, ALL)).toEqual(sampleEntries(29, 30, epoch))
    expect(await place().storage.tail(30, ALL)).toEqual([])
  })

  test('[ST7] any text is stored unchanged: emoji, zero characters, lone surrogates, line ends, extreme numbers', async () => {
    const { epoch } = await place().storage.load()
    const strange = ['🦖', '\u0000', '\ud800', '\r\n', '\u2028', '"\\', '', 'Ω'.repeat(70_000)]
    const entry = sampleEntry(1, epoch, {
      at: 1.5,
      actor: strange.join(''),
      input: { strange, edge: [Number.MAX_SAFE_INTEGER, -0.1, 1e300] },
      output: null,
    })
    await place().storage.append([entry])
    expect((await wholeLoad(await place().reopen())).entries).toEqual([entry])
  })

  test('[ST8] an undefined input or output is read back as null', async () => {
    const { epoch } = await place().storage.load()
    await place().storage.append([sampleEntry(1, epoch, { input: undefined, output: undefined })])
    expect((await wholeLoad(await place().reopen())).entries).toEqual([
      sampleEntry(1, epoch, { input: null, output: null }),
    ])
  })

  test('[ST9] an empty batch writes nothing', async () => {
    await place().storage.load()
    await place().storage.append([])
    expect(await place().storage.tail(0, ALL)).toEqual([])
  })
}

const KILLS = 6
const MANY = 1_000_000

/** Runs an appender and kills it after a number of acknowledgements. Returns the highest acknowledged seq. */
const appendUntilKilled = async (place: Place, acknowledgements: number): Promise<number> => {
  const appender = await place().startAppender()
  if (!appender.stdout) throw new Error("The appender's output is not piped.")
  let seen = 0
  let highest = 0
  for await (const text of createInterface(appender.stdout)) {
    highest = Math.max(highest, Number(/^acknowledged (\d+)$/.exec(text)?.[1] ?? 0))
    seen += 1
    if (seen === acknowledgements) appender.kill('SIGKILL')
  }
  if (seen < acknowledgements) throw new Error(`The appender ended by itself after ${seen} acknowledgements.`)
  return highest
}

const expectWhole = async (storage: Storage, acknowledged: number) => {
  const { documents, checkpointSeq, lastSeq, entries } = await wholeLoad(storage)
  const last = checkpointSeq + entries.length
  expect(last).toBe(lastSeq)
  expect(last).toBeGreaterThanOrEqual(acknowledged)
  expect(byId(documents)).toEqual(talliesAt(checkpointSeq))
  const journal = await storage.tail(0, MANY)
  expect(journal).toEqual(journal.map(({ epoch }, place) => sampleEntry(place + 1, epoch)))
  expect(journal).toHaveLength(last)
  expect(journal.slice(checkpointSeq)).toEqual(entries)
  return checkpointSeq
}

export const killRules = (place: Place) => {
  test(`[ST29] a hub that is killed ${KILLS} times while it appends loses no acknowledged entry`, async () => {
    const dice = seededDice(29)
    const checkpoints: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const acknowledged = await appendUntilKilled(place, 1 + dice(300))
      checkpoints.push(await expectWhole(await place().reopen(), acknowledged))
    }
    expect(checkpoints.at(-1)).toBeGreaterThan(0)
  })
}
