import { expect, test } from 'vitest'
import { createTestGame } from '../../testing/testSimulator.ts'
import type { Game } from '../game.ts'
import { readCommandLine, runModCommands } from './modCommands.ts'

const playing = ({ world }: Game, index = 0) => {
  const player = world.reported().filter(({ presence }) => presence === 'playing')[index]
  if (!player) throw new Error('Too few are playing.')
  return player
}

test.each([
  ['slay 1', [['slay', '1']]],
  ['  Slay   1  ', [['slay', '1']]],
  ['say "a; b" c', [['say', 'a; b', 'c']]],
  ['slay 1; quit', [['slay', '1'], ['quit']]],
  ['slay "1\nquit', [['slay', '1'], ['quit']]],
  ['say ""', [['say', '']]],
  [' ; ;', []],
])('[MP1] a console reads %j as %j', (line, commands) => {
  expect(readCommandLine(line).map(({ name, args }) => [name, ...args])).toEqual(commands)
})

test('[MP2] a last text argument is taken as typed', () => {
  const [command] = readCommandLine('message 1  Hello,  "you" there ')
  expect(command?.from(1)).toBe('Hello,  "you" there')
  expect(readCommandLine('message 1 "Hello, you"')[0]?.from(1)).toBe('Hello, you')
})

test('[MP3] a slain dinosaur is dead at once and cannot be slain again', () => {
  const game = createTestGame()
  const player = playing(game)
  expect(runModCommands(game, `slay ${player.id}`)).toEqual({ isDone: true, text: `Slain ${player.name}` })
  expect(player).toMatchObject({ presence: 'dead', animal: { health: 0 } })
  expect(runModCommands(game, `heal ${player.id}`)).toMatchObject({
    isDone: false,
    text: expect.stringContaining('no living'),
  })
})

test('[MP4] heal, grow and teleport change the named animal', () => {
  const game = createTestGame()
  const [player, other] = [playing(game), playing(game, 1)]
  Object.assign(player.animal, { health: 0.1, stamina: 0, growth: 0.5 })
  expect(
    runModCommands(game, `heal ${player.id}; grow ${player.id} 0.75; teleport ${player.id} ${other.id}`).isDone,
  ).toBe(true)
  const { x, y } = other.animal
  expect(player.animal).toMatchObject({ health: 1, stamina: 1, growth: 0.75, x, y })
})

test('[MP5] kick, ban and unban use the lists of the game', () => {
  const game = createTestGame()
  const [first, second] = [playing(game), playing(game, 1)]
  runModCommands(game, `kick ${first.id} noise`)
  runModCommands(game, `ban ${second.id} 10 noise`)
  expect([first.presence, second.presence]).toEqual(['away', 'away'])
  expect([...game.world.bans]).toEqual([[second.id, 600_000]])
  expect(runModCommands(game, `unban ${second.id}`)).toMatchObject({ isDone: true })
  expect(runModCommands(game, `unban ${second.id}`)).toMatchObject({
    isDone: false,
    text: expect.stringContaining('not found'),
  })
})

test.each([
  ['fly 1', 'Unknown command "fly"'],
  ['constructor 1', 'Unknown command "constructor"'],
  ['slay 1', 'Player 1 not found'],
  ['slay', 'not found'],
  ['ban Bob 1 x', 'Usage: ban'],
  ['', ''],
])('[MP6] %j changes nothing', (line, text) => {
  const game = createTestGame()
  expect(runModCommands(game, line)).toEqual({ isDone: false, text: expect.stringContaining(text) })
})

test('[MP7] an impossible growth and a teleport to an unknown player change nothing', () => {
  const game = createTestGame()
  const { id, animal } = playing(game)
  const before = structuredClone({ ...animal, species: null })
  expect(runModCommands(game, `grow ${id} 2`)).toMatchObject({ isDone: false })
  expect(runModCommands(game, `teleport ${id} 76561198999999999`)).toMatchObject({ isDone: false })
  expect({ ...animal, species: null }).toEqual(before)
})
