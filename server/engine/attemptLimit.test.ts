import { expect, test } from 'vitest'
import { freshId, guest, person } from '../testing/principals.ts'
import { type Caller, createAttemptLimit } from './attemptLimit.ts'
import { knock, openClubhouse, word } from './testing/clubhouse.ts'

const [ann, bob, cyd] = [person('ann'), person('bob'), person('cyd')]
const home = '192.0.2.7'
const codeOf = (answer: { ok: boolean; code?: string }) => answer.code ?? 'ok'
const minute = 60_000

test('[GS1] after the limit of failed attempts within a minute an account is refused from every address, even with the right word', async () => {
  const { knock: say, clock } = await openClubhouse()
  for (let at = 0; at < 5; at += 1) expect(codeOf(await say(ann, at % 2 ? 'x' : '', `192.0.2.${at}`))).not.toBe('ok')
  expect(codeOf(await say(ann, 'x', '198.51.100.1'))).toBe('tooManyGuesses')
  expect(codeOf(await say(ann, word, '198.51.100.2'))).toBe('tooManyGuesses')
  expect(codeOf(await say(bob, word, '198.51.100.1'))).toBe('ok')
  clock.pass(minute)
  expect(codeOf(await say(ann, word, '198.51.100.1'))).toBe('ok')
})

test('[GS2] the limit holds for an address as for an account, however many accounts it uses', async () => {
  const { knock: say, clock } = await openClubhouse()
  for (let at = 0; at < 5; at += 1) expect(codeOf(await say(person(`p${at}`), 'x', home))).toBe('wrong')
  expect(codeOf(await say(bob, word, home))).toBe('tooManyGuesses')
  expect(codeOf(await say(guest, word, home))).toBe('tooManyGuesses')
  expect(codeOf(await say(bob, word, '192.0.2.8'))).toBe('ok')
  clock.pass(minute)
  expect(codeOf(await say(bob, word, home))).toBe('ok')
})

test('[GS3] all addresses of one IPv6 network count as one', async () => {
  const { knock: say } = await openClubhouse()
  for (let at = 0; at < 5; at += 1) await say(person(`p${at}`), 'x', `2001:db8::${at + 1}:9`)
  expect(codeOf(await say(bob, word, '2001:db8::ffff'))).toBe('tooManyGuesses')
  expect(codeOf(await say(bob, word, '2001:db8:0:1::1'))).toBe('ok')
})

test('[GS4] successes and other refusals do not count', async () => {
  const { knock: say } = await openClubhouse()
  for (let at = 0; at < 9; at += 1) expect(codeOf(await say(ann, word, home))).toBe('ok')
  for (let at = 0; at < 9; at += 1) expect(codeOf(await say(ann, 'good evening', home))).toBe('late')
  expect(codeOf(await say(ann, 'x', home))).toBe('wrong')
})

test('[GS5] the limit holds for attempts that are sent at once', async () => {
  const { knock: say, memory } = await openClubhouse()
  memory.hold()
  const answers = Array.from({ length: 50 }, (_, at) => say(at % 2 ? ann : bob, 'x', home))
  memory.release()
  const codes = (await Promise.all(answers)).map(codeOf)
  expect(codes.filter((code) => code === 'wrong')).toHaveLength(5)
  expect(codes.filter((code) => code === 'tooManyGuesses')).toHaveLength(45)
})

test('[GS6] a repeated command id gets its answer and does not count; one refused by the limit may be sent again', async () => {
  const { knock: say, clock } = await openClubhouse()
  const first = freshId(clock.now())
  for (let at = 0; at < 20; at += 1) expect(codeOf(await say(ann, 'x', home, first))).toBe('wrong')
  for (let at = 0; at < 4; at += 1) expect(codeOf(await say(ann, 'x', home))).toBe('wrong')
  expect(codeOf(await say(ann, 'x', home, first))).toBe('wrong')
  const late = freshId(clock.now())
  expect(codeOf(await say(ann, word, home, late))).toBe('tooManyGuesses')
  clock.pass(minute)
  expect(codeOf(await say(ann, word, home, late))).toBe('ok')
})

test('[GS7] no period of a minute has more failed attempts than the limit', async () => {
  const { knock: say, clock } = await openClubhouse()
  const wrongAt: number[] = []
  for (let step = 0; step < 600; step += 1) {
    if (codeOf(await say(ann, 'x', home)) === 'wrong') wrongAt.push(clock.now())
    clock.pass(700 + ((step * 7919) % 1_300))
  }
  for (const from of wrongAt)
    expect(wrongAt.filter((at) => at >= from && at < from + minute).length).toBeLessThanOrEqual(5)
  expect(wrongAt.length).toBeGreaterThan(30)
})

test('[GS8] guests without a known address share one counter', async () => {
  const { knock: say } = await openClubhouse()
  for (let at = 0; at < 5; at += 1) expect(codeOf(await say(guest, 'x', null))).toBe('wrong')
  expect(codeOf(await say(guest, 'x'))).toBe('tooManyGuesses')
  expect(codeOf(await say(guest, 'x', home))).toBe('wrong')
  expect(codeOf(await say(cyd, word, null))).toBe('ok')
})

test('[GS9] failed attempts at one command do not limit other commands', async () => {
  const { knock: say, ask } = await openClubhouse()
  for (let at = 0; at < 9; at += 1) await say(ann, 'x', home)
  expect(codeOf(await ask(ann, 'sample.give', { to: 'bob', coins: 1 }))).toBe('ok')
})

const guesser = (at: number): Caller => ({ account: `p${at}`, address: `2001:db8:0:${at.toString(16)}::1` })

test('[GS10] a flood of addresses and accounts uses bounded memory, which is free after a minute', () => {
  const guesses = createAttemptLimit(100)
  for (let at = 0; at < 5_000; at += 1) guesses.count(knock, guesser(at), 'wrong', at)
  expect(guesses.size()).toBe(200)
  guesses.count(knock, guesser(9_000), 'wrong', 5_000 + minute)
  expect(guesses.size()).toBe(2)
})

test('[GS11] a flood of addresses does not reset the counter of an account', () => {
  const guesses = createAttemptLimit(100)
  const pinned = { account: 'ann', address: home }
  for (let at = 0; at < 5; at += 1) guesses.count(knock, pinned, 'wrong', at)
  for (let at = 0; at < 5_000; at += 1) guesses.count(knock, { ...guesser(at), account: null }, 'wrong', 10)
  expect(guesses.isExceeded(knock, pinned, 20)).toBe(true)
})

test('[GS12] a clock that is set back locks no caller out', () => {
  const guesses = createAttemptLimit()
  for (let at = 0; at < 5; at += 1) guesses.count(knock, guesser(1), 'wrong', 9_000_000)
  expect(guesses.isExceeded(knock, guesser(1), 9_000_000)).toBe(true)
  expect(guesses.isExceeded(knock, guesser(1), 1_000_000)).toBe(false)
})
