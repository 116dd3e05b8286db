import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../shared/engine/query.ts'
import { createTestClock } from '../testing/clock.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { openApp } from '../testing/openApp.ts'
import { guest, person } from '../testing/principals.ts'
import { gifts, sampleFeatures } from '../testing/sampleFeature.ts'
import { createHub } from './createHub.ts'
import { type Feature, implementQuery } from './feature.ts'
import { register } from './registry.ts'

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
    const answer = await hub.query(principal, { name: gifts.name, input }, { address, agent: null })
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

const fortune = defineQuery({
  name: 'fortune.tell',
  permission: 'look',
  input: z.object({ day: z.int() }),
  output: z.object({ text: z.string() }),
  refusals: { past: 'Day {day} is over.' },
})
const fortuneFeature: Feature = {
  name: 'fortune',
  documents: [],
  commands: [],
  queries: [
    implementQuery(fortune, ({ refuse }, { day }) => {
      if (day < 0) refuse('past', { day })
      if (day > 9) throw new RangeError('a bug')
      return { text: 'Rain.' }
    }),
  ],
}

test('[EN71] a query may refuse with a code of its own refusals and its message with values, which is not a fault', async () => {
  const { hub, faults } = await openApp([fortuneFeature])
  const tell = (day: number) => hub.query(guest, { name: fortune.name, input: { day } })
  expect(await tell(-1)).toEqual({ ok: false, code: 'past', message: 'Day -1 is over.' })
  expect(faults).toEqual([])
  expect(await tell(1)).toMatchObject({ ok: true, output: { text: 'Rain.' } })
  expect(await tell(10)).toMatchObject({ code: 'failed' })
  expect(faults).toEqual([fortune.name])
})

test('[EN72] a hub does not start with a query that declares a refusal of the engine', () => {
  const odd = { ...fortune, refusals: { forbidden: 'No.' } }
  const feature = { ...fortuneFeature, queries: [implementQuery(odd, () => ({ text: '' }))] }
  expect(() => register([feature])).toThrow('fortune.tell may not use the refusal "forbidden"')
})
