import { expect, test } from 'vitest'
import { NotWritten, StoreInUse } from '../../engine/storage.ts'
import { sampleEntries, sampleEntry } from '../../storage/contract/sampleEntries.ts'
import { createTestClock } from '../clock.ts'
import { createSharedMemory } from './sharedMemory.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))
/** Passes time in small steps, so that effects run. */
async function pass(clock: ReturnType<typeof createTestClock>, ms: number) {
  for (let left = ms; left > 0; left -= 50) {
    clock.pass(Math.min(50, left))
    await turn()
  }
}

function openTwo() {
  const clock = createTestClock()
  const place = createSharedMemory({ clock })
  return { clock, place, a: place.open('a'), b: place.open('b') }
}

test('[SM1] one node holds the lease; another gets it when it is given back or has expired', async () => {
  const { clock, a, b } = openTwo()
  const { epoch } = await a.storage.load()
  await expect(b.storage.load()).rejects.toThrow(StoreInUse)
  await pass(clock, 10_000)
  expect(a.storage.holdsLease()).toBe(true)
  const free = b.storage.whenLeaseFree(new AbortController().signal)
  await a.storage.releaseLease()
  await free
  expect((await b.storage.load()).epoch).toBe(epoch + 1)
  b.cut('store')
  await pass(clock, 3_500)
  expect(b.storage.holdsLease()).toBe(false)
  expect((await a.storage.load()).epoch).toBe(epoch + 2)
})

test('[SM2] a node paused past the end of its lease cannot append, and learns that', async () => {
  const { clock, place, a, b } = openTwo()
  const { epoch } = await a.storage.load()
  const lost: string[] = []
  a.storage.onLeaseLost((why) => lost.push(why))
  a.pause()
  await pass(clock, 3_500)
  await b.storage.load()
  expect(a.storage.holdsLease()).toBe(false)
  const append = a.storage.append([sampleEntry(1, epoch)])
  a.resume()
  await expect(append).rejects.toThrow(NotWritten)
  expect([lost.length, place.journal().length]).toEqual([1, 0])
})

test('[SM3] an append without a reply is written once, however late the reply', async () => {
  const { clock, place, a } = openTwo()
  const { epoch } = await a.storage.load()
  a.onceWritten(() => a.cut('store'))
  const append = a.storage.append(sampleEntries(1, 3, epoch))
  await pass(clock, 1_000)
  a.mend('store')
  await pass(clock, 200)
  await append
  expect(place.journal()).toEqual(sampleEntries(1, 3, epoch))
})

test('[SM4] after a reply that is lost for longer than the lease, the outcome of the append is unknown', async () => {
  const { clock, place, a } = openTwo()
  const { epoch } = await a.storage.load()
  a.onceWritten(() => a.cut('store'))
  const append = a.storage.append([sampleEntry(1, epoch)]).catch((error: unknown) => error)
  await pass(clock, 4_000)
  expect(await append).not.toBeInstanceOf(NotWritten)
  expect(place.journal()).toHaveLength(1)
})

test('[SM5] followers receive all entries in order, even after a cut, or learn that some are missing', async () => {
  const { place, a, b } = openTwo()
  const { epoch } = await a.storage.load()
  const received: number[] = []
  const missing: string[] = []
  b.storage.follow(0, {
    entries: (entries) => received.push(...entries.map(({ seq }) => seq)),
    missing: (why) => missing.push(why),
  })
  await a.storage.append(sampleEntries(1, 3, epoch))
  await turn()
  b.cut('store')
  await a.storage.append(sampleEntries(4, 5, epoch))
  expect(received).toEqual([1, 2, 3])
  b.mend('store')
  await turn()
  expect(received).toEqual([1, 2, 3, 4, 5])
  b.cut('store')
  await a.storage.append(sampleEntries(6, 7, epoch))
  place.trim(6)
  b.mend('store')
  await turn()
  expect([received.length, missing.length]).toEqual([5, 1])
})

test('[SM6] messages reach all other nodes in order; a cut node misses them and learns of the gap', async () => {
  const { place, a, b } = openTwo()
  const c = place.open('c')
  const heard: string[] = []
  let gaps = 0
  for (const { storage } of [a, b, c])
    storage.bus.listen('word', (message, from) => heard.push(`${from}${message[0]}${storage.bus.node}`))
  c.storage.bus.onGap(() => {
    gaps += 1
  })
  c.cut('bus')
  a.storage.bus.send('word', Uint8Array.of(1))
  a.storage.bus.send('word', Uint8Array.of(2))
  await turn()
  expect([heard, gaps]).toEqual([['a1b', 'a2b'], 0])
  c.mend('bus')
  await turn()
  b.storage.bus.send('word', Uint8Array.of(3))
  await turn()
  expect([heard.slice(2), gaps]).toEqual([['b3a', 'b3c'], 1])
})
