import { expect, test } from 'vitest'
import { freshId, guest, person } from '../testing/principals.ts'
import { club, purse } from '../testing/sampleFeature.ts'
import { openTestHub } from '../testing/testHub.ts'
import { clientOf, type Principal, unknownClient } from './principal.ts'
import { NotWritten } from './storage.ts'

/** Bob is signed in while he is a member of the club. */
const bob: Principal = {
  ...person('bob', 'owner'),
  asOf: (read) => (read(club, 'a').members.bob ? { ...person('bob'), asOf: bob.asOf } : guest),
} as Principal

const open = async () => {
  const testHub = await openTestHub()
  await testHub.ask(person('ann'), 'sample.join', { club: 'a', member: 'bob', isIn: true })
  return testHub
}
const leave = { club: 'a', member: 'bob', isIn: false }

test('[V7.4.2] [EN40] a command sent right after the one that ends its own session is neither done nor journaled', async () => {
  const { hub, memory, ask } = await open()
  memory.hold()
  const asked = [
    ask(bob, 'sample.join', leave),
    ...Array.from({ length: 5 }, () => ask(bob, 'sample.give', { to: 'ann', coins: 1 })),
  ]
  memory.release()
  const [left, ...others] = await Promise.all(asked)
  expect(left).toMatchObject({ ok: true })
  for (const answer of others) expect(answer).toMatchObject({ ok: false, code: 'signedOut' })
  expect(hub.read(purse, 'bob').coins).toBe(100)
  expect(memory.journal).toHaveLength(2)
})

test('[V8.3.1] [EN41] a command runs with the rights of that moment, not with those of the connection', async () => {
  const { ask } = await open()
  const before = { ...bob, may: [], can: () => false }
  expect(await ask(before, 'sample.give', { to: 'ann', coins: 1 })).toMatchObject({ ok: true })
  const robbed: Principal = { ...bob, asOf: () => ({ ...person('bob'), may: [], can: () => false }) }
  expect(await ask(robbed, 'sample.give', { to: 'ann', coins: 1 })).toMatchObject({ ok: false, code: 'forbidden' })
})

test('[EN42] a refusal that rests on a change that never became durable is not answered as that refusal', async () => {
  const { memory, ask, hub } = await open()
  memory.fail(new NotWritten('full', 'no room'))
  const answers = await Promise.all([ask(bob, 'sample.join', leave), ask(bob, 'sample.give', { to: 'ann', coins: 1 })])
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: 'storageFull' })
  memory.fail(null)
  expect(await ask(bob, 'sample.give', { to: 'ann', coins: 1 })).toMatchObject({ ok: true })
  expect(hub.read(purse, 'bob').coins).toBe(99)
})

test('[EN43] a command id keeps its answer after its session ended', async () => {
  const { hub, clock } = await open()
  const call = { id: freshId(clock.now()), name: 'sample.join', input: leave }
  const first = await hub.dispatch(bob, call)
  expect(await hub.dispatch(bob, call)).toEqual(first)
})

test('[EN73] of the user agent the first 50 characters are kept, and an empty one is none', () => {
  expect(clientOf('192.0.2.1', 'x'.repeat(60))).toEqual({ address: '192.0.2.1', agent: 'x'.repeat(50) })
  for (const agent of [undefined, '']) expect(clientOf(null, agent)).toEqual(unknownClient)
})
