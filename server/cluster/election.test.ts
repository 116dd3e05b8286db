import { expect, test } from 'vitest'
import { NotWritten } from '../engine/storage.ts'
import { createTestClock } from '../testing/clock.ts'
import { openApp } from '../testing/openApp.ts'
import { freshId } from '../testing/principals.ts'
import { sampleFeatures } from '../testing/sampleFeature.ts'
import { createLeaderTerm, createTerms, type LeaderTerm } from './leader.ts'
import type { NodeRole, Term } from './node.ts'
import { type ClusterNode, openCluster } from './testing/openCluster.ts'
import { createWatermarks } from './watermarks.ts'

const leaders = (nodes: readonly ClusterNode[]) => nodes.filter(({ node }) => node.role() === 'leader')

test('[CL50] a node that cannot load the store reports why, returns the lease, and another node leads', async () => {
  const { open, place, pass, faults } = openCluster()
  const broken = await open('a')
  const { storage } = broken.at
  const load = storage.load.bind(storage)
  Object.assign(storage, {
    async load() {
      await load()
      throw new Error('the answers are gone')
    },
  })
  broken.at.cut('store')
  await pass(3_000)
  broken.at.mend('store')
  place.expireLease()
  await pass(500)
  const b = await open('b')
  await pass(5_000)
  expect(b.node.role()).toBe('leader')
  expect(broken.node.role()).toBe('follower')
  expect(broken.node.state().why).toContain('the answers are gone')
  expect(faults.some((fault) => fault.includes('the answers are gone'))).toBe(true)
})

test('[CL51] an append of unknown outcome ends the term; the next leader answers the pending calls', async () => {
  const { until, pass, openThree, place } = openCluster()
  const [a, b, c] = await openThree()
  const roles: NodeRole[] = []
  a.node.onRole((role) => roles.push(role))
  a.at.fail(new Error('input/output error'))
  expect(await until(a.give('ann', 'bob', 1))).toMatchObject({ ok: true })
  expect(roles[0]).toBe('follower')
  expect(leaders([b, c])).toHaveLength(1)
  a.at.fail(null)
  await pass(3_000)
  expect(leaders([a, b, c])).toHaveLength(1)
  expect(place.journal()).toHaveLength(1)
})

test('[CL52] a store that is full or refuses writes ends no term, and each node reports the state with its reason', async () => {
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
  expect(a.node.role()).toBe('leader')
})

test('[CL53] workers start when everything decided before is shown, and stop before the lease may be lost', async () => {
  const { until, pass, openThree, clock } = openCluster({ delay: () => 20 })
  const [a, b, c] = await openThree()
  for (let coins = 1; coins < 9; coins += 1) await until(a.give('ann', 'bob', 1))
  const changes: { role: NodeRole; seq: number; at: number }[] = []
  for (const { node } of [a, b, c]) node.onRole((role) => changes.push({ role, seq: node.seq(), at: clock.now() }))
  const cutAt = clock.now()
  a.at.cut('store')
  await pass(6_000)
  expect(changes.map(({ role }) => role)).toEqual(['follower', 'leader'])
  expect(changes[1]?.seq).toBe(8)
  expect((changes[0]?.at ?? 0) - cutAt).toBeLessThan(3_000)
  expect((changes[1]?.at ?? 0) - cutAt).toBeLessThan(5_000)
  expect(changes[1]?.at).toBeGreaterThan(changes[0]?.at ?? 0)
})

