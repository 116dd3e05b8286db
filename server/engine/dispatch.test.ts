import { expect, test } from 'vitest'
import { z } from 'zod'
import { CommandId } from '../../shared/engine/ids.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import { openApp } from '../testing/openApp.ts'
import { freshId, guest, person } from '../testing/principals.ts'
import { club, desk, purse, sampleFeatures, sky } from '../testing/sampleFeature.ts'
import { openTestHub } from '../testing/testHub.ts'
import { derive } from './feature.ts'
import { badInput, withValues } from './inputProblems.ts'
import { refusalSentence } from './rule.ts'

const ann = person('ann')
const bob = person('bob')

test('[EN10] the permission is checked before the input, the input before existence', async () => {
  const { ask } = await openTestHub()
  expect(await ask(guest, 'sample.give', 'nonsense')).toMatchObject({ code: 'forbidden' })
  expect(await ask(ann, 'sample.give', { to: 'nobody', coins: -1 })).toMatchObject({
    code: 'badInput',
    problems: [expect.stringContaining('coins')],
  })
  expect(await ask(ann, 'sample.give', { to: 'nobody', coins: 1 })).toMatchObject({ code: 'gone' })
  expect(await ask(ann, 'sample.fly', {})).toMatchObject({ code: 'unknownCommand' })
  expect(await ask(ann, 'sample.receive', { from: 'bob', to: 'ann', coins: 5 })).toMatchObject({ code: 'forbidden' })
})

test.each(['refuse', 'throw', 'strayDraft', 'notANumber', 'notJson', 'badOutput'] as const)(
  '[EN11] a refused or failing rule changes nothing (%s)',
  async (how) => {
    const { hub, ask, memory, faults } = await openTestHub()
    await ask(ann, 'sample.join', { club: 'a', member: 'ann', isIn: true })
    const answer = await ask(ann, 'sample.stumble', { how })
    expect(answer).toMatchObject({ ok: false, code: how === 'refuse' ? 'refused' : 'failed' })
    expect(hub.read(purse, 'ann').coins).toBe(100)
    expect(hub.read(sky).clouds).toBe(0)
    expect(hub.read(desk).notes).toEqual({})
    expect(memory.journal).toHaveLength(1)
    expect(faults).toEqual(how === 'refuse' ? [] : ['sample.stumble'])
    expect(await ask(ann, 'sample.give', { to: 'bob', coins: 1 })).toMatchObject({ output: { left: 99 } })
  },
)

test('[EN12] a command id is carried out once, however often it is sent at once', async () => {
  const { hub, ask, clock } = await openTestHub()
  const id = freshId(clock.now())
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ask(ann, 'sample.give', { to: 'bob', coins: 10 }, id)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ ok: true, output: { left: 90 }, seq: 1 })]),
  )
  expect(hub.read(purse, 'bob').coins).toBe(110)
})

test('[EN28] a command id keeps its answer after its user lost the permission', async () => {
  const { ask, clock } = await openTestHub()
  const id = freshId(clock.now())
  const first = await ask(ann, 'sample.give', { to: 'bob', coins: 10 }, id)
  const demoted = { ...ann, can: () => false }
  expect(await ask(demoted, 'sample.give', { to: 'bob', coins: 10 }, id)).toEqual(first)
  expect(await ask(demoted, 'sample.give', { to: 'bob', coins: 10 })).toMatchObject({ code: 'forbidden' })
})

test('[EN121] a command id that comes again with another name or input is an error, even at once and after a restart', async () => {
  const { hub, ask, clock, memory } = await openTestHub()
  const id = freshId(clock.now())
  const first = ask(ann, 'sample.give', { to: 'bob', coins: 10 }, id)
  const atOnce = ask(ann, 'sample.give', { to: 'bob', coins: 11 }, id)
  expect([await first, await atOnce]).toMatchObject([{ ok: true }, { ok: false, code: 'otherContents' }])
  const otherwise = [
    ['sample.give', { to: 'cyd', coins: 10 }],
    ['sample.give', { to: 'bob', coins: 10, more: 1 }],
    ['sample.join', { club: 'a', member: 'ann', isIn: true }],
  ] as const
  const refusedId = freshId(clock.now())
  expect(await ask(ann, 'sample.give', { to: 'nobody', coins: 1 }, refusedId)).toMatchObject({ code: 'gone' })
  const checkAll = async (again: typeof ask) => {
    for (const [name, input] of otherwise)
      expect(await again(ann, name, input, id)).toMatchObject({ code: 'otherContents' })
    expect(await again(ann, 'sample.give', { coins: 10, to: 'bob' }, id)).toMatchObject({ ok: true, seq: 1 })
  }
  await checkAll(ask)
  expect(await ask(ann, 'sample.give', { to: 'bob', coins: 1 }, refusedId)).toMatchObject({ code: 'otherContents' })
  await hub.close()
  const after = await openTestHub(memory, clock)
  await checkAll(after.ask)
  expect([after.hub.read(purse, 'bob').coins, memory.journal.length]).toEqual([110, 1])
})

