import { expect, test } from 'vitest'
import { freshId } from '../testing/principals.ts'
import { purse, sky } from '../testing/sampleFeature.ts'
import { openCluster } from './testing/openCluster.ts'

test('[CL1] the first node leads, others follow, and all show the same', async () => {
  const { until, pass, openThree, faults, place } = openCluster()
  const [a, b, c] = await openThree()
  expect([a, b, c].map(({ node }) => node.role())).toEqual(['leader', 'follower', 'follower'])
  expect(await until(b.give('ann', 'bob', 30))).toMatchObject({ ok: true, output: { left: 70 }, seq: 1 })
  expect(b.hub.read(purse, 'bob').coins).toBe(130)
  await pass(100)
  for (const { hub } of [a, c]) expect(hub.copy('purse/bob')).toEqual(b.hub.copy('purse/bob'))
  expect(place.journal()).toHaveLength(1)
  expect(faults).toEqual([])
})

test("[CL2] live documents reach all nodes in the leader's order, and never the journal", async () => {
  const { until, pass, openThree, place } = openCluster()
  const [a, b, c] = await openThree()
  for (const clouds of [1, 2, 3]) await until(a.hub.execute('weather', 'sample.blow', { clouds }))
  await pass(100)
  for (const { hub } of [a, b, c]) expect(hub.read(sky).clouds).toBe(3)
  expect(b.hub.copy('sky/')).toEqual(a.hub.copy('sky/'))
  expect(place.journal()).toEqual([])
})

test('[CL3] an orderly stop hands over at once, and the next leader answers the pending calls', async () => {
  const { until, pass, clock, openThree } = openCluster()
  const [a, b, c] = await openThree()
  const closing = a.node.close()
  const given = b.give('ann', 'bob', 10)
  const began = clock.now()
  await until(closing)
  expect(await until(given)).toMatchObject({ ok: true })
  expect(clock.now() - began).toBeLessThan(1_000)
  await pass(2_000)
  const roles = [b, c].map(({ node }) => node.role())
  expect(roles.toSorted()).toEqual(['follower', 'leader'])
  expect(b.hub.read(purse, 'bob').coins).toBe(110)
})

test('[CL4] another node leads within 5 s of a crash, and commands in flight are done once', async () => {
  const { until, clock, openThree, place } = openCluster()
  const [a, b] = await openThree()
  a.at.onceWritten(() => {
    a.at.pause()
    a.at.cut('bus')
  })
  const given = b.give('ann', 'bob', 10)
  const began = clock.now()
  expect(await until(given)).toMatchObject({ ok: true, seq: 1 })
  expect(clock.now() - began).toBeLessThan(5_000)
  expect(place.journal()).toHaveLength(1)
  expect(b.hub.read(purse, 'ann').coins).toBe(90)
})

test('[CL5] a leader that wakes after the end of its lease appends nothing more, and follows', async () => {
  const { until, pass, openThree, place, clock } = openCluster()
  const [a, b, c] = await openThree()
  await until(a.give('ann', 'bob', 1))
  a.at.pause()
  const late = a.give('ann', 'bob', 2)
  await pass(5_000)
  expect([b, c].filter(({ node }) => node.role() === 'leader')).toHaveLength(1)
  await until(b.give('ann', 'cyd', 4, freshId(clock.now())))
  a.at.resume()
  expect(await until(late)).toMatchObject({ ok: true })
  await pass(100)
  expect(a.node.role()).toBe('follower')
  const epochs = place.journal().map(({ epoch }) => epoch)
  expect(epochs).toEqual(epochs.toSorted((one, other) => one - other))
  expect(a.hub.read(purse, 'ann').coins).toBe(93)
})

test('[CL11] a leader that wakes after the end of its lease gives no answer from its old state', async () => {
  const { until, pass, openThree } = openCluster()
  const [a, b] = await openThree()
  a.at.pause()
  const { promise: late, resolve } = Promise.withResolvers<unknown>()
  // It is in the socket when the node wakes, before anything that shows how late it is.
  a.at.come(() => void a.give('ann', 'bob', 150).then(resolve))
  await pass(5_000)
  await until(b.give('cyd', 'ann', 100))
  a.at.resume()
  expect(await until(late)).toMatchObject({ ok: true, output: { left: 50 } })
})

test('[CL12] a node that stops while it takes over returns the lease', async () => {
  const { until, pass, open, place } = openCluster({ delay: () => 30 })
  const a = await open('a')
  const b = await open('b')
  await pass(3_000)
  await until(a.node.close())
  while (place.holder() !== 'b') await pass(5)
  expect(b.node.role()).toBe('follower')
  await until(b.node.close())
  expect(place.holder()).toBeNull()
})
