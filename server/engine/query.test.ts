import { expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { person } from '../testing/principals.ts'
import { gifts, sampleFeatures } from '../testing/sampleFeature.ts'
import { createHub } from './createHub.ts'

const [ann, bob] = [person('ann'), person('bob')]
const home = '192.0.2.7'

/** The test hub where gifts may be asked for three times a minute. */
async function open() {
  const clock = createTestClock()
  const features = sampleFeatures.map((feature) => ({
    ...feature,
    queries: feature.queries.map(({ query, answer }) => ({ query: { ...query, perMinute: 3 }, answer })),
  }))
  const hub = await createHub({ storage: createMemoryStorage().storage, features, clock, onFault() {} })
  const ask = async (principal = ann, address: string | null = null, input: unknown = { before: null }) => {
    const answer = await hub.query(principal, { name: gifts.name, input }, address)
    return answer.ok ? 'ok' : answer.code
  }
  return { ask, clock }
}
const often = (times: number, ask: () => Promise<string>) => Promise.all(Array.from({ length: times }, ask))

test('[V2.4.1] [EN44] a query with a limit is answered that often in a minute for one account, from every address', async () => {
  const { ask, clock } = await open()
  const codes = await Promise.all([1, 2, 3, 4, 5].map((host) => ask(ann, `192.0.2.${host}`)))
  expect(codes).toEqual(['ok', 'ok', 'ok', 'tooFast', 'tooFast'])
  expect(await ask(bob, home)).toBe('ok')
  clock.pass(60_000)
  expect(await ask()).toBe('ok')
})

test('[EN45] a query with a limit is answered that often for one network, however many accounts it uses', async () => {
  const { ask } = await open()
  await often(3, () => ask(ann, home))
  expect(await ask(bob, home)).toBe('tooFast')
  expect(await ask(bob, '198.51.100.1')).toBe('ok')
})

test('[EN46] queries with a malformed input do not count', async () => {
  const { ask } = await open()
  expect(await often(9, () => ask(ann, home, 'nonsense'))).toEqual(Array.from({ length: 9 }, () => 'badInput'))
  expect(await ask(ann, home)).toBe('ok')
})
