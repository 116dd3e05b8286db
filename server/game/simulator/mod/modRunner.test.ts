import { expect, test } from 'vitest'
import { createManualClock } from '../../testing/manualClock.ts'
import { createTestGame } from '../../testing/testSimulator.ts'
import { createRandom } from '../random.ts'
import { commandFaults, createModRunner, isUnheard } from './modRunner.ts'

const noListener = () => {
  throw new Error('This runner has no server.')
}
const createSetup = (seed = 1) => {
  const game = createTestGame({ players: 8 })
  const runner = createModRunner({ game, clock: createManualClock(5), noise: createRandom(seed) }, noListener)
  return { game, runner }
}

test('[DD6] a command that is carried out is logged as such, and a lost one is not', () => {
  const { game, runner } = createSetup()
  runner.faults.next.push(...commandFaults)
  for (const fault of commandFaults) expect(runner.run(`broadcast ${fault}`).fault).toBe(fault)
  expect(runner.run('fly').fault).toBeNull()
  expect(game.world.announcements).toEqual(commandFaults.filter((fault) => !isUnheard(fault)))
  const announced = runner.log.map(({ line, isDone }) => isDone && line.slice('broadcast '.length))
  expect(announced.filter((line) => line !== false)).toEqual(game.world.announcements)
  expect(runner.log.map(({ number, at }) => [number, at])).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => [number, 5]),
  )
})

test('[DD7] random faults are determined by the seed', () => {
  const play = (seed: number) => {
    const { runner } = createSetup(seed)
    runner.faults.share = 0.5
    return Array.from({ length: 60 }, () => runner.run('players').fault)
  }
  expect(play(3)).toEqual(play(3))
  expect(play(3)).not.toEqual(play(4))
  expect(new Set(play(3)).size).toBe(commandFaults.length + 1)
})
