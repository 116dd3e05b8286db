import { beforeEach, expect, test } from 'vitest'
import type { DocumentId } from '../../shared/engine/document.ts'
import { changesOfOne, createRecentChanges } from './publisher.ts'

const limit = 500
let recent: ReturnType<typeof createRecentChanges>
let versions: Map<DocumentId, number>
beforeEach(() => {
  recent = createRecentChanges(limit)
  versions = new Map()
})

const currentOf = (id: DocumentId) => versions.get(id) ?? 0
const add = (id: DocumentId, times = 1) => {
  for (let turn = 0; turn < times; turn += 1) {
    versions.set(id, currentOf(id) + 1)
    recent.add({ id, version: currentOf(id), patches: [] })
  }
}
const cold = (index: number): DocumentId => `cold/${index}`
const since = (id: DocumentId, version: number) =>
  recent.since(id, version, currentOf(id))?.map((change) => change.version) ?? null
/** How many changes of a document are kept; checks every range that ends with its last one. */
const heldOf = (id: DocumentId) => {
  const current = currentOf(id)
  let held = 0
  for (let back = 1; back <= current; back += 1) {
    const found = since(id, current - back)
    if (!found) break
    expect(found).toEqual(Array.from({ length: back }, (_, index) => current - back + 1 + index))
    held = back
  }
  expect(held === current ? [] : since(id, current - held - 1)).toEqual(held === current ? [] : null)
  return held
}

test('[RC1] the last hundred changes of a document are kept, and no more', () => {
  add('hot/', 350)
  expect(heldOf('hot/')).toBe(changesOfOne)
  expect(since('hot/', 350 - changesOfOne)).toHaveLength(changesOfOne)
  expect(since('hot/', 350 - changesOfOne - 1)).toBeNull()
})

test('[RC2] at the borders: no changes after the last version, null for unknown and future versions', () => {
  add('hot/', 3)
  expect(since('hot/', 3)).toEqual([])
  expect(since('hot/', 2)).toEqual([3])
  expect(since('hot/', 0)).toEqual([1, 2, 3])
  expect(since('hot/', 4)).toBeNull()
  expect(recent.since('cold/0', 0, 1)).toBeNull()
})

test('[RC3] overwriting a slot whose change was dropped already drops no other change of its document', {
  tags: 'slow',
}, () => {
  add('hot/', limit)
  for (let index = 0; index < limit - changesOfOne; index += 1) {
    add(cold(index))
    expect(since('hot/', limit - changesOfOne)).toHaveLength(changesOfOne)
  }
  for (let left = changesOfOne - 1; left >= 0; left -= 1) {
    add(cold(limit + left))
    expect(heldOf('hot/')).toBe(left)
  }
})

test('[RC4] a busy document among many quiet ones: all changes are kept that both limits allow, at every step', {
  tags: 'slow',
}, () => {
  const order: DocumentId[] = []
  const idAt = (turn: number) => (turn % 3 === 0 ? cold(turn % 211) : 'hot/')
  for (let turn = 0; turn < 3 * limit; turn += 1) {
    order.push(idAt(turn))
    add(idAt(turn))
    if (turn % 50 !== 0) continue
    const latest = order.slice(-limit)
    const counts = Map.groupBy(latest, (id) => id)
    for (const id of versions.keys()) expect(heldOf(id)).toBe(Math.min(counts.get(id)?.length ?? 0, changesOfOne))
  }
})

test('[RC5] one change each of more documents than the limit: the last ones are kept', () => {
  for (let index = 0; index < 2 * limit; index += 1) add(cold(index))
  expect([...versions.keys()].filter((id) => since(id, 0) !== null)).toEqual(
    Array.from({ length: limit }, (_, index) => cold(limit + index)),
  )
})

test('[RC6] a ring smaller than the limit of one document limits that document', () => {
  recent = createRecentChanges(7)
  add('hot/', 20)
  expect(heldOf('hot/')).toBe(7)
})
