import { expect, test } from 'vitest'
import { type Audience, createAudience } from './audience.ts'
import type { Viewer } from './viewer.ts'

const viewer = () => ({ watching: new Map() }) as unknown as Viewer
const watchersOf = (audience: Audience, id: `${string}/${string}`) => audience.of(id).size

test('[AU1] watching is counted by id and by kind, and a watch asked for twice counts once', () => {
  const audience = createAudience(() => {})
  const [ann, bob] = [viewer(), viewer()]
  audience.join(ann, 'positions/main', undefined)
  audience.join(ann, 'positions/main', undefined)
  audience.join(bob, 'positions/pack', undefined)
  expect(audience.watched('positions/main')).toBe(1)
  expect(audience.watched('positions')).toBe(2)
  audience.leaveAll(ann)
  expect([audience.watched('positions/main'), audience.watched('positions')]).toEqual([0, 1])
  expect(watchersOf(audience, 'positions/main')).toBe(0)
})

test('[AU2] who wants to know is told each count as it changes, until they have heard enough', () => {
  const audience = createAudience(() => {})
  const counts: number[] = []
  const stop = audience.onWatched('positions', (count) => counts.push(count))
  const ann = viewer()
  audience.join(ann, 'positions/main', undefined)
  audience.join(ann, 'positions/pack', undefined)
  audience.leave(ann, 'positions/main')
  audience.leave(ann, 'positions/main')
  audience.leaveAll(ann)
  stop()
  audience.join(ann, 'positions/main', undefined)
  expect(counts).toEqual([1, 2, 1, 0])
})

test('[AU3] who watches again waits to be brought up to date from what they hold now', () => {
  const audience = createAudience(() => {})
  const ann = viewer()
  const first = audience.join(ann, 'sky/', undefined)
  first.isJoining = false
  const again = audience.join(ann, 'sky/', { epoch: 1, version: 4 })
  expect(again).toBe(first)
  expect(again).toMatchObject({ isJoining: true, held: { version: 4 } })
})
