import { expect, test } from 'vitest'
import { torture } from './torture.ts'

test('[TO9] each class of runs keeps its promises over an embedded store and over Redis: crashes, lost seconds and restored backups make, lose and repeat nothing', async () => {
  const printed: string[] = []
  const { broken, sums } = await torture({ seed: 2, seeds: 13, only: [] }, (line) => printed.push(line))

  expect(broken, printed.join('\n')).toBe(0)
  expect([...sums.values()].map((counts) => counts.get('seeds'))).toEqual(Array(13).fill(1))
  // Otherwise the runs prove nothing.
  const count = (name: string, what: string) => sums.get(name)?.get(what)
  expect(count('everysec', 'cuts')).toBe(2)
  expect(count('economy/embedded', 'lives')).toBeGreaterThan(1)
  expect(count('announcements/redis', 'crashes')).toBeGreaterThan(1)
})

test('[TO10] a class that does not exist is refused by name', async () => {
  await expect(torture({ seed: 1, seeds: 1, only: ['weather'] }, () => {})).rejects.toThrow('economy/embedded')
})
