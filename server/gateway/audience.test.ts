import { expect, test } from 'vitest'
import { person } from '../testing/people.ts'
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

const seated = (id: string) => ({ watching: new Map(), principal: person(id) }) as unknown as Viewer
const heardBy = (audience: Audience) => {
  const heard: string[] = []
  const stop = audience.onWatchers('positions', ({ id, principal, began }) =>
    heard.push(`${principal.id} ${began ? 'begins' : 'ceases'} ${id}`),
  )
  return { heard, stop }
}

test('[AU4] who begins and who ceases to watch a kind is told, once each', () => {
  const audience = createAudience(() => {})
  const { heard, stop } = heardBy(audience)
  const [ann, bob] = [seated('ann'), seated('bob')]
  audience.join(ann, 'positions/main', undefined)
  audience.join(ann, 'positions/main', undefined)
  audience.join(bob, 'positions/main', undefined)
  audience.join(bob, 'sky/', undefined)
  audience.leave(ann, 'positions/main')
  audience.leave(ann, 'positions/main')
  audience.leaveAll(bob)
  stop()
  audience.join(bob, 'positions/main', undefined)
  expect(heard).toEqual([
    'ann begins positions/main',
    'bob begins positions/main',
    'ann ceases positions/main',
    'bob ceases positions/main',
  ])
})

test('[AU5] when another account comes to sit there, the one that began ceases and the other begins', () => {
  const audience = createAudience(() => {})
  const { heard } = heardBy(audience)
  const viewer = seated('ann')
  audience.join(viewer, 'positions/main', undefined)
  viewer.principal = person('ann', 'admin')
  audience.reauthorized(viewer)
  viewer.principal = person('bob', 'admin')
  audience.reauthorized(viewer)
  viewer.principal = person('cyd')
  audience.leave(viewer, 'positions/main')
  expect(heard).toEqual([
    'ann begins positions/main',
    'ann ceases positions/main',
    'bob begins positions/main',
    'bob ceases positions/main',
  ])
})

test('[AU6] the ids of a kind that are watched are known', () => {
  const audience = createAudience(() => {})
  const [ann, bob] = [seated('ann'), seated('bob')]
  for (const id of ['positions/main', 'positions/b', 'sky/'] as const) audience.join(ann, id, undefined)
  audience.join(bob, 'positions/b', undefined)
  audience.leaveAll(ann)
  expect(audience.idsOf('positions')).toEqual(['positions/b'])
  audience.leaveAll(bob)
  expect(audience.idsOf('positions')).toEqual([])
})

test('[AU7] a listener that throws is reported, and keeps nobody from coming or going', () => {
  const faults: string[] = []
  const audience = createAudience((what) => faults.push(what))
  audience.onWatchers('positions', () => {
    throw new Error('full')
  })
  const { heard } = heardBy(audience)
  const ann = seated('ann')
  audience.join(ann, 'positions/main', undefined)
  audience.leaveAll(ann)
  expect(heard).toHaveLength(2)
  expect(faults).toEqual(['tell who watches positions/main', 'tell who watches positions/main'])
  expect(audience.watched('positions')).toBe(0)
})
