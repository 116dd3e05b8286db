import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { give } from '../testing/sampleFeature.ts'
import { contentsOf } from './journalEntry.ts'

/** As earlier releases made it: a page may repeat a call after an update. */
const digestOf = (json: string) => createHash('sha256').update(`sample.give ${json}`).digest('base64url').slice(0, 22)

test('[JE2112] the digest of a call is the same whatever the order of its fields, few or many, and that of earlier releases', () => {
  for (const count of [1, 2, 3, 7, 8, 9, 30]) {
    const names = Array.from({ length: count }, (_, nth) => `f${(nth * 7 + 3) % 31}`)
    const record = (some: readonly string[]) => Object.fromEntries(some.map((name) => [name, name.length]))
    const expected = digestOf(JSON.stringify(record([...names].sort())))
    for (const order of [names, [...names].reverse(), [...names].sort()])
      expect(contentsOf(give, { name: give.name, input: record(order) })).toBe(expected)
  }
  const nested = contentsOf(give, { name: give.name, input: { to: 'bob', more: { b: [1, { d: 1, c: 2 }], a: null } } })
  expect(nested).toBe(digestOf('{"more":{"a":null,"b":[1,{"c":2,"d":1}]},"to":"bob"}'))
})
