import { beforeEach, expect, test } from 'vitest'
import { makeToken, recordTokenUse } from '../../../shared/features/tokens/commands.ts'
import { mostTokens, tokenIdOf, tokenOwners, tokens } from '../../../shared/features/tokens/tokens.ts'
import { createHub } from '../../engine/createHub.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'
import { timers } from '../../engine/schedule.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { freshId, person } from '../../testing/principals.ts'
import { accountFeature } from '../account/feature.ts'
import { rightsFeature } from '../rights/rights.ts'
import { sessionFeature } from '../session/feature.ts'
import { tokenHash } from '../session/openSessions.ts'
import { tokensFeature } from './feature.ts'

const hour = 3_600_000
const ann: Principal = { ...person('ann'), session: { id: '0123456789abcdef', elevatedUntil: null, viewing: null } }
let hub: Hub
let clock: ReturnType<typeof createTestClock>
beforeEach(async () => {
  clock = createTestClock()
  const features = [accountFeature, rightsFeature([]), tokensFeature, sessionFeature]
  hub = await createHub({ storage: createMemoryStorage().storage, features, clock, onFault() {} })
})

const make = (token: string, more: object = {}, principal = ann) => {
  const input = { hash: tokenHash(token), label: 'Bot', permissions: ['look'], endsAt: clock.now() + hour, ...more }
  return hub.dispatch(principal, { id: freshId(clock.now()), name: makeToken.name, input })
}
const held = () => Object.keys(hub.read(tokens, 'ann').tokens)

test('[TK20] the number of tokens is limited, and ended ones do not count', async () => {
  for (let made = 0; made < mostTokens; made += 1) expect(await make(`token ${made}`)).toMatchObject({ ok: true })
  expect(await make('one more')).toMatchObject({ ok: false, code: 'full' })
  clock.pass(hour)
  await hub.settled()
  expect(await make('one more')).toMatchObject({ ok: true })
  expect(held()).toEqual([tokenIdOf(tokenHash('one more'))])
})

test.each([
  ['', 'Enter what the token is for.'],
  ['\u200b\u2060', 'visible character'],
  ['Bot \u202ereversed', 'hidden control'],
  ['Bot\nof Ann', 'line breaks'],
  ['🦖'.repeat(61), 'at most 60 characters'],
])('[WK12] a token named "%s" is refused with the reason', async (label, says) => {
  expect(await make('named', { label })).toMatchObject({
    ok: false,
    code: 'badInput',
    problems: [expect.stringContaining(says)],
  })
  expect(held()).toEqual([])
})

test('[TK21] an ended token leaves no owner and no timer', async () => {
  const hash = tokenHash('short')
  await make('short')
  clock.pass(hour)
  await hub.settled()
  expect(held()).toEqual([])
  expect(hub.read(tokenOwners, hash.slice(0, 2)).owners).toEqual({})
  const due = Array.from({ length: 64 }, (_, bucket) => hub.read(timers, String(bucket)).due)
  expect(due.flatMap(Object.keys)).toEqual([])
})

test('[TK22] a token has one owner', async () => {
  const bob: Principal = { ...ann, id: 'bob' }
  await make('same')
  expect(await make('same', {}, bob)).toMatchObject({ ok: false, code: 'taken' })
  expect(await make('same')).toMatchObject({ ok: false, code: 'taken' })
})

test('[TK23] the use of an unknown token is not recorded', async () => {
  await hub.execute('token', recordTokenUse.name, { hash: tokenHash('never made') })
  expect(hub.documentCount()).toBe(0)
})

test('[V8.2.1] [TK24] an elevated session makes no token with its elevated permissions, not even as owner', async () => {
  const elevated: Principal = {
    ...person('ann', 'owner'),
    session: { id: '0123456789abcdef', elevatedUntil: 1, viewing: null },
  }
  expect(await make('elevated', { permissions: ['kickPlayers'] }, elevated)).toMatchObject({
    ok: false,
    code: 'tooMuch',
  })
  expect(await make('own', { permissions: ['play'] }, elevated)).toMatchObject({ ok: true })
})
