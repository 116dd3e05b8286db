import { expect, test } from 'vitest'
import { NotWritten } from '../engine/storage.ts'
import type { NodeRole } from './node.ts'
import { type ClusterNode, openCluster } from './testing/openCluster.ts'

const authorities = (nodes: readonly ClusterNode[]) => nodes.filter(({ node }) => node.role() === 'authority')

test('[CL50] who cannot load what is stored says why, gives the lease back, and another takes it', async () => {
  const { open, place, pass, faults } = openCluster()
  const broken = await open('a')
  const answers = broken.at
  Object.assign(broken.at.storage, { answers: async () => Promise.reject(new Error('the answers are gone')) })
  answers.cut('store')
  await pass(3_000)
  answers.mend('store')
  place.expireLease()
  await pass(500)
  const b = await open('b')
  await pass(5_000)
  expect(b.node.role()).toBe('authority')
  expect(broken.node.role()).toBe('follower')
  expect(broken.node.state().why).toContain('the answers are gone')
  expect(faults.some((fault) => fault.includes('the answers are gone'))).toBe(true)
})

test('[CL51] a journal whose fate is unknown ends the run: it is handed on, and what was asked is answered by the next', async () => {
  const { until, pass, openThree, place } = openCluster()
  const [a, b, c] = await openThree()
  const roles: NodeRole[] = []
  a.node.onRole((role) => roles.push(role))
  a.at.fail(new Error('input/output error'))
  expect(await until(a.give('ann', 'bob', 1))).toMatchObject({ ok: true })
  expect(roles[0]).toBe('follower')
  expect(authorities([b, c])).toHaveLength(1)
  a.at.fail(null)
  await pass(3_000)
  expect(authorities([a, b, c])).toHaveLength(1)
  expect(place.journal()).toHaveLength(1)
})

test('[CL52] a store that is full or takes nothing ends no run, and is told on every node in its own words', async () => {
  const { until, pass, openThree } = openCluster()
  const [a, b] = await openThree()
  const reasons = { full: 'storageFull', refused: 'storageRefused' } as const
  for (const reason of ['full', 'refused'] as const) {
    a.at.fail(new NotWritten(reason, `it is ${reason}`))
    expect(await until(b.give('ann', 'bob', 1))).toMatchObject({
      code: reason === 'full' ? 'storageFull' : 'unavailable',
    })
    await pass(1_500)
    for (const { hub } of [a, b]) expect(hub.state()).toMatchObject({ name: reasons[reason], why: `it is ${reason}` })
    a.at.fail(null)
    await pass(12_000)
    expect(b.hub.state().name).toBe('serving')
  }
  expect(a.node.role()).toBe('authority')
})

test('[CL53] workers are told in time: to begin when all that was decided is shown, to stop when the lease may be lost', async () => {
  const { until, pass, openThree, clock } = openCluster({ delay: () => 20 })
  const [a, b, c] = await openThree()
  for (let coins = 1; coins < 9; coins += 1) await until(a.give('ann', 'bob', 1))
  const told: { role: NodeRole; seq: number; at: number }[] = []
  for (const { node } of [a, b, c]) node.onRole((role) => told.push({ role, seq: node.seq(), at: clock.now() }))
  const cutAt = clock.now()
  a.at.cut('store')
  await pass(6_000)
  expect(told.map(({ role }) => role)).toEqual(['follower', 'authority'])
  expect(told[1]?.seq).toBe(8)
  expect((told[0]?.at ?? 0) - cutAt).toBeLessThan(3_000)
  expect((told[1]?.at ?? 0) - cutAt).toBeLessThan(5_000)
  expect(told[1]?.at).toBeGreaterThan(told[0]?.at ?? 0)
})

test('[CL54] a node says how it stands: behind, cut off, without an authority, stopping', async () => {
  const { until, pass, openThree } = openCluster()
  const [a, b, c] = await openThree()
  await pass(1_000)
  expect(b.node.state()).toMatchObject({
    isReady: true,
    why: null,
    authority: 'a',
    role: 'follower',
    lag: { entries: 0, ms: 0 },
  })
  b.at.cut('store', 'a cable')
  for (const coins of [1, 2, 3]) await until(a.give('ann', 'bob', coins))
  await pass(8_000)
  expect(b.node.state()).toMatchObject({
    isReady: false,
    lag: { entries: 3 },
    connection: { up: false, why: 'a cable' },
  })
  expect(b.node.state().lag.ms).toBeGreaterThan(5_000)
  expect(b.hub.state()).toMatchObject({ name: 'stopped', why: 'The store cannot be reached: a cable' })
  b.at.mend('store')
  await pass(2_000)
  expect(b.node.state()).toMatchObject({ isReady: true })
  for (const node of [a, c]) node.at.cut('bus')
  await pass(6_000)
  expect(b.node.state()).toMatchObject({ isReady: false, authority: null })
  expect(b.hub.state().name).toBe('stopped')
  void c.node.close()
  expect(c.node.state()).toMatchObject({ isReady: false, why: 'This node stops.' })
})

test('[CL55] who hands over does not take it back before others could, and takes it if nobody does', async () => {
  const { until, pass, open } = openCluster()
  const a = await open('a')
  await pass(1_000)
  await until(a.node.stepDown())
  await pass(2_000)
  expect(a.node.role()).toBe('follower')
  await pass(5_000)
  expect(a.node.role()).toBe('authority')
})

test('[CL81] where nobody decides each node says why it cannot, to balancers and to the owner', async () => {
  const { pass, open } = openCluster()
  const a = await open('a')
  const { storage } = a.at
  Object.assign(storage, { load: () => Promise.reject(new Error('its disk is full')) })
  a.at.pause()
  await pass(4_000)
  a.at.resume()
  await pass(2_000)
  const why = /hold the lease.*cannot become the authority: its disk is full/
  expect(a.node.state()).toMatchObject({ isReady: false, authority: null, why: expect.stringMatching(why) })
  expect(a.hub.state()).toMatchObject({ name: 'stopped', why: expect.stringMatching(why) })
})
