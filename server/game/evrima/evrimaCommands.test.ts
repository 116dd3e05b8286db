import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { templateProblem } from '../commandTemplates.ts'
import { answers } from '../simulator/answers.ts'
import { readFrames } from '../simulator/serveClient.ts'
import { createTestGame } from '../testing/testSimulator.ts'
import { encodeCommand } from './channel.ts'
import { evrimaCommandFor, evrimaTemplates } from './evrimaCommands.ts'

const hourMs = 3_600_000
const victim = '76561198000000003'
const bystander = '76561198000000004'
const worded = (action: GameAction, table = evrimaTemplates) => evrimaCommandFor(table, action)
const actionOf = (kind: GameAction['kind'], name: string, detail: GameAction['detail'] = {}): GameAction => ({
  kind,
  target: { id: victim, name },
  detail,
})

/** Hostile names and texts: other ids, separators, ends of frames. */
const tricky = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
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

test('[EW1] an action without a reason gets a default one, since empty arguments would shift the others', () => {
  expect(worded(actionOf('ban', ''))).toEqual({
    command: 'ban',
    argument: `player 0003,${victim},No reason given,87600`,
  })
  expect(worded(actionOf('ban', bystander)).argument).toMatch(new RegExp(`^#${bystander},`))
})

test('[EW2] a single text argument keeps its commas; others do not', () => {
  const detail = { text: 'Storm, hide' }
  expect(worded({ kind: 'broadcast', target: null, detail }).argument).toBe('Storm, hide')
  expect(worded(actionOf('message', 'Ada', detail)).argument).toBe(`${victim},Storm; hide`)
})

test('[EW3] a command that is too long is refused with its length', () => {
  const broadcast = (text: string) => worded({ kind: 'broadcast', target: null, detail: { text } }).argument
  expect(broadcast('x'.repeat(998))).toHaveLength(998)
  expect(() => broadcast('x'.repeat(999))).toThrow('999 bytes and the game takes at most 998')
  expect(() => broadcast('🦖'.repeat(250))).toThrow('1000 bytes')
})

test.each([
  ['whitelist', { on: true }, 'addwhitelist', victim],
  ['whitelist', { on: false }, 'removewhitelist', victim],
  ['toggle', { toggle: 'spawnAI', on: false }, 'toggleai', '0'],
  ['toggle', { toggle: 'globalChat', on: true }, 'toggleglobalchat', '1'],
  ['toggle', { toggle: 'humans', on: true }, 'togglehumans', '1'],
  ['toggle', { toggle: 'whitelist', on: true }, 'togglewhitelist', '1'],
  ['save', {}, 'save', ''],
  ['wipeCorpses', {}, 'wipecorpses', ''],
] as const)('[EW4] %s %o gives %s', (kind, detail, command, argument) => {
  expect(worded(actionOf(kind, 'Ada', detail))).toEqual({ command, argument })
})

test.each(['slay', 'heal', 'teleport', 'grow', 'unban', 'console', 'weather'] as const)(
  '[EW5] it has no template for %s',
  (kind) => {
    expect(() => worded(actionOf(kind, 'Ada', { text: 'x', destination: bystander }))).toThrow('no template for')
  },
)

test('[EW6] a toggle or whitelist command without a direction is refused', () => {
  expect(() => worded(actionOf('whitelist', 'Ada'))).toThrow('on or off')
  expect(() => worded(actionOf('toggle', 'Ada', { on: true }))).toThrow('what to turn')
})

test('[EW7] the templates can be configured', () => {
  const table = { ...evrimaTemplates, toggle: '' }
  expect(worded(actionOf('toggle', 'Ada', { toggle: 'humans', on: true }), table).argument).toBe('')
})

test.each([
  ['hours', 1, '1'],
  ['hours', hourMs, '1'],
  ['hours', hourMs + 1, '2'],
  ['hours', null, '87600'],
  // No source has tried more than the ten years of a permanent ban.
  ['hours', 36_600 * 24 * hourMs, '87600'],
  ['minutes', 90_000, '2'],
  ['minutes', null, '5256000'],
  ['seconds', 90_500, '91'],
  ['seconds', null, '315360000'],
] as const)('[BH5] a template may count a ban in {%s}: %s ms are sent as %s', (unit, durationMs, sent) => {
  const table = { ...evrimaTemplates, ban: `{id},{reason},{${unit}}` }
  expect(templateProblem(table.ban)).toBeNull()
  expect(worded(actionOf('ban', 'Ada', { reason: 'a,b', durationMs }), table).argument).toBe(`${victim},a;b,${sent}`)
})