test('[EN122] what a refusal says in its places are the values of the rule; an input nested too deeply is answered', async () => {
  const { ask } = await openTestHub()
  expect(refusalSentence('It costs {now} now, not {seen}. {other}', { now: 12, seen: 10 })).toBe(
    'It costs 12 now, not 10. {other}',
  )
  let deep: unknown = 1
  for (let depth = 0; depth < 50_000; depth += 1) deep = [deep]
  expect(await ask(ann, 'sample.give', { to: deep, coins: 1 })).toMatchObject({ code: 'badInput' })
})

test('[EN13] a command id is carried out once, even after a restart', async () => {
  const before = await openTestHub()
  const id = freshId(before.clock.now())
  const first = await before.ask(ann, 'sample.give', { to: 'bob', coins: 10 }, id)
  const after = await before.restart()
  expect(await after.ask(ann, 'sample.give', { to: 'bob', coins: 10 }, id)).toEqual(first)
  expect(after.hub.read(purse, 'bob').coins).toBe(110)
})

test('[EN14] a command id belongs to the user who made it', async () => {
  const { ask, clock } = await openTestHub()
  const id = freshId(clock.now())
  await ask(ann, 'sample.give', { to: 'cyd', coins: 10 }, id)
  expect(await ask(bob, 'sample.give', { to: 'cyd', coins: 50 }, id)).toMatchObject({ output: { left: 50 } })
})

test('[EN15] a command id is valid for an hour; an older one is refused and not run again', async () => {
  const { hub, ask, clock } = await openTestHub()
  const id = freshId(clock.now())
  await ask(ann, 'sample.give', { to: 'bob', coins: 10 }, id)
  clock.pass(3_600_000 + 300_001)
  await ask(ann, 'sample.give', { to: 'bob', coins: 1 })
  expect(await ask(ann, 'sample.give', { to: 'bob', coins: 10 }, id)).toMatchObject({ code: 'badId' })
  expect(hub.read(purse, 'bob').coins).toBe(111)
  expect(CommandId.safeParse('not an id').success).toBe(false)
})

test('[EN16] a rule that leaves a draft of another document is a clear error', async () => {
  const calls: unknown[] = []
  const { hub, ask, thrown } = await openTestHub()
  hub.onPublish(() => calls.push('published'))
  await ask(ann, 'sample.join', { club: 'a', member: 'ann', isIn: true })
  expect(await ask(ann, 'sample.stumble', { how: 'strayDraft' })).toMatchObject({ code: 'failed' })
  expect(String(thrown[0])).toContain('desk/ was given a draft of another document: copy it with plain()')
  expect(calls).toHaveLength(1)
  expect(hub.read(club, 'a').members).toEqual({ ann: { name: 'ann' } })
})

test('[EN27] a value copied with plain() may move to another document', async () => {
  const { hub, ask } = await openTestHub()
  await ask(ann, 'sample.join', { club: 'a', member: 'ann', isIn: true })
  expect(await ask(ann, 'sample.stumble', { how: 'copy' })).toMatchObject({ ok: true })
  expect(hub.read(club, 'b').members).toEqual({ ann: { name: 'ann' } })
})

test('[EN17] secret fields of an input are never journaled', async () => {
  const { ask, memory } = await openTestHub()
  await ask(ann, 'sample.give', { to: 'bob', coins: 1, secretWord: 'abracadabra' })
  expect(JSON.stringify(memory.journal)).not.toContain('abracadabra')
  expect(memory.journal[0]?.input).toMatchObject({ to: 'bob', secretWord: '[hidden]' })
})

test('[EN18] the readers of a document may depend on its content', async () => {
  const { hub, ask } = await openTestHub()
  expect(hub.mayRead(ann, 'club/a')).toBe(false)
  await ask(ann, 'sample.join', { club: 'a', member: 'ann', isIn: true })
  expect([ann, bob, guest].map((principal) => hub.mayRead(principal, 'club/a'))).toEqual([true, false, false])
  expect(hub.mayRead(ann, 'nowhere/a')).toBe(false)
  expect(hub.mayRead(person('mo', 'moderator'), 'desk/')).toBe(true)
})

