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

test('[RE16] only a patch for version n + 1 is applied to version n', () => {
  const replica = createReplica()
  expect(replica.receive(patch(1))).toBe('gap')
  expect(replica.receive(snapshot(4))).toBe('ok')
  expect(replica.receive(patch(4))).toBe('stale')
  expect(replica.receive(patch(6))).toBe('gap')
  expect(replica.receive(patch(5))).toBe('ok')
  expect(replica.held(id)).toEqual({ epoch: 1, version: 5, value: { count: 5 } })
})

test('[RE17] an older snapshot of the same epoch changes nothing; one of another epoch replaces the copy', () => {
  const replica = createReplica()
  replica.receive(snapshot(4))
  expect(replica.receive(snapshot(3))).toBe('stale')
  expect(replica.receive(snapshot(1, 2))).toBe('ok')
  expect(replica.held(id)).toMatchObject({ epoch: 2, version: 1 })
})

test('[RE18] "current" for the held version is ok, and a gap otherwise', () => {
  const replica = createReplica()
  const current = (version: number, epoch = 1): Change => ({ type: 'current', id, epoch, version })
  expect(replica.receive(current(1))).toBe('gap')
  replica.receive(snapshot(4))
  expect(replica.receive(current(4))).toBe('ok')
  expect(replica.receive(current(5))).toBe('gap')
  expect(replica.receive(current(4, 2))).toBe('gap')
})

test('[RE19] a dropped document is forgotten at once', () => {
  const replica = createReplica()
  replica.receive(snapshot(4))
  expect(replica.receive({ type: 'dropped', id })).toBe('ok')
  expect(replica.held(id)).toBeUndefined()
})

test('[RE20] a patch that cannot be applied leaves no half-changed copy, and cannot reach object prototypes', () => {
  const replica = createReplica()
  replica.receive(snapshot(1))
  const wrong = (path: string[]): Change => ({
    type: 'patch',
    id,
    version: 2,
    patches: [{ op: 'replace', path, value: 1 }],
  })
  expect(replica.receive(wrong(['no', 'such', 'place']))).toBe('gap')
  expect(replica.held(id)).toBeUndefined()
  replica.receive(snapshot(1))
  expect(replica.receive(wrong(['__proto__', 'isAdmin']))).toBe('gap')
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
})
