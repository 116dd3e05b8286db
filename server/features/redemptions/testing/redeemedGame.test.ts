import { expect, test } from 'vitest'
import type { GameAction } from '../../../../shared/features/deliveries/kinds.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createRedeemedGame } from './redeemedGame.ts'

const deliver = async (...sent: readonly (readonly [id: string, kind: string, redemption: string | null])[]) => {
  const game = createRedeemedGame(createTestClock(), () => 0)
  game.endFaults()
  for (const [id, kind, redemption] of sent)
    await game.link.perform({ id, kind, redemption } as unknown as GameAction, () => {})
  return [...game.doneTwice]
}

test('[ZE12] a delivery that arrives twice, and a redemption that two deliveries bring, are found', async () => {
  expect(await deliver(['d1', 'grow', 'r1'], ['d2', 'heal', 'r1'], ['d3', 'grow', 'r2'], ['d4', 'grow', null])).toEqual(
    [],
  )
  expect(await deliver(['d1', 'heal', null], ['d1', 'heal', null])).toEqual([])
  expect(await deliver(['d1', 'grow', 'r1'], ['d1', 'grow', 'r1'])).toEqual(['d1'])
  expect(await deliver(['d1', 'grow', 'r1'], ['d2', 'grow', 'r1'])).toEqual(['grow of the redemption r1'])
})
