import { expect, test } from 'vitest'
import { createTestGame, pondTerrain } from '../testing/testSimulator.ts'
import { type Animal, distance } from './animal.ts'
import { answers } from './answers.ts'
import type { Game } from './game.ts'
import { centreOf } from './group.ts'
import { step } from './step.ts'
import type { Activity, Player } from './world.ts'

const replies = (game: Game) =>
  (['playerlist', 'getplayerdata', 'serverdetails'] as const).map((command) => answers[command](game, ''))
const livingOf = ({ world }: Game): Animal[] => [...world.groups].flatMap(({ members }) => members)
const hour = 3_600_000

/** Steps a game for an hour and checks it after each second. */
function watch(game: Game, look: () => void, ms = hour) {
  for (let passed = 0; passed < ms; passed += 1000) {
    step(game.world, 1000)
    look()
  }
}

test('[WO1] the same seed and time give the same replies, whatever the size of the steps', () => {
  const [one, other] = [createTestGame(), createTestGame()]
  for (let i = 0; i < 600; i++) step(one.world, 1000)
  for (let i = 0; i < 6000; i++) step(other.world, 100)
  expect(replies(one)).toEqual(replies(other))
  const third = createTestGame({ seed: 2 })
  step(third.world, 600_000)
  expect(replies(third)).not.toEqual(replies(one))
})

test('[WO2] requests of clients change nothing', () => {
  const [asked, left] = [createTestGame(), createTestGame()]
  watch(asked, () => replies(asked), 60_000)
  watch(left, () => {}, 60_000)
  expect(replies(asked)).toEqual(replies(left))
})

test('[WO3] no animal jumps or exceeds its speed, and no land animal is in deep water', () => {
  const game = createTestGame({ players: 80 })
  const before = new Map<Animal, { x: number; y: number }>()
  const faults: string[] = []
  watch(game, () => {
    for (const animal of livingOf(game)) {
      const metres = distance(before.get(animal) ?? animal, animal) * game.world.metresPerUnit
      if (metres > animal.species.run * animal.vigour + 0.01) faults.push(`${animal.species.name} made ${metres} m`)
      before.set(animal, { x: animal.x, y: animal.y })
      // A ground cell is four units wide, so its corners may be a little deeper than its centre.
      const depth = pondTerrain.depth(animal.x, animal.y)
      if (animal.species.habit === 'land' && depth > 1.7) faults.push(`${animal.species.name} is ${depth} m deep`)
    }
  })
  expect(faults).toEqual([])
})

test('[WO4] animals stand, walk and run, each for a good part of their time', () => {
  const game = createTestGame({ players: 80 })
  const times = { standing: 0, walking: 0, running: 0 }
  watch(game, () => {
    for (const { speed, species, vigour } of livingOf(game))
      times[speed < 0.2 ? 'standing' : speed < species.walk * vigour * 1.3 ? 'walking' : 'running']++
  })
  const all = times.standing + times.walking + times.running
  expect(times.standing / all).toBeGreaterThan(0.15)
  expect(times.walking / all).toBeGreaterThan(0.3)
  expect(times.running / all).toBeGreaterThan(0.02)
})

test('[WO5] herds stay together, travel, rest, and go to the water when thirsty', () => {
  const game = createTestGame({ players: 80 })
  const activities = new Set<Activity>()
  let sated = 0
  let together = 0
  let members = 0
  watch(game, () => {
    for (const group of game.world.groups) {
      if (group.species.diet !== 'herbivore') continue
      activities.add(group.activity)
      if (group.activity === 'drinking') sated += group.members.filter(({ thirst }) => thirst > 0.95).length
      const centre = centreOf(group)
      together += group.members.filter((member) => distance(member, centre) < 40).length
      members += group.members.length
    }
  })
  expect([...activities].sort()).toEqual(['drinking', 'fleeing', 'foraging', 'resting', 'travelling'])
  expect(sated).toBeGreaterThan(0)
  expect(together / members).toBeGreaterThan(0.85)
})

test('[WO6] hunters rest, stalk, chase, sometimes kill, and eat what they killed', () => {
  const game = createTestGame({ players: 80 })
  const activities = new Set<Activity>()
  const kills = new Set<Animal>()
  watch(game, () => {
    for (const group of game.world.groups) {
      if (group.species.diet !== 'carnivore' || group.species.habit !== 'land') continue
      activities.add(group.activity)
      if (group.activity === 'chasing' && group.other?.health === 0) kills.add(group.other)
      for (const player of game.world.players)
        if (player.presence === 'dead' && player.animal && player.animal.thirst > 0) kills.add(player.animal)
    }
  })
  for (const activity of ['resting', 'travelling', 'drinking', 'stalking', 'chasing', 'feasting'] as const)
    expect(activities).toContain(activity)
  expect(kills.size).toBeGreaterThan(0)
})

