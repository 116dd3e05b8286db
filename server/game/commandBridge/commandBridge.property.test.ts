import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryKind, GameAction } from '../../../shared/features/deliveries/kinds.ts'
import type { ActionError } from '../actionLink.ts'
import { animalsOf, type Game } from '../simulator/game.ts'
import { type BridgeFault, bridgeFaults, createBridgeMod } from '../simulator/mod/commandBridgeMod.ts'
import { createRandom } from '../simulator/random.ts'
import { createManualClock } from '../testing/manualClock.ts'
import { createTestGame } from '../testing/testSimulator.ts'
import { createCommandBridgeLink } from './commandBridgeLink.ts'
import { createPull } from './pullTransport.ts'
import { testVerbs } from './testing/testBridge.ts'

const verbs: Readonly<Partial<Record<DeliveryKind, string>>> = {
  slay: 'kill',
  heal: 'heal',
  grow: 'setgrowth',
  teleport: 'teleport',
  message: 'notify',
  kick: 'kick',
}
const kinds = Object.keys(verbs) as DeliveryKind[]

/** What happens in a turn, one second long. Each player gets each kind once, so that effects can be counted by verb and player. */
const Turn = fc.record({
  orders: fc.array(fc.record({ kind: fc.constantFrom(...kinds), player: fc.nat(5) }), { maxLength: 3 }),
  faults: fc.array(fc.constantFrom<BridgeFault>(...bridgeFaults), { maxLength: 2 }),
  /** Of the mod's request. */
  get: fc.constantFrom('once', 'once', 'once', 'lost', 'twice', 'none'),
})

/** A mod that fetches over HTTP, without the network: all that can happen to a GET and a POST happens in `turn`. */
function setUp() {
  const clock = createManualClock(1_700_000_000_000)
  const game: Game = createTestGame({ players: 6 })
  const mod = createBridgeMod({ game, clock, noise: createRandom(1) })
  const { open, mailbox } = createPull()
  const read = {
    players: async () => game.world.online().map(({ id, name }) => ({ id, name })),
    animals: async () => animalsOf(game),
  }
  const link = createCommandBridgeLink({ open, game: read, verbs: testVerbs, clock })
  const players = game.world.players.slice(0, 6)
  for (const { animal } of players) if (animal) Object.assign(animal, { health: 0.3, growth: 0.5 })
  return {
    clock,
    link,
    players,
    mod,
    get(how: string) {
      if (how === 'none') return
      const bodies = how === 'twice' ? [mailbox.fetch(), mailbox.fetch()] : [mailbox.fetch()]
      if (how === 'lost') return
      for (const body of bodies) for (const line of mod.run(body)) mailbox.answer(line)
    },
  }
}

const detailOf = (kind: DeliveryKind, destination: string): GameAction['detail'] =>
  kind === 'teleport' ? { destination } : kind === 'grow' ? { text: '0.9' } : kind === 'message' ? { text: 'Hi' } : {}

test('[BM40] whatever happens to requests, commands and answers: nothing has its effect twice, what was not sent has none, and what is confirmed has one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Turn, { minLength: 5, maxLength: 25 }), async (turns) => {
      const { clock, link, players, mod, get } = setUp()
      const outcomes = new Map<string, string>()
      const running: Promise<void>[] = []
      for (const { orders, faults, get: how } of turns) {
        for (const { kind, player } of orders) {
          const target = players[player]
          const key = `${verbs[kind]} ${target?.id}`
          if (!target || outcomes.has(key)) continue
          outcomes.set(key, 'open')
          const detail = detailOf(kind, players[(player + 1) % players.length]?.id ?? '')
          running.push(
            link.perform({ kind, target: { id: target.id, name: target.name }, detail }).then(
              ({ state, changed }) => void outcomes.set(key, changed === false ? `${state} unchanged` : state),
              ({ code }: ActionError) => void outcomes.set(key, code),
            ),
          )
        }
        mod.faults.next.push(...faults)
        get(how)
        await clock.advance(1_000)
      }
      for (let second = 0; second < 40; second++) {
        get('once')
        await clock.advance(1_000)
      }
      await Promise.all(running)
      const effects = (key: string) =>
        mod.log.filter(({ verb, steam, isDone }) => isDone && `${verb} ${steam}` === key).length
      for (const [key, outcome] of outcomes) {
        const count = effects(key)
        expect([key, outcome, count]).toEqual([key, outcome, Math.min(1, count)])
        if (outcome === 'notSent' || outcome === 'refused unchanged')
          expect([key, outcome, count]).toEqual([key, outcome, 0])
        // Only the mod can report a message, and it may lie.
        if (outcome === 'confirmed' && !key.startsWith('notify')) expect([key, count]).toEqual([key, 1])
      }
      await link.close()
      expect(clock.waiting()).toBe(0)
    }),
    { numRuns: 300 },
  )
})
