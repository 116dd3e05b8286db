import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { NodeState } from '../cluster/node.ts'
import type { HubState } from '../engine/hub.ts'
import { createTestClock } from '../testing/clock.ts'
import { healthRoutes } from './healthRoutes.ts'

const serving: HubState = { name: 'serving', why: null, since: 1_000 }
const link = { name: 'up', why: null, since: 2_000 }

async function ask({ isDraining = false, isReady = true, isUp = true, state = serving, hasLeader = true } = {}) {
  const app = Fastify()
  const connection = { up: isUp, why: isUp ? null : 'It does not answer.', since: 3_000 }
  const nodeState: NodeState = {
    node: 'a',
    role: 'follower',
    since: 4_000,
    epoch: 7,
    leader: hasLeader ? 'b' : null,
    why: isReady ? null : 'It lags.',
    lag: { entries: 2, ms: 750 },
    clock: { aheadMs: 40_000, why: 'It is wrong.' },
    connection,
    isReady,
  }
  const hub = { read: () => ({ link }) as never, state: () => state, durability: 'on the disk' }
  const node = { hub, state: () => nodeState }
  const deps = { clock: createTestClock(), serverKey: 'main', registry: new Registry() }
  healthRoutes(app, { ...deps, node, isDraining: () => isDraining })
  const response = await app.inject('/health')
  return { code: response.statusCode, ...response.json() }
}

test('[HL1] a follower is ready, and names the leader and its own lag', async () => {
  expect(await ask()).toMatchObject({
    code: 200,
    status: 'ok',
    ready: true,
    storage: { state: 'serving', durability: 'on the disk', since: new Date(1_000).toISOString() },
    link: { state: 'up', since: new Date(2_000).toISOString() },
    node: {
      name: 'a',
      role: 'follower',
      epoch: 7,
      leader: 'b',
      lag: { entries: 2, ms: 750 },
      clock: { aheadMs: 40_000, why: 'It is wrong.' },
    },
  })
})

test('[HL2410] a node that knows no leader does not say that the game link is up: its copy is of the last leader', async () => {
  expect(await ask({ hasLeader: false, isReady: false })).toMatchObject({
    code: 503,
    link: { state: 'unknown', why: 'This node knows no leader, and only the leader has a link.', since: null },
    node: { leader: null },
  })
})

test('[HL2] a draining node says so and is not ready, whatever its state', async () => {
  for (const isReady of [true, false])
    expect(await ask({ isReady, isDraining: true })).toMatchObject({ code: 503, status: 'draining', ready: false })
})

test('[HL3] a node that lags behind is not ready, and says why', async () => {
  expect(await ask({ isReady: false })).toMatchObject({
    code: 503,
    status: 'ok',
    ready: false,
    node: { why: 'It lags.' },
  })
})

test('[HL4] a store that is unreachable or full is named, with the time since when', async () => {
  expect(await ask({ isUp: false, isReady: false })).toMatchObject({
    code: 503,
    status: 'ill',
    storage: { state: 'unreachable', why: 'It does not answer.', since: new Date(3_000).toISOString() },
  })
  const full: HubState = { name: 'storageFull', why: 'There is no room.', since: 5_000 }
  expect(await ask({ state: full, isReady: false })).toMatchObject({ code: 503, status: 'ill', ready: false })
  // A node with a shared store still serves what it has.
  expect(await ask({ state: full })).toMatchObject({ code: 200, status: 'ill', storage: { why: 'There is no room.' } })
})
