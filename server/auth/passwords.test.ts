import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { hashPassword } from './passwordHash.ts'
import { createNarrowDoor, createPasswords, DoorCrowded, openPasswords } from './passwords.ts'

const medianOf = (times: readonly number[]) => [...times].sort((one, other) => one - other)[times.length >> 1] ?? 0

test('[V6.3.1] a name without a password is as wrong as a wrong password, and takes as long', async () => {
  const { check } = createPasswords({ owner: await hashPassword('correct horse'), admin: null })
  expect(await check('owner', 'correct horse')).toBe('right')
  const times = { owner: [] as number[], admin: [] as number[] }
  for (let time = 0; time < 7; time += 1)
    for (const name of ['owner', 'admin'] as const) {
      const begun = performance.now()
      expect(await check(name, 'wrong horse')).toBe('wrong')
      times[name].push(performance.now() - begun)
    }
  const ratio = medianOf(times.admin) / medianOf(times.owner)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

const dear = { N: 2 ** 14, r: 8, p: 2 }
const cheap = { N: 2 ** 10, r: 8, p: 1 }

test('[V6.3.8] hashes of different cost tell nobody which of them are there', async () => {
  const hashes = { owner: await hashPassword('cheap horse', cheap), admin: await hashPassword('dear horse', dear) }
  const { check } = createPasswords({ ...hashes, moderator: null })
  expect([await check('owner', 'cheap horse'), await check('admin', 'dear horse')]).toEqual(['right', 'right'])
  expect([await check('owner', 'dear horse'), await check('moderator', 'dear horse')]).toEqual(['wrong', 'wrong'])
  const times = { owner: [] as number[], admin: [] as number[], moderator: [] as number[] }
  for (let time = 0; time < 9; time += 1)
    for (const name of ['owner', 'admin', 'moderator'] as const) {
      const begun = performance.now()
      await check(name, 'wrong horse')
      times[name].push(performance.now() - begun)
    }
  const medians = Object.values(times).map(medianOf)
  // The dear one costs some thirty times as much.
  expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(2)
})

test('[PW5] whoever comes when too many are being looked at is told so, and is not looked at', async () => {
  const { check } = createPasswords({ owner: await hashPassword('correct horse', { N: 1_024, r: 8, p: 1 }) })
  const verdicts = await Promise.all(Array.from({ length: 30 }, () => check('owner', 'correct horse')))
  expect(verdicts.filter((verdict) => verdict === 'right')).toHaveLength(18)
  expect(verdicts.filter((verdict) => verdict === 'busy')).toHaveLength(12)
  expect(await check('owner', 'correct horse')).toBe('right')
})

test('[PW6] a hash that cannot be worked out is named when the hub starts, and is not shown', () => {
  const broken = `scrypt$32767$8$3$${'s'.repeat(22)}$${'h'.repeat(43)}`
  expect(() => createPasswords({ OWNER_KEY_HASH: broken })).toThrow(/^The hash of OWNER_KEY_HASH .*npm run hash-secret/)
  expect(() => createPasswords({ OWNER_KEY_HASH: broken })).not.toThrow(/32767/)
})

test('[PW7] a hash that no machine could work out stops the hub at its start, by the name of its variable', () => {
  const tooDear = `scrypt$16777216$8$1$${'s'.repeat(22)}$${'h'.repeat(43)}`
  const { passwords } = readConfig({ ROLE_PASSWORD_HASH_MODERATOR: tooDear })
  expect(() => openPasswords(passwords)).toThrow(ConfigError)
  expect(() => openPasswords(passwords)).toThrow('ROLE_PASSWORD_HASH_MODERATOR')
})

test('[PW8] where nothing is configured nothing is right', async () => {
  const { check } = openPasswords(readConfig({}).passwords)
  expect(await check('ownerKey', '')).toBe('wrong')
})

/** Work that goes on until it is told to end. */
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

test('[ND1] so many at once, the others wait in their order, and whoever finds no room is told', async () => {
  const pass = createNarrowDoor(2, 2)
  const { started, ends, work } = createWork()
  const asked = [1, 2, 3, 4].map((name) => pass(work(name)))
  await expect(pass(work(5))).rejects.toThrow(DoorCrowded)
  expect(started).toEqual([1, 2])
  ends[1]?.()
  await settled()
  expect(started).toEqual([1, 2, 3])
  const late = pass(work(6))
  for (let at = 0; at < 5; at += 1) {
    ends[at]?.()
    await settled()
  }
  expect(started).toEqual([1, 2, 3, 4, 6])
  expect(await Promise.all([...asked, late])).toEqual([1, 2, 3, 4, 6])
})

test('[ND2] what fails gives its place back', async () => {
  const pass = createNarrowDoor(1, 0)
  for (let time = 0; time < 3; time += 1)
    await expect(pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await pass(async () => 'in')).toBe('in')
})
