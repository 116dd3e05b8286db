import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countAt, sampleEntry } from '../contract/sampleEntries.ts'
import { importExport } from './importExport.ts'
import { redisPlace, sqlitePlace, type TransferPlace } from './testing/transferPlace.ts'
import { fillByChance, wholeOf } from './testing/wholeStore.ts'
import { PlaceTaken, type TransferTarget } from './transferPort.ts'
import { writeExport } from './writeExport.ts'

const kinds: Readonly<Record<string, () => Promise<TransferPlace>>> = { SQLite: sqlitePlace, Redis: redisPlace }
const ways = Object.keys(kinds).flatMap((from) => Object.keys(kinds).map((to) => ({ from, to })))

let folder = ''
let places: TransferPlace[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-export-'))
})
afterEach(async () => {
  for (const place of places) await place.remove()
  places = []
  rmSync(folder, { recursive: true, force: true })
})

const open = async (kind: string) => {
  const place = await kinds[kind]?.()
  if (!place) throw new Error(`No place is called ${kind}.`)
  places.push(place)
  return place
}
const fileOf = (name = 'moved') => join(folder, name)
const exportTo = async (file: string, place: TransferPlace) => {
  const source = await place.source()
  return writeExport({ source, file, now: 1 }).finally(source.close)
}
const importFrom = async (file: string, place: TransferPlace) => {
  const target = await place.target()
  return importExport({ file, target }).finally(target.close)
}
const wholeAt = async (place: TransferPlace) => {
  const storage = await place.storage()
  return wholeOf(storage).finally(storage.close)
}
/** `toEqual` is slow for stores of this size: it is asked only where Node finds a difference. */
const expectSame = (found: unknown, wanted: unknown) => {
  if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted)
}
/** A target that fails in the middle, as in a process that is killed. */
const breakingAfter = (parts: number, target: TransferTarget): TransferTarget => ({
  ...target,
  async take(part) {
    if (part.number > parts) throw new Error('killed')
    await target.take(part)
  },
})

describe.each(ways)('from $from to $to', ({ from, to }) => {
  test('[TR71] documents, archives, journal and answers are the same after an import, and appends continue', async () => {
    for (const seed of [1, 2, 3]) {
      const [old, fresh] = [await open(from), await open(to)]
      const { storage, epoch } = await fillByChance(old, seed, 60)
      await storage.close()
      await exportTo(fileOf(`seed${seed}`), old)
      await importFrom(fileOf(`seed${seed}`), fresh)
      expectSame(await wholeAt(fresh), await wholeAt(old))
      const moved = await fresh.storage()
      const loaded = await moved.load()
      expect(loaded.epoch).toBeGreaterThan(epoch)
      await moved.append([sampleEntry(61, loaded.epoch, { changes: [] })])
      await moved.checkpoint(61, [{ id: 'tally/t1', version: countAt(61, 1), value: {} }])
      await expect(moved.append([sampleEntry(61, loaded.epoch)])).rejects.toThrow()
      await moved.close()
    }
  })

  test('[TR72] an import there and back again loses nothing', async () => {
    const [old, there, back] = [await open(from), await open(to), await open(from)]
    await (await fillByChance(old, 9, 80)).storage.close()
    await exportTo(fileOf('out'), old)
    await importFrom(fileOf('out'), there)
    await exportTo(fileOf('home'), there)
    await importFrom(fileOf('home'), back)
    expectSame(await wholeAt(back), await wholeAt(old))
  })

  test('[TR73] an import that was interrupted at any part continues there', async () => {
    const old = await open(from)
    await (await fillByChance(old, 4, 1_300)).storage.close()
    const { parts } = await exportTo(fileOf(), old)
    expect(parts).toBeGreaterThan(4)
    const whole = await wholeAt(old)
    for (let broken = 0; broken <= parts; broken += 1) {
      const fresh = await open(to)
      const target = await fresh.target()
      const first = importExport({ file: fileOf(), target: breakingAfter(broken, target) }).finally(target.close)
      if (broken < parts) await expect(first).rejects.toThrow('killed')
      else await first
      if (broken < parts) expect((await importFrom(fileOf(), fresh)).before).toBe(broken)
      expectSame(await wholeAt(fresh), whole)
      await fresh.remove()
    }
  })

  test('[TR74] an import into a place with a store is refused by name', async () => {
    const [old, other] = [await open(from), await open(to)]
    await (await fillByChance(old, 5, 10)).storage.close()
    await (await fillByChance(other, 6, 23)).storage.close()
    await exportTo(fileOf(), old)
    const before = await wholeAt(other)
    const refused = importFrom(fileOf(), other)
    await expect(refused).rejects.toThrow(PlaceTaken)
    await expect(refused).rejects.toThrow('entries 1 to 23')
    expectSame(await wholeAt(other), before)
  })

  test('[TR75] no hub loads an unfinished import, and no other file is imported into it', async () => {
    const [old, other, fresh] = [await open(from), await open(from), await open(to)]
    for (const place of [old, other]) await (await fillByChance(place, 7, 10)).storage.close()
    await exportTo(fileOf(), old)
    await exportTo(fileOf('other'), other)
    const target = await fresh.target()
    await importExport({ file: fileOf(), target: breakingAfter(1, target) }).catch(() => {})
    await target.close()
    const started = fresh.storage().then((storage) => storage.load().finally(storage.close))
    await expect(started).rejects.toThrow('is an import that was not finished')
    await expect(importFrom(fileOf('other'), fresh)).rejects.toThrow('import of another file')
    await importFrom(fileOf(), fresh)
    expectSame(await wholeAt(fresh), await wholeAt(old))
  })

  test('[TR76] an empty store is exported and imported', async () => {
    const [old, fresh] = [await open(from), await open(to)]
    const storage = await old.storage()
    await storage.load()
    await storage.close()
    await exportTo(fileOf(), old)
    await importFrom(fileOf(), fresh)
    expectSame(await wholeAt(fresh), await wholeAt(old))
  })
})