test('[CL54] a node reports its state: behind, cut off, without a leader, stopping', async () => {
  const { until, pass, openThree } = openCluster()
  const [a, b, c] = await openThree()
  await pass(1_000)
  expect(b.node.state()).toMatchObject({
    isReady: true,
    why: null,
    leader: 'a',
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
  expect(b.node.state()).toMatchObject({ isReady: false, leader: null })
  expect(b.hub.state().name).toBe('stopped')
  void c.node.close()
  expect(c.node.state()).toMatchObject({ isReady: false, why: 'This node stops.' })
})

test('[CL55] a node that hands over waits for others to lead, and leads again if none does', async () => {
  const { until, pass, open } = openCluster()
  const a = await open('a')
  await pass(1_000)
  await until(a.node.stepDown())
  await pass(2_000)
  expect(a.node.role()).toBe('follower')
  await pass(5_000)
  expect(a.node.role()).toBe('leader')
})

test('[CL81] without a leader each node reports why it cannot lead, to load balancers and to the owner', async () => {
  const { pass, open } = openCluster()
  const a = await open('a')
  const { storage } = a.at
  Object.assign(storage, { load: () => Promise.reject(new Error('its disk is full')) })
  a.at.pause()
  await pass(4_000)
  a.at.resume()
  await pass(2_000)
  const why = /holds the lease.*cannot become the leader: its disk is full/
  expect(a.node.state()).toMatchObject({ isReady: false, leader: null, why: expect.stringMatching(why) })
  expect(a.hub.state()).toMatchObject({ name: 'stopped', why: expect.stringMatching(why) })
})

test('[CL93] a take-over reads the checkpoint and the entries after it; earlier answers are in the checkpoint', async () => {
  const { until, pass, openThree, place, clock } = openCluster()
  const [a, b, c] = await openThree()
  const ids = [freshId(clock.now()), freshId(clock.now())] as const
  const early = await until(a.give('ann', 'bob', 1, ids[0]))
  await pass(61_000)
  expect(place.view().checkpointSeq).toBe(1)
  const late = await until(a.give('ann', 'bob', 2, ids[1]))
  const read: number[] = []
  for (const { storage } of [b.at, c.at]) {
    const tail = storage.tail.bind(storage)
    Object.assign(storage, {
      async tail(seq: number, limit: number) {
        const entries = await tail(seq, limit)
        read.push(...entries.map((entry) => entry.seq))
        return entries
      },
    })
  }
  a.at.pause()
  a.at.cut('bus')
  await pass(6_000)
  expect([leaders([b, c]).length, read]).toEqual([1, [2]])
  expect(await until(b.give('ann', 'bob', 1, ids[0]))).toEqual(early)
  expect(await until(c.give('ann', 'bob', 2, ids[1]))).toEqual(late)
  expect(place.journal()).toHaveLength(2)
})

const ignore = () => {}
const clock = createTestClock()

/** Terms of a node which shows the seq that the test sets. */
async function openTerms() {
  const { hub, memory } = await openApp(sampleFeatures, { clock })
  const inner = hub
  let shownSeq = 0
  const watermarks = createWatermarks({ isShown: ({ seq }) => shownSeq >= seq, clock, onFault: ignore })
  const deps = {
    hubOptions: { features: [], clock, onFault: ignore },
    storage: { ...memory.storage, holdsLease: () => true },
    messages: { send: ignore },
    replica: { watermarks, takeLive: ignore },
    refusals: { share: ignore, kept: () => [] },
    onChange: ignore,
    publicTerm: ({ epoch, isHeld }: LeaderTerm): Term => ({ epoch, isHeld, hub: inner }),
  } as unknown as Parameters<typeof createTerms>[0]
  const terms = createTerms(deps)
  const roles: NodeRole[] = []
  terms.onRole((role) => roles.push(role))
  const term = { ...createLeaderTerm(inner, deps), startSeq: 7 }
  return {
    terms,
    term,
    roles,
    show(seq: number) {
      shownSeq = seq
      watermarks.advance()
    },
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('[CL56] a term is announced to workers when this node shows everything decided before it, not earlier', async () => {
  const { terms, term, roles, show } = await openTerms()
  terms.begin(term)
  show(6)
  await turn()
  expect([roles, terms.current()]).toEqual([[], term])
  show(7)
  await turn()
  expect(roles).toEqual(['leader'])
})

test('[CL57] a term that ends before it is announced is never announced', async () => {
  const { terms, term, roles, show } = await openTerms()
  terms.begin(term)
  term.end('lease lost')
  terms.end(term)
  show(7)
  await turn()
  expect([roles, terms.current()]).toEqual([[], null])
})
