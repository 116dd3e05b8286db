import { expect, test } from 'vitest'
import { hashPassword } from './passwordHash.ts'
import { createConcurrencyLimit, createPasswords, QueueFull } from './passwords.ts'

/** CPU time of this process in µs, which other processes do not add to. */
const cpuTime = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}
const medianOf = (times: readonly number[]) => [...times].sort((one, other) => one - other)[times.length >> 1] ?? 0

test('[V6.3.1] a name without a password is answered like a wrong password, in the same time', async () => {
  const { check } = createPasswords({ owner: await hashPassword('correct horse'), admin: null })
  expect(await check('owner', 'correct horse')).toBe('right')
  const times = { owner: [] as number[], admin: [] as number[] }
  for (let time = 0; time < 7; time += 1)
    for (const name of ['owner', 'admin'] as const) {
      const begun = cpuTime()
      expect(await check(name, 'wrong horse')).toBe('wrong')
      times[name].push(cpuTime() - begun)
    }
  const ratio = medianOf(times.admin) / medianOf(times.owner)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

const expensive = { N: 2 ** 14, r: 8, p: 2 }
const cheap = { N: 2 ** 10, r: 8, p: 1 }

test('[V6.3.8] hashes of different cost do not reveal by time which of them exist', async () => {
  const hashes = { owner: await hashPassword('cheap horse', cheap), admin: await hashPassword('dear horse', expensive) }
  const { check } = createPasswords({ ...hashes, moderator: null })
  expect([await check('owner', 'cheap horse'), await check('admin', 'dear horse')]).toEqual(['right', 'right'])
  expect([await check('owner', 'dear horse'), await check('moderator', 'dear horse')]).toEqual(['wrong', 'wrong'])
  const times = { owner: [] as number[], admin: [] as number[], moderator: [] as number[] }
  for (let time = 0; time < 9; time += 1)
    for (const name of ['owner', 'admin', 'moderator'] as const) {
      const begun = cpuTime()
      await check(name, 'wrong horse')
      times[name].push(cpuTime() - begun)
    }
  const medians = Object.values(times).map(medianOf)
  // A check of the expensive hash alone takes some 30 times as long.
  expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(2)
})

test('[PW16] when too many checks are waiting, a further one is answered with busy and is not made', async () => {
  const { check } = createPasswords({ owner: await hashPassword('correct horse', { N: 1_024, r: 8, p: 1 }) })
  const verdicts = await Promise.all(Array.from({ length: 30 }, () => check('owner', 'correct horse')))
  expect(verdicts.filter((verdict) => verdict === 'right')).toHaveLength(18)
  expect(verdicts.filter((verdict) => verdict === 'busy')).toHaveLength(12)
  expect(await check('owner', 'correct horse')).toBe('right')
})

test('[PW17] an unusable hash is named at the start without being quoted', () => {
  const broken = `scrypt$32767$8$3$${'s'.repeat(22)}$${'h'.repeat(43)}`
  expect(() => createPasswords({ OWNER_KEY_HASH: broken })).toThrow(/^The hash of OWNER_KEY_HASH .*npm run hash-secret/)
  expect(() => createPasswords({ OWNER_KEY_HASH: broken })).not.toThrow(/32767/)
})

/** Work that runs until the test ends it. */
function createWork() {
  const ends: (() => void)[] = []
  const started: number[] = []
  return {
    started,
    ends,
    work: (name: number) => () => {
      started.push(name)
      return new Promise<number>((resolve) => ends.push(() => resolve(name)))
    },
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('[ND10] a limited number run at once, others wait in order, and further work is rejected', async () => {
  const limited = createConcurrencyLimit(2, 2)
  const { started, ends, work } = createWork()
  const results = [1, 2, 3, 4].map((name) => limited(work(name)))
  await expect(limited(work(5))).rejects.toThrow(QueueFull)
  expect(started).toEqual([1, 2])
  ends[1]?.()
  await settled()
  expect(started).toEqual([1, 2, 3])
  const late = limited(work(6))
  for (let at = 0; at < 5; at += 1) {
    ends[at]?.()
    await settled()
  }
  expect(started).toEqual([1, 2, 3, 4, 6])
  expect(await Promise.all([...results, late])).toEqual([1, 2, 3, 4, 6])
})

test('[ND11] failed work releases its place', async () => {
  const limited = createConcurrencyLimit(1, 0)
  for (let time = 0; time < 3; time += 1)
    await expect(limited(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await limited(async () => 'in')).toBe('in')
})
