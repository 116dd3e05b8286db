import { expect, test } from 'vitest'
import { species } from '../../../shared/features/world/species.ts'
import { parsePlayerData, parsePlayerList } from '../evrima/parsePlayers.ts'
import { createTestGame } from '../testing/testSimulator.ts'
import { answers } from './answers.ts'
import type { Game } from './game.ts'
import { step } from './step.ts'

const listed = (game: Game) => parsePlayerList(answers.playerlist(game, '') ?? '').value.map(({ id }) => id)
const sighted = (game: Game) => parsePlayerData(answers.getplayerdata(game, '') ?? '').value
const idOf = (game: Game, index: number) => game.world.players[index]?.id ?? ''
/** Whether the player is in the game again at some time of the next day. */
function comesBack(game: Game, id: string): boolean {
  for (let minute = 0; minute < 24 * 60 && !listed(game).includes(id); minute++) step(game.world, 60_000)
  return listed(game).includes(id)
}

test('[AN5] a banned player stays away for the given hours', () => {
  const game = createTestGame({ players: 20 })
  const id = idOf(game, 2)
  expect(answers.ban(game, `X,${id},reason,2`)).toMatch(/was kicked and banned$/)
  for (let minute = 0; minute < 120; minute++) {
    expect(listed(game)).not.toContain(id)
    step(game.world, 60_000)
  }
  expect(comesBack(game, id)).toBe(true)
})

test.each(['0', 'permanent', ''])(
  '[BH4] a ban of “%s” hours kicks the player and ends at once, as in the game',
  (hours) => {
    const game = createTestGame({ players: 20 })
    const id = idOf(game, 2)
    expect(answers.ban(game, `X,${id},reason,${hours}`)).toMatch(/was kicked and banned$/)
    expect(comesBack(game, id)).toBe(true)
  },
)

test('[BH8] the simulated game offers the 22 playable species, and a player can play the newest two', () => {
  const game = createTestGame({ players: 60 })
  expect(answers.getplayables(game, '')?.split(',')).toEqual(Object.keys(species))
  for (const name of ['Kentrosaurus', 'Austroraptor']) {
    answers.updateplayables(game, name)
    for (const id of listed(game)) answers.kick(game, id)
    for (let minute = 0; minute < 30; minute++) step(game.world, 60_000)
    expect(sighted(game).map((one) => one.species)).toContain(name)
  }
})
