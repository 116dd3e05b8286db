import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/engine/testing/anyCharacter.ts'
import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { answers } from '../simulator/answers.ts'
import { readFrames } from '../simulator/serveClient.ts'
import { createTestGame } from '../testing/testSimulator.ts'
import { encodeCommand } from './channel.ts'
import { evrimaCommandFor, evrimaTemplates } from './evrimaCommands.ts'

const hourMs = 3_600_000
const victim = '76561198000000003'
const bystander = '76561198000000004'
const worded = (action: GameAction) => evrimaCommandFor(evrimaTemplates, action)
const actionOf = (kind: GameAction['kind'], name: string, detail: GameAction['detail'] = {}): GameAction => ({
  kind,
  target: { id: victim, name },
  detail,
})

/** Hostile names and texts: other ids, separators, ends of frames. */
const tricky = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.constantFrom(bystander, ` ${bystander} `, `${bystander},0`, `x,${bystander}`, '', ',', '0', '\0\x02P\0'),
  fc.string({ unit: fc.constantFrom(',', ' ', '"', '\0', '\n', '\r', ';', '\x02', '7', 'é'), maxLength: 40 }),
)

/** The single command that the game receives. */
function heard(action: GameAction) {
  const { command, argument } = worded(action)
  const frames = readFrames(encodeCommand(command, argument))
  expect(frames).toEqual([{ type: 'command', command, argument }])
  return argument
}

test('[V1.2.5] a ban has the intended player and duration, for any name and reason', () => {
  fc.assert(
    fc.property(tricky, tricky, fc.option(fc.integer({ min: 1, max: 1e10 })), (name, reason, durationMs) => {
      const game = createTestGame({ players: 8 })
      const argument = heard(actionOf('ban', name.slice(0, 200), { reason: reason.slice(0, 60), durationMs }))
      expect(answers.ban(game, argument)).toMatch(/was kicked and banned$/)
      const until = durationMs === null ? 87_600 * hourMs : Math.ceil(durationMs / hourMs) * hourMs
      expect([...game.world.bans]).toEqual([[victim, until]])
      expect(argument.split(',')).toHaveLength(4)
    }),
    { numRuns: 300 },
  )
})

test('[V1.2.5] a kick and a message have the intended player and two arguments', () => {
  fc.assert(
    fc.property(tricky, tricky, (name, text) => {
      const game = createTestGame({ players: 8 })
      const kick = heard(actionOf('kick', name, { reason: text }))
      expect(kick.split(',')).toHaveLength(2)
      expect(answers.kick(game, kick)).toMatch(/was kicked$/)
      expect(game.world.online().map(({ id }) => id)).toContain(bystander)
      expect(game.world.online().map(({ id }) => id)).not.toContain(victim)
      const [id, said, ...more] = heard(actionOf('message', name, { text: `Hello${text}` })).split(',')
      expect([id, said?.startsWith('Hello'), more]).toEqual([victim, true, []])
    }),
    { numRuns: 200 },
  )
})
