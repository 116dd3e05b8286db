import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Anchor, createClusters, type Group, type Radii, type Spot, slackPx } from './clusters.ts'

const radii: Radii = { single: 6, cluster: (count) => (count < 10 ? 12 : 14), badge: 10 }

const spot = (id: string, x: number, y = 0): Spot => ({ id, x, y })
const partition = (groups: readonly Group[]) =>
  groups.map(({ anchor, ids }) => [...(anchor ? [`(${anchor.id})`] : []), ...ids].toSorted().join(' ')).toSorted()
const place = fc.double({ min: 0, max: 700, noNaN: true })
const herd = fc
  .array(fc.tuple(place, place), { maxLength: 60 })
  .map((places) => places.map(([x, y], index) => spot(`s${index}`, x, y)))

test('[MQ1] markers that would cover each other are counted in one cluster, in the middle of them', () => {
  const groups = createClusters().update([spot('a', 0), spot('b', 10), spot('c', 100)], [], 1, radii)
  expect(partition(groups)).toEqual(['a b', 'c'])
  expect(groups.find(({ ids }) => ids.length === 2)).toMatchObject({ x: 5, y: 0, radius: 12 })
})

test('[MQ2] every marker is in exactly one group, and no two groups cover each other', () => {
  fc.assert(
    fc.property(herd, fc.array(herd, { maxLength: 4 }), (first, moves) => {
      const clusters = createClusters()
      for (const spots of [first, ...moves]) {
        const groups = clusters.update(spots, [], 1, radii)
        expect(groups.flatMap(({ ids }) => ids).toSorted()).toEqual(spots.map(({ id }) => id).toSorted())
        for (const [index, a] of groups.entries())
          for (const b of groups.slice(index + 1))
            expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(a.radius + b.radius - 1e-6)
      }
    }),
  )
})

test('[MQ3] what was merged is separated only when it is clearly apart, so that small movements change nothing', () => {
  const clusters = createClusters()
  const at = (x: number) => partition(clusters.update([spot('a', 0), spot('b', x)], [], 1, radii))
  expect(at(11)).toEqual(['a b'])
  for (const x of [12.5, 11.5, 12 + slackPx - 1, 11]) expect(at(x)).toEqual(['a b'])
  expect(at(12 + slackPx + 1)).toEqual(['a', 'b'])
  for (const x of [13, 12.5, 16]) expect(at(x)).toEqual(['a', 'b'])
})

test('[MQ4] animals at rest keep their groups', () => {
  fc.assert(
    fc.property(herd, (spots) => {
      const clusters = createClusters()
      const first = clusters.update(spots, [], 1, radii)
      for (let frame = 0; frame < 3; frame++)
        expect(partition(clusters.update(spots, [], 1, radii))).toEqual(partition(first))
    }),
  )
})

test('[MQ5] animals that tremble by a px settle into groups that no longer change', () => {
  const seeded = fc.sample(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { seed: 7, numRuns: 40_000 })
  let next = 0
  const tremble = () => seeded[next++ % seeded.length] ?? 0
  const spots = Array.from({ length: 200 }, (_, index) =>
    spot(`s${index}`, (index % 20) * 36 + tremble() * 40, Math.floor(index / 20) * 36 + tremble() * 40),
  )
  const clusters = createClusters()
  const frame = () =>
    partition(
      clusters.update(
        spots.map(({ id, x, y }) => spot(id, x + tremble(), y + tremble())),
        [],
        1,
        radii,
      ),
    ).join()
  for (let settling = 0; settling < 100; settling++) frame()
  const settled = frame()
  for (let later = 0; later < 60; later++) expect(frame()).toBe(settled)
})

test('[MQ6] the own animal, the pack and the chosen one are never counted; they count what they would cover', () => {
  const anchor: Anchor = { id: 'me', x: 0, y: 0, radius: 11 }
  const clusters = createClusters()
  expect(partition(clusters.update([spot('a', 4), spot('b', 60)], [anchor], 1, radii))).toEqual(['(me) a', 'b'])
  expect(partition(clusters.update([spot('a', 50), spot('b', 120)], [anchor], 1, radii))).toEqual(['(me)', 'a', 'b'])
  const second: Anchor = { ...anchor, id: 'fern', x: 3 }
  expect(partition(clusters.update([], [anchor, second], 1, radii))).toEqual(['(fern)', '(me)'])
})

test('[MQ7] choosing an animal takes it out of its cluster; letting it go puts it back', () => {
  const clusters = createClusters()
  const spots = [spot('a', 0), spot('b', 8), spot('c', 4, 6)]
  expect(partition(clusters.update(spots, [], 1, radii))).toEqual(['a b c'])
  const chosen = clusters.update(spots, [{ id: 'b', x: 8, y: 0, radius: 6 }], 1, radii)
  expect(chosen.find(({ anchor }) => anchor)).toMatchObject({ x: 8, y: 0 })
  expect(chosen.flatMap(({ ids }) => ids).toSorted()).toEqual(['a', 'c'])
  expect(partition(clusters.update(spots, [], 1, radii))).toEqual(['a b c'])
})

test('[MQ8] another scale clusters from the beginning', () => {
  const clusters = createClusters()
  const spots = (scale: number) => [spot('a', 0), spot('b', 10 * scale), spot('c', 30 * scale)]
  expect(partition(clusters.update(spots(1), [], 1, radii))).toEqual(['a b', 'c'])
  expect(partition(clusters.update(spots(3), [], 3, radii))).toEqual(['a', 'b', 'c'])
  expect(partition(clusters.update(spots(0.3), [], 0.3, radii))).toEqual(['a b c'])
})
