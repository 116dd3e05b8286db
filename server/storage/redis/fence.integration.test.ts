import { expect, test } from 'vitest'
import { sampleEntries, sampleEntry, talliesAt } from '../contract/sampleEntries.ts'
import { patientTimes } from './testing/quickTimes.ts'
import { redisBench } from './testing/redisBench.ts'

const bench = redisBench()
/** As with a clock that stands still: it never renews, and believes all the same. */
const deluded = { ...patientTimes, leaseMs: 1_500, renewEveryMs: 60_000 }

const afterTakeOver = async () => {
  const redis = await bench.redis()
  const old = await bench.open(redis.port, { times: deluded })
  const { epoch } = await old.load()
  await old.append(sampleEntries(1, 5, epoch))
  const next = await bench.open(redis.port)
  await next.leaseFree(AbortSignal.timeout(10_000))
  const taken = await next.load()
  expect(old.holdsLease()).toBe(true)
  return { redis, old, epoch, next, taken }
}
const fenced = { reason: 'fenced' }

test('[RF1] [V15.4.2] who believes in a lease that has ended is refused by Redis itself, also before the next holder has written', async () => {
  const { redis, old, epoch, next, taken } = await afterTakeOver()
  const lost: string[] = []
  old.onLeaseLost((why) => lost.push(why))
  await expect(old.append([sampleEntry(6, epoch)])).rejects.toMatchObject(fenced)
  expect(await redis.command('XLEN', '{waterhole}:journal')).toBe(5)
  expect([lost.length, old.holdsLease()]).toEqual([1, false])
  await next.append([sampleEntry(6, taken.epoch)])
})

test('[RF2] nor does it write a checkpoint, forget or trim, nor take the lease from who has it', async () => {
  for (const act of ['checkpoint', 'forget', 'giveBack'] as const) {
    const { old, next, taken } = await afterTakeOver()
    const forgetting = { ids: ['player1'], words: [], documents: [], lists: [], nameFields: [] }
    if (act === 'checkpoint') await expect(old.checkpoint(5, talliesAt(5))).rejects.toMatchObject(fenced)
    if (act === 'forget') await expect(old.forget(forgetting)).rejects.toMatchObject(fenced)
    if (act === 'giveBack') await old.giveBack()
    const viewed = await old.view()
    expect(viewed).toMatchObject({ epoch: taken.epoch, checkpointSeq: 0, entries: taken.entries })
    await next.append([sampleEntry(6, taken.epoch)])
    expect(next.holdsLease()).toBe(true)
  }
})

test('[RF3] a lease that has ended is not renewed any more, though nobody took it', async () => {
  const redis = await bench.redis()
  const old = await bench.open(redis.port, { times: { ...deluded, leaseMs: 300, renewEveryMs: 1_000 } })
  const { epoch } = await old.load()
  await expect.poll(old.holdsLease).toBe(false)
  expect(await redis.command('EXISTS', '{waterhole}:lease')).toBe(0)
  await expect(old.append([sampleEntry(1, epoch)])).rejects.toMatchObject(fenced)
  expect((await old.load()).epoch).toBe(epoch + 1)
})
