import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '../../shared/protocol/down.ts'
import { createReplica } from './replica.ts'

const id = 'sky/'
const snapshot = (version: number, epoch = 1): Change => ({
  type: 'snapshot',
  id,
  epoch,
  version,
  value: { count: version },
})
const patch = (version: number): Change => ({
  type: 'patch',
  id,
  version,
  patches: [{ op: 'replace', path: ['count'], value: version }],
})

test('[RE15] with changes lost, repeated or late, a copy is always a version that the hub once had, and never goes back', () => {
  const change = fc.oneof(
    fc.nat(8).map((version) => patch(version + 1)),
    fc.nat(8).map((version) => snapshot(version)),
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const replica = createReplica()
      let version = -1
      for (const one of changes) {
        const result = replica.receive(one)
        const held = replica.held(id)
        if (!held) continue
        expect(held.value).toEqual({ count: held.version })
        expect(held.version > version).toBe(result === 'ok')
        expect(held.version).toBeGreaterThanOrEqual(version)
        version = held.version
      }
    }),
    { seed: 7, numRuns: 500 },
  )
})