test('[EN19] a query reads an archive by pages, with its permission', async () => {
  const { hub, give } = await openTestHub()
  for (const coins of [1, 2, 3]) await give(ann, 'bob', coins)
  const page = (before: number | null) => hub.query(bob, { name: 'sample.gifts', input: { before } })
  const first = (await page(null)) as { output: { next: number } }
  expect(first).toMatchObject({ ok: true, output: { coins: [3, 2], next: expect.any(Number) } })
  expect(await page(first.output.next)).toMatchObject({ ok: true, output: { coins: [1], next: null } })
  expect(await hub.query(guest, { name: 'sample.gifts', input: {} })).toMatchObject({ code: 'forbidden' })
  expect(await hub.query(bob, { name: 'sample.gifts', input: {} })).toMatchObject({ code: 'badInput' })
})

test('[EN26] a key that no store could keep fails only its command', async () => {
  const { ask, give, hub, thrown } = await openTestHub()
  expect(await ask(ann, 'sample.give', { to: 'a/b', coins: 1 })).toMatchObject({ code: 'failed' })
  expect(await ask(ann, 'sample.give', { to: 'x'.repeat(121), coins: 1 })).toMatchObject({ code: 'failed' })
  expect(String(thrown[0])).toContain('cannot be the key of a document')
  expect(await give(ann, 'bob', 1)).toMatchObject({ ok: true })
  expect(hub.state().name).toBe('serving')
})

test('[EN123] an input beyond a limit is refused with a sentence that names the field and the limit; a sentence of the schema goes before', () => {
  const schema = z.object({
    shortReason: z.string().min(3).max(200).optional(),
    coins: z.int().positive().max(1_000).optional(),
    users: z.array(z.string()).min(1).max(300).optional(),
    name: z.string().max(30, 'A name has at most 30 characters.').optional(),
    code: z.string().length(6).optional(),
  })
  const said = (input: object) => {
    const answer = badInput(schema.safeParse(input).error ?? new z.ZodError([]))
    return answer.ok ? [] : [answer.message, ...(answer.problems ?? [])]
  }
  expect(said({ shortReason: 'x'.repeat(201) })).toEqual([
    'Short reason: too long, at most 200 characters.',
    'shortReason: Too long, at most 200 characters.',
  ])
  expect(said({ shortReason: 'x' })[0]).toBe('Short reason: too short, at least 3 characters.')
  expect(said({ coins: 0 })[0]).toBe('Coins: too small, it must be more than 0.')
  expect(said({ coins: 1_001, users: [] })[0]).toBe(
    'Coins: too large, it must be at most 1,000. Users: too few, at least 1 entry.',
  )
  expect(said({ code: '12345' })[0]).toBe('Code: too short, exactly 6 characters.')
  expect(said({ name: 'x'.repeat(31) })).toEqual([engineRefusals.badInput, 'name: A name has at most 30 characters.'])
  expect(said({ coins: 1_001, users: 5 })[0]).toBe(engineRefusals.badInput)
})

test('[EN1834] a refusal of a length says how long it is, as the schema has counted it', () => {
  const schema = z.object({
    reason: z.string().trim().max(200).optional(),
    users: z.array(z.string()).max(3).optional(),
  })
  const said = (input: object) => {
    const answer = badInput(schema.safeParse(input, withValues).error ?? new z.ZodError([]))
    return answer.ok ? '' : answer.message
  }
  expect(said({ reason: ` ${'x'.repeat(1_201)} ` })).toBe('Reason: too long, at most 200 characters. It has 1,201.')
  expect(said({ users: ['a', 'b', 'c', 'd'] })).toBe('Users: too many, at most 3 entries. It has 4.')
})

test('[EN124] what follows the sky follows, once, what a derivation does to it, if that one is followed itself', async () => {
  for (const isFollowed of [true, false]) {
    const seen: number[] = []
    const derivations = [
      derive(sky, ({ read }) => void seen.push(read(sky).clouds)),
      derive(purse, ({ edit, read }) => void Object.assign(edit(sky), { clouds: read(sky).clouds + 1 }), {
        isFollowed,
      }),
    ]
    const weather = { name: 'weather', documents: [], commands: [], queries: [], derivations }
    const { hub, dispatch } = await openApp([...sampleFeatures, weather])
    // Two purses change.
    expect(await dispatch(ann, 'sample.give', { to: 'bob', coins: 1 })).toMatchObject({ ok: true })
    expect(hub.read(sky).clouds).toBe(2)
    expect(seen).toEqual(isFollowed ? [2] : [])
  }
})
