import { expect, test } from 'vitest'
import { lastSeenAtOf, levelMs, levelOf, playMsOf, playRecord } from './playRecord.ts'

test('[PL11] the level is 1 at first and one more for each six hours, the stay that goes on included', () => {
  expect([0, levelMs - 1, levelMs, 10 * levelMs].map(levelOf)).toEqual([1, 1, 2, 11])
  expect(levelOf(playMsOf({ playMs: levelMs - 1_000, since: 5_000 }, 6_000))).toBe(2)
})

test('[PL12] a clock that is behind takes nothing away', () => {
  expect(playMsOf({ playMs: 7_000, since: 5_000 }, 4_000)).toBe(7_000)
  expect(lastSeenAtOf({ lastSeenAt: 5_000, since: 5_000 }, 4_000)).toBe(5_000)
})

test('[PL13] who is in the game is seen now; others when they were', () => {
  expect(lastSeenAtOf({ lastSeenAt: 5_000, since: 5_000 }, 9_000)).toBe(9_000)
  expect(lastSeenAtOf({ lastSeenAt: 5_000, since: null }, 9_000)).toBe(5_000)
  expect(lastSeenAtOf(playRecord.schema.parse({}), 9_000)).toBeNull()
})

test('[V8.2.2] a play record is read by whoever plays as that player, and by nobody else', () => {
  const mayRead = (playsAs: string | null, key: string, can = true) =>
    playRecord.readableBy({ id: 'ann', playsAs, can: () => can }, key, playRecord.schema.parse({}), () => ({}) as never)
  expect(mayRead('76561198000000001', '76561198000000001')).toBe(true)
  expect(mayRead('76561198000000002', '76561198000000001')).toBe(false)
  expect(mayRead('76561198000000001', '76561198000000001', false)).toBe(false)
  for (const key of ['', 'ann', 'null']) expect(mayRead(null, key)).toBe(false)
})
