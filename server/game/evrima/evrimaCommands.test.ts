import { expect, test } from 'vitest'
import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { templateProblem } from '../commandTemplates.ts'
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
