import { expect, test } from 'vitest'
import { lastSeenAtOf, levelMs, levelOf, playMsOf, playRecord } from './playRecord.ts'

test('[PL11] the level starts at 1 and rises by one for each six hours, including the current stay', () => {
  expect([0, levelMs - 1, levelMs, 10 * levelMs].map(levelOf)).toEqual([1, 1, 2, 11])
  expect(levelOf(playMsOf({ playMs: levelMs - 1_000, since: 5_000 }, 6_000))).toBe(2)
})

test('[PL12] a clock that is behind takes nothing away', () => {
  expect(playMsOf({ playMs: 7_000, since: 5_000 }, 4_000)).toBe(7_000)
  expect(lastSeenAtOf({ lastSeenAt: 5_000, since: 5_000 }, 4_000)).toBe(5_000)
})

test('[PL13] a player in the game was last seen now, another one when they left', () => {
  expect(lastSeenAtOf({ lastSeenAt: 5_000, since: 5_000 }, 9_000)).toBe(9_000)
  expect(lastSeenAtOf({ lastSeenAt: 5_000, since: null }, 9_000)).toBe(5_000)
  expect(lastSeenAtOf(playRecord.schema.parse({}), 9_000)).toBeNull()
})

test('[V8.2.2] only a user who plays as that player reads a play record', () => {
  const mayRead = (playsAs: string | null, key: string, can = true) =>
    playRecord.readableBy({ id: 'ann', playsAs, can: () => can }, key, playRecord.schema.parse({}), () => ({}) as never)
  expect(mayRead('76561198000000001', '76561198000000001')).toBe(true)
  expect(mayRead('76561198000000002', '76561198000000001')).toBe(false)
  expect(mayRead('76561198000000001', '76561198000000001', false)).toBe(false)
  for (const key of ['', 'ann', 'null']) expect(mayRead(null, key)).toBe(false)
})
