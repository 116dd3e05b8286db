import { expect, test } from 'vitest'
import { person } from '../testing/principals.ts'
import type { Connection } from './connection.ts'
import { createSubscriptions, type Subscriptions } from './subscriptions.ts'

const connection = () => ({ subscriptions: new Map() }) as unknown as Connection
const watchersOf = (subscriptions: Subscriptions, id: `${string}/${string}`) => subscriptions.of(id).size

test('[AU32] subscriptions are counted by id and by kind, and watching twice counts once', () => {
  const subscriptions = createSubscriptions(() => {})
  const [ann, bob] = [connection(), connection()]
  subscriptions.join(ann, 'positions/main', undefined)
  subscriptions.join(ann, 'positions/main', undefined)
  subscriptions.join(bob, 'positions/pack', undefined)
  expect(subscriptions.watched('positions/main')).toBe(1)
  expect(subscriptions.watched('positions')).toBe(2)
  subscriptions.leaveAll(ann)
  expect([subscriptions.watched('positions/main'), subscriptions.watched('positions')]).toEqual([0, 1])
  expect(watchersOf(subscriptions, 'positions/main')).toBe(0)
})

test('[AU33] a listener of a kind learns when its watched ids change, and not of further subscriptions to them', () => {
  const subscriptions = createSubscriptions(() => {})
  const found: string[][] = []
  const stop = subscriptions.onWatched('positions', () => found.push([...subscriptions.idsOf('positions')]))
  const [ann, bob] = [connection(), connection()]
  subscriptions.join(ann, 'positions/main', undefined)
  subscriptions.join(bob, 'positions/main', undefined)
  subscriptions.join(ann, 'positions/pack', undefined)
  subscriptions.join(ann, 'sky/', undefined)
  subscriptions.leave(ann, 'positions/main')
  expect(found).toEqual([['positions/main'], ['positions/main', 'positions/pack']])
  subscriptions.leaveAll(bob)
  subscriptions.leaveAll(ann)
  subscriptions.leaveAll(ann)
  stop()
  subscriptions.join(ann, 'positions/main', undefined)
  expect(found.slice(2)).toEqual([['positions/pack'], []])
})

test('[AU34] watching again brings the subscription up to date from the copy that the client holds now', () => {
  const subscriptions = createSubscriptions(() => {})
  const ann = connection()
  const first = subscriptions.join(ann, 'sky/', undefined)
  first.isJoining = false
  const again = subscriptions.join(ann, 'sky/', { epoch: 1, version: 4 })
  expect(again).toBe(first)
  expect(again).toMatchObject({ isJoining: true, held: { version: 4 } })
})

const connectionOf = (id: string) => ({ subscriptions: new Map(), principal: person(id) }) as unknown as Connection
const recordWatchers = (subscriptions: Subscriptions) => {
  const received: string[] = []
  const stop = subscriptions.onWatchers('positions', ({ id, principal, began }) =>
    received.push(`${principal.id} ${began ? 'begins' : 'ceases'} ${id}`),
  )
  return { received, stop }
}

test('[AU35] a listener is notified once when a connection begins and once when it ceases to watch a kind', () => {
  const subscriptions = createSubscriptions(() => {})
  const { received, stop } = recordWatchers(subscriptions)
  const [ann, bob] = [connectionOf('ann'), connectionOf('bob')]
  subscriptions.join(ann, 'positions/main', undefined)
  subscriptions.join(ann, 'positions/main', undefined)
  subscriptions.join(bob, 'positions/main', undefined)
  subscriptions.join(bob, 'sky/', undefined)
  subscriptions.leave(ann, 'positions/main')
  subscriptions.leave(ann, 'positions/main')
  subscriptions.leaveAll(bob)
  stop()
  subscriptions.join(bob, 'positions/main', undefined)
  expect(received).toEqual([
    'ann begins positions/main',
    'bob begins positions/main',
    'ann ceases positions/main',
    'bob ceases positions/main',
  ])
})

test('[AU36] when a connection gets another account, the old account ceases to watch and the new one begins', () => {
  const subscriptions = createSubscriptions(() => {})
  const { received } = recordWatchers(subscriptions)
  const connection = connectionOf('ann')
  subscriptions.join(connection, 'positions/main', undefined)
  connection.principal = person('ann', 'admin')
  subscriptions.principalChanged(connection)
  connection.principal = person('bob', 'admin')
  subscriptions.principalChanged(connection)
  connection.principal = person('cyd')
  subscriptions.leave(connection, 'positions/main')
  expect(received).toEqual([
    'ann begins positions/main',
    'ann ceases positions/main',
    'bob begins positions/main',
    'bob ceases positions/main',
  ])
})

test('[AU37] the watched ids of a kind can be listed', () => {
  const subscriptions = createSubscriptions(() => {})
  const [ann, bob] = [connectionOf('ann'), connectionOf('bob')]
  for (const id of ['positions/main', 'positions/b', 'sky/'] as const) subscriptions.join(ann, id, undefined)
  subscriptions.join(bob, 'positions/b', undefined)
  subscriptions.leaveAll(ann)
  expect(subscriptions.idsOf('positions')).toEqual(['positions/b'])
  subscriptions.leaveAll(bob)
  expect(subscriptions.idsOf('positions')).toEqual([])
})

test('[AU38] a listener that throws is reported, and does not stop connections from watching or leaving', () => {
  const faults: string[] = []
  const subscriptions = createSubscriptions((what) => faults.push(what))
  subscriptions.onWatchers('positions', () => {
    throw new Error('full')
  })
  const { received } = recordWatchers(subscriptions)
  const ann = connectionOf('ann')
  subscriptions.join(ann, 'positions/main', undefined)
  subscriptions.leaveAll(ann)
  expect(received).toHaveLength(2)
  expect(faults).toEqual([
    'notify a listener about watchers of positions/main',
    'notify a listener about watchers of positions/main',
  ])
  expect(subscriptions.watched('positions')).toBe(0)
})
