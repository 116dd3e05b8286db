import { afterEach, expect, test } from 'vitest'
import { messagePlayer, slayPlayer, unbanPlayer } from '../../../shared/features/deliveries/commands.ts'
import { type DeliveryState, deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { judge } from './testing/judge.ts'
import { torture } from './testing/torture.ts'

/** Some 5 ms each on an idle machine. */
const runs = 1_000

test(`[DV1] ${runs} times the worst, and what is told of each delivery is true: none lost, none twice, in order`, async () => {
  const ends = new Map<DeliveryState, number>()
  let lives = 0
  for (let seed = 1; seed <= runs; seed += 1) {
    const ending = await torture(seed)
    expect(judge(ending), `seed ${seed}`).toEqual([])
    lives += ending.lives
    for (const { state } of ending.entries) ends.set(state, (ends.get(state) ?? 0) + 1)
  }
  // A world in which nothing happens would prove nothing.
  for (const state of ['confirmed', 'refused', 'failed', 'unknown', 'byHand'] as const)
    expect(ends.get(state) ?? 0, state).toBeGreaterThan(runs / 5)
  expect(lives).toBeGreaterThan(runs * 2)
}, 180_000)

let world: World | null = null
afterEach(async () => {
  await world?.close()
  world = null
})

test('[DV2] staff press, and see each step live until the game has done it, or says no', async () => {
  world = await openWorld()
  const olga = await world.visitAs({ account: 'olga', role: 'owner' })
  await olga.watch('roster/main', 'deliveries/main')
  const { hub } = world.hub()
  const living = () => Object.values(hub.read(roster, 'main').players).find(({ animal }) => animal && !animal.dead)
  await olga.until(() => living() !== undefined)
  const target = living()?.id ?? ''
  const give = async (name: string, input: object) => {
    const answer = await olga.command(name, { target, ...input })
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
    return (answer.output as { id: string }).id
  }
  const stateOf = (id: string) => hub.read(deliveries, 'main').entries[id]?.state
  const slain = await give(slayPlayer.name, { reason: 'a "test", with commas' })
  await olga.until(() => stateOf(slain) === 'confirmed')
  expect(hub.read(deliveries, 'main').entries[slain]).toMatchObject({ link: 'source', attempts: 1 })
  const told = await give(messagePlayer.name, { text: 'hello' })
  await olga.until(() => stateOf(told) === 'confirmed')
  // Nobody was banned: the game says so, and that is told.
  const unbanned = await give(unbanPlayer.name, {})
  await olga.until(() => stateOf(unbanned) === 'refused')
})