test('[WO7] every playing player has one dinosaur in one group, and a dead one chooses and plays again', () => {
  const game = createTestGame({ players: 60 })
  const paths = new Map<string, string>()
  let faults = 0
  const note = ({ id, presence }: Player) => {
    const path = paths.get(id) ?? ''
    if (!path.endsWith(presence)) paths.set(id, `${path} ${presence}`)
  }
  watch(
    game,
    () => {
      const playing = game.world.players.filter(({ presence }) => presence === 'playing')
      const living = new Set(livingOf(game))
      const isWhole = living.size === playing.length && playing.every(({ animal }) => animal && living.has(animal))
      if (!isWhole || livingOf(game).length !== living.size) faults++
      game.world.players.forEach(note)
    },
    2 * hour,
  )
  expect(faults).toBe(0)
  const all = [...paths.values()]
  expect(all.some((path) => path.includes('playing dead choosing playing'))).toBe(true)
  expect(all.some((path) => path.includes('playing away playing'))).toBe(true)
  expect(all.slice(0, 4).some((path) => path.includes('away'))).toBe(false)
})

test('[WO8] about the wanted number of players is online, and never more', () => {
  const game = createTestGame({ players: 60 })
  const counts: number[] = []
  watch(game, () => counts.push(game.world.online().length))
  expect(Math.max(...counts)).toBe(60)
  expect(Math.min(...counts)).toBeGreaterThan(52)
})

test('[WO9] young animals grow, and every vital stays a fraction', () => {
  const game = createTestGame()
  const young = livingOf(game).filter(({ growth }) => growth < 0.8)
  const before = young.map(({ growth }) => growth)
  let faults = 0
  watch(game, () => {
    for (const { health, stamina, hunger, thirst, growth } of livingOf(game))
      if ([health, stamina, hunger, thirst, growth].some((vital) => !(vital >= 0 && vital <= 1))) faults++
  })
  expect(faults).toBe(0)
  expect(young.length).toBeGreaterThan(5)
  for (const [i, { growth }] of young.entries()) expect(growth).toBeGreaterThan(before[i] ?? 1)
})

test('[WO10] an empty world stays empty, and one without playables admits no player', () => {
  const empty = createTestGame({ players: 0 })
  watch(empty, () => {}, 60_000)
  expect(answers.playerlist(empty, '')).toBe('PlayerList\n\n')

  const closed = createTestGame({ players: 20 })
  answers.updateplayables(closed, '')
  for (const animal of livingOf(closed)) animal.health = 0
  watch(closed, () => {}, 10 * 60_000)
  expect(closed.world.groups.size).toBe(0)
  expect(closed.world.online().length).toBeGreaterThan(10)
})

test('[WO12] a frozen world stands still while its time and commands go on, and moves again afterwards', () => {
  const game = createTestGame({ players: 60 })
  const { world } = game
  step(world, 600_000)
  world.isFrozen = true
  // The rows of those who had just left expire.
  step(world, 60_000)
  const withoutTime = (reply: string | null) => (reply ?? '').replace(/^\[[^\]]*\]/, '')
  const [rows, joined] = [answers.getplayerdata(game, ''), answers.playerlist(game, '')]
  step(world, hour)
  expect(withoutTime(answers.getplayerdata(game, ''))).toBe(withoutTime(rows))
  expect(answers.playerlist(game, '')).toBe(joined)
  const [kicked, slain, other] = world.players.filter(({ presence }) => presence === 'playing')
  if (!kicked || !slain?.animal || !other) throw new Error('Too few are playing')
  answers.kick(game, kicked.id)
  slain.animal.health = 0
  step(world, 1000)
  expect([kicked.presence, slain.presence, other.presence]).toEqual(['away', 'dead', 'playing'])
  world.isFrozen = false
  step(world, 60_000)
  expect(withoutTime(answers.getplayerdata(game, ''))).not.toBe(withoutTime(rows))
})

test('[WO11] days and nights alternate', () => {
  const game = createTestGame({ players: 0 })
  const minutes: number[] = []
  watch(game, () => minutes.push(game.world.timeOfDay()), 2 * hour)
  expect(minutes[0]).toBeCloseTo(480, 0)
  expect(minutes.every((minute) => minute >= 0 && minute < 1440)).toBe(true)
  expect(minutes.filter((minute) => minute < 300 || minute > 1260).length / minutes.length).toBeCloseTo(20 / 120, 1)
})
