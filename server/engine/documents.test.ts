import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineDocument, everyone } from '../../shared/engine/document.ts'
import { freshId, guest, person } from '../testing/principals.ts'
import { club, purse } from '../testing/sampleFeature.ts'
import { openTestHub } from '../testing/testHub.ts'
import { patched } from './documents.ts'
import type { Principal } from './principal.ts'
import { NotWritten } from './storage.ts'

const shelf = defineDocument({
  kind: 'shelf',
  schema: z.object({
    books: z.record(z.string(), z.object({ pages: z.int() })).default({}),
    lent: z.object({ to: z.string().default('nobody'), times: z.int().default(3) }).prefault({}),
  }),
  readableBy: everyone,
  memory: 'journaled',
})

test('[EN68] a change is applied as it was made', () => {
  const value = { books: { a: { pages: 1 } } }
  expect(patched(shelf, value, [{ op: 'replace', path: ['books', 'a', 'pages'], value: 2 }])).toEqual({
    books: { a: { pages: 2 } },
  })
  expect(value.books.a.pages).toBe(1)
})

test('[EN69] a copy of an older release gets the fields that a change of this one rests on', () => {
  expect(patched(shelf, {}, [{ op: 'replace', path: ['lent', 'times'], value: 4 }])).toEqual({
    books: {},
    lent: { to: 'nobody', times: 4 },
  })
})

test('[EN70] a change of a newer release, to fields unknown here, stops nobody', () => {
  const patches = [
    { op: 'add' as const, path: ['shades', 'dark', 'depth'], value: 7 },
    { op: 'remove' as const, path: ['gone', 'long', 'ago'] },
    { op: 'add' as const, path: ['books', 'a'], value: { pages: 1 } },
  ]
  expect(patched(shelf, { books: {}, lent: { to: 'ann', times: 1 } }, patches)).toEqual({
    books: { a: { pages: 1 } },
    lent: { to: 'ann', times: 1 },
    shades: { dark: { depth: 7 } },
  })
})

/** Bob is a player for as long as he is a member of the club. */
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

test('[V7.4.2] [EN40] what is sent in one breath after the command that ends who asks is not done, and not written', async () => {
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

test('[V8.3.1] [EN41] a command is carried out with the rights of that moment, not with those that were shown before', async () => {
  const { ask } = await open()
  const before = { ...bob, may: [], can: () => false }
  expect(await ask(before, 'sample.give', { to: 'ann', coins: 1 })).toMatchObject({ ok: true })
  const robbed: Principal = { ...bob, asOf: () => ({ ...person('bob'), may: [], can: () => false }) }
  expect(await ask(robbed, 'sample.give', { to: 'ann', coins: 1 })).toMatchObject({ ok: false, code: 'forbidden' })
})

test('[EN42] a refusal that rests on what never became durable is no refusal for that reason', async () => {
  const { memory, ask, hub } = await open()
  memory.fail(new NotWritten('full', 'no room'))
  const answers = await Promise.all([ask(bob, 'sample.join', leave), ask(bob, 'sample.give', { to: 'ann', coins: 1 })])
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: 'storageFull' })
  memory.fail(null)
  expect(await ask(bob, 'sample.give', { to: 'ann', coins: 1 })).toMatchObject({ ok: true })
  expect(hub.read(purse, 'bob').coins).toBe(99)
})

test('[EN43] an id that was answered keeps its answer, whoever sits there by now', async () => {
  const { hub, clock } = await open()
  const call = { id: freshId(clock.now()), name: 'sample.join', input: leave }
  const first = await hub.dispatch(bob, call)
  expect(await hub.dispatch(bob, call)).toEqual(first)
})
