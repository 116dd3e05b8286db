import { expect, test } from 'vitest'
import { club, purse } from '../testing/sampleFeature.ts'
import { transact } from './transaction.ts'

test('[TX2113] a rule gets the draft that it has opened before, of few documents and of many, even where several kinds have the same key', () => {
  for (const count of [1, 4, 8, 9, 40]) {
    const { output, changes } = transact(
      ({ kind }) => (kind === 'purse' ? { coins: 1 } : { members: {} }),
      ({ edit, read }) => {
        const keys = Array.from({ length: count }, (_, nth) => `k${nth}`)
        for (const key of keys) edit(purse, key).coins += 1
        for (const key of keys) edit(club, key).members[key] = { name: 'Ann' }
        for (const key of keys) edit(purse, key).coins += 1
        return keys.map((key) => [read(purse, key).coins, Object.keys(read(club, key).members).length])
      },
    )
    expect(output).toEqual(Array.from({ length: count }, () => [3, 1]))
    expect(changes.map(({ id }) => id)).toEqual([
      ...Array.from({ length: count }, (_, nth) => `purse/k${nth}`),
      ...Array.from({ length: count }, (_, nth) => `club/k${nth}`),
    ])
  }
})
