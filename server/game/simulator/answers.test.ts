import { expect, test } from 'vitest'
import { parsePlayerData, parsePlayerList } from '../evrima/parsePlayers.ts'
import { parseServerDetails } from '../evrima/parseServerDetails.ts'
import { createTestGame } from '../testing/testSimulator.ts'
import { answers } from './answers.ts'
import type { Game } from './game.ts'
import { step } from './step.ts'

const listed = (game: Game) => parsePlayerList(answers.playerlist(game, '') ?? '').value.map(({ id }) => id)
const sighted = (game: Game) => parsePlayerData(answers.getplayerdata(game, '') ?? '').value
const details = (game: Game) => parseServerDetails(answers.serverdetails(game, '') ?? '').value
const hourMs = 3_600_000
const idOf = (game: Game, index: number) => game.world.players[index]?.id ?? ''

test('[AN1] a player who is choosing is in the list of players and has no dinosaur row', () => {
  const game = createTestGame({ players: 120 })
  const [player] = game.world.players.filter(({ presence }) => presence === 'choosing')
  expect(listed(game)).toContain(player?.id)
  expect(sighted(game).map(({ id }) => id)).not.toContain(player?.id)
})

test('[AN2] dead dinosaurs have rows with health 0 until their bodies are wiped', () => {
  const game = createTestGame()
  const player = game.world.players[6]
  if (player?.animal) player.animal.health = 0
  step(game.world, 250)
  expect(sighted(game)).toContainEqual(expect.objectContaining({ id: player?.id, health: 0 }))
  expect(answers.wipecorpses(game, '')).toMatch(/Corpses wiped$/)
  expect(sighted(game).some(({ health }) => health === 0)).toBe(false)
  expect(listed(game)).toContain(player?.id)
})

test('[AN3] a kicked player leaves the list at once, while the dinosaur is reported a little longer', () => {
  const game = createTestGame()
  const id = idOf(game, 6)
  expect(answers.kick(game, `${id},bad manners`)).toMatch(/^\[.+\] Player [0-9a-f]{32} was kicked$/)
  expect(listed(game)).not.toContain(id)
  expect(sighted(game).map((one) => one.id)).toContain(id)
  step(game.world, 46_000)
  const isBack = listed(game).includes(id)
  expect(sighted(game).some((one) => one.id === id)).toBe(isBack)
})

test('[AN4] a kick or ban of an absent player gets no reply, and the ban is in force', () => {
  const game = createTestGame({ players: 20 })
  const away = game.world.players.find(({ presence }) => presence === 'away')?.id ?? ''
  expect(answers.kick(game, away)).toBeNull()
  expect(answers.ban(game, `Some, name,${away},griefing,87600`)).toBeNull()
  expect(game.world.bans.get(away)).toBe(87_600 * hourMs)
})

test('[AN6] getplayerdata ignores its id argument', () => {
  const game = createTestGame()
  expect(answers.getplayerdata(game, idOf(game, 1))).toBe(answers.getplayerdata(game, ''))
})

test.each([
  ['toggleai', 'spawnAI', /AI spawns are now (On|Off)$/],
  ['togglehumans', 'humans', /(On|Off)$/],
  ['toggleglobalchat', 'globalChat', /(On|Off)$/],
] as const)('[AN7] %s replies the opposite of the later server details', (command, flag, form) => {
  const game = createTestGame()
  const before = details(game).flags[flag]
  const [, said] = form.exec(answers[command](game, '') ?? '') ?? []
  expect(details(game).flags[flag]).toBe(!before)
  expect(said).toBe(before ? 'On' : 'Off')
  answers[command](game, '1')
  expect(details(game).flags[flag]).toBe(true)
})

test('[AN8] the whitelist replies truthfully, and keeps other players out', () => {
  const game = createTestGame({ players: 20 })
  expect(answers.togglewhitelist(game, '1')).toMatch(/On$/)
  answers.addwhitelist(game, `${idOf(game, 0)},${idOf(game, 1)}`)
  for (const id of listed(game)) answers.kick(game, id)
  for (let minute = 0; minute < 10; minute++) step(game.world, 60_000)
  expect(listed(game).sort()).toEqual([idOf(game, 0), idOf(game, 1)].sort())
})

test('[AN9] playables are replaced, added and removed, even with unknown names', () => {
  const game = createTestGame()
  expect(answers.updateplayables(game, 'Troodon,Carnotaurus')).toMatch(/Playables updated: Troodon,Carnotaurus$/)
  answers.addplayable(game, 'Unicorn')
  answers.removeplayable(game, 'Troodon')
  expect(answers.getplayables(game, '')).toBe('Carnotaurus,Unicorn')
  answers.updateplayables(game, '')
  expect(answers.getplayables(game, '')).toBe('')
})

test('[AN10] an announcement is kept whole, and its echo is cut', () => {
  const game = createTestGame()
  const text = 'a'.repeat(998)
  expect(answers.announce(game, text)).toMatch(/Announcement Sent: a{511}$/)
  expect(game.world.announcements).toEqual([text])
})

test('[AN11] a save is recorded, and commands without a reply get none', () => {
  const game = createTestGame()
  step(game.world, 5000)
  expect(answers.save(game, 'backup')).toContain('Game saved')
  expect(game.world.savedAt).toBe(5000)
  expect(answers.pause(game, '')).toBeNull()
  expect(answers.custom(game, 'heal')).toBeNull()
})

test('[AN12] the growth rate can be raised', { tags: 'slow' }, () => {
  const [quick, usual] = [createTestGame(), createTestGame()]
  answers.setgrowthmultiplier(quick, '10')
  const grown = ({ world }: Game) => {
    step(world, 600_000)
    return world.players[6]?.animal?.growth ?? 0
  }
  expect(grown(quick)).toBeGreaterThan(grown(usual))
})
