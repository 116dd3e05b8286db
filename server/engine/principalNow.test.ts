import { expect, test } from 'vitest'
import { freshId, guest, person } from '../testing/people.ts'
import { openVillage } from '../testing/village.ts'
import { club, purse } from '../testing/villageFeature.ts'
import type { Principal } from './principal.ts'
import { NotWritten } from './storage.ts'

/** Bob is a player for as long as he is a member of the club. */
const bob: Principal = {
  ...person('bob', 'owner'),
  asOf: (read) => (read(club, 'a').members.bob ? { ...person('bob'), asOf: bob.asOf } : guest),
} as Principal

const open = async () => {
  const village = await openVillage()
  await village.ask(person('ann'), 'village.join', { club: 'a', member: 'bob', isIn: true })
  return village
}
const leave = { club: 'a', member: 'bob', isIn: false }

test('[V7.4.2] [EN40] what is sent in one breath after the command that ends who asks is not done, and not written', async () => {
  const { hub, memory, ask } = await open()
  memory.hold()
  const asked = [
    ask(bob, 'village.join', leave),
    ...Array.from({ length: 5 }, () => ask(bob, 'village.give', { to: 'ann', coins: 1 })),
  ]
  memory.release()
  const [left, ...others] = await Promise.all(asked)
  expect(left).toMatchObject({ ok: true })
  for (const answer of others) expect(answer).toMatchObject({ ok: false, code: 'signedOut' })
  expect(hub.read(purse, 'bob').coins).toBe(100)
  expect(memory.journal).toHaveLength(2)
})

test('[V8.3.1] [EN41] a command is carried out with the rights of that moment, not with those that were shown before', async () => {
  const { ask } = await open()
  const before = { ...bob, may: [], can: () => false }
  expect(await ask(before, 'village.give', { to: 'ann', coins: 1 })).toMatchObject({ ok: true })
  const robbed: Principal = { ...bob, asOf: () => ({ ...person('bob'), may: [], can: () => false }) }
  expect(await ask(robbed, 'village.give', { to: 'ann', coins: 1 })).toMatchObject({ ok: false, code: 'forbidden' })
})

test('[EN42] a refusal that rests on what never became durable is no refusal for that reason', async () => {
  const { memory, ask, hub } = await open()
  memory.fail(new NotWritten('full', 'no room'))
  const answers = await Promise.all([
    ask(bob, 'village.join', leave),
    ask(bob, 'village.give', { to: 'ann', coins: 1 }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: 'storageFull' })
  memory.fail(null)
  expect(await ask(bob, 'village.give', { to: 'ann', coins: 1 })).toMatchObject({ ok: true })
  expect(hub.read(purse, 'bob').coins).toBe(99)
})

test('[EN43] an id that was answered keeps its answer, whoever sits there by now', async () => {
  const { hub, clock } = await open()
  const call = { id: freshId(clock.now()), name: 'village.join', input: leave }
  const first = await hub.dispatch(bob, call)
  expect(await hub.dispatch(bob, call)).toEqual(first)
})
