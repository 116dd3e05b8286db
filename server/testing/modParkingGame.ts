import { species } from '../../shared/features/world/species.ts'
import { turns } from '../features/deliveries/testing/deliveryRun.ts'
import { annsPlayer, playing } from '../features/inventory/testing/openInventory.ts'
import type { MakeGame } from '../features/inventory/testing/parkingGame.ts'
import { createCommandBridgeLink } from '../game/commandBridge/commandBridgeLink.ts'
import { type BridgeMailbox, createPull } from '../game/commandBridge/pullTransport.ts'
import { usualVerbs } from '../game/commandBridge/verbs.ts'
import { animalsOf } from '../game/simulator/game.ts'
import { bridgeFaults, createBridgeMod } from '../game/simulator/mod/commandBridgeMod.ts'
import { die, enter, isOnline, leave, spawnAs } from '../game/simulator/players.ts'
import { createRandom } from '../game/simulator/random.ts'
import { createTestGame } from '../game/testing/testSimulator.ts'

/** How long an outcome may still be awaited after the mod said something, ms. */
const awaitedMs = 20_000

/**
 * The real link to a CommandBridge mod, and the simulated mod in a simulated game: requests are lost and made twice, commands are lost,
 * answered twice, half, or not at all, and the player grows, dies, leaves and spawns meanwhile. Only what nothing could tell apart is left
 * out: that a dinosaur dies by itself while the mod says that it stored it and did not.
 */
export const createModGame: MakeGame = (clock, dice) => {
  const game = createTestGame({ players: 1 })
  const { world } = game
  const mod = createBridgeMod({ game, clock, noise: createRandom(Math.floor(dice() * 1e6)) })
  const player = world.players.find(({ id }) => id === annsPlayer)
  const [carnotaurus, stegosaurus] = [species.Carnotaurus, species.Stegosaurus]
  if (!player || !carnotaurus || !stegosaurus) throw new Error('The simulated game has no such player or species.')
  spawnAs(world, player, carnotaurus, 0.8)
  let mailbox: BridgeMailbox | null = null
  let isFaulty = true
  let [liedAt, diedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const isAgo = (at: number) => clock.monotonic() - at > awaitedMs

  const read = {
    players: async () => world.online().map(({ id, name }) => ({ id, name })),
    animals: async () => animalsOf(game),
  }
  const fetch = () => {
    const how = isFaulty ? dice() : 1
    if (how < 0.1) return
    const bodies = [mailbox?.fetch() ?? '', ...(how < 0.2 ? [mailbox?.fetch() ?? ''] : [])]
    if (how < 0.3 && how >= 0.2) return
    for (const body of bodies) {
      mod.faults.next.length = 0
      const fault =
        isFaulty && body.includes('dino_') && dice() < 0.5 ? bridgeFaults[Math.floor(dice() * 7)] : undefined
      if (fault === 'idle' && !isAgo(diedAt)) continue
      if (fault) mod.faults.next.push(fault)
      if (fault === 'idle') liedAt = clock.monotonic()
      for (const line of mod.run(body)) mailbox?.answer(line)
    }
  }
  const keyOf = (id = '') => `${annsPlayer} ${id}`
  const idsOf = () => [...mod.stored.keys()].map((key) => key.slice(annsPlayer.length + 1))
  return {
    openLink(mortal) {
      const pull = createPull()
      mailbox = pull.mailbox
      // The mod asks soon, which shows that it runs.
      clock.after(1_000, () => void mailbox?.fetch())
      return createCommandBridgeLink({ open: pull.open, game: read, verbs: usualVerbs, clock: mortal })
    },
    stored: {
      keys: () => idsOf().values(),
      has: (id) => mod.stored.has(keyOf(id)),
      get size() {
        return mod.stored.size
      },
    },
    isIdle: () => true,
    endFaults() {
      isFaulty = false
    },
    wasDone: ({ kind, detail }) => mod.stored.has(keyOf(detail.dinosaur)) === (kind === 'park'),
    seen() {
      const animal = animalsOf(game).find(({ id }) => id === annsPlayer)
      if (!animal || !isOnline(player)) return []
      const row = playing(annsPlayer, animal.species, Math.round(animal.growth * 100))
      const [health, hunger, thirst] = [animal.health, animal.hunger, animal.thirst].map((one) => Math.round(one * 100))
      return [
        {
          ...row,
          animal: row.animal && ({ ...row.animal, health, hunger, thirst, dead: animal.health === 0 } as never),
        },
      ]
    },
    live() {
      const what = dice()
      const { animal } = player
      if (player.presence === 'away') return enter(world, player)
      if (!animal || player.presence !== 'playing')
        return spawnAs(world, player, what < 0.85 ? carnotaurus : stegosaurus, 0.25)
      if (what < 0.1) return leave(world, player)
      if (what < 0.3 && isAgo(liedAt)) {
        diedAt = clock.monotonic()
        animal.health = 0
        return die(world, player)
      }
      animal.growth = Math.min(1, animal.growth + 0.03)
      animal.hunger = what < 0.6 ? Math.max(0.1, animal.hunger - 0.03) : 1
    },
    isConserved: () => true,
    stepMs: 2_000,
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += 1_000) {
        clock.pass(Math.min(1_000, ms - passed))
        fetch()
        await turns(2)
      }
    },
  }
}
