import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryKind, GameAction } from '../../shared/features/deliveries/kinds.ts'
import { judgeBridge } from './bridge/bridgeReply.ts'
import { judgeReply } from './evrima/judgeReply.ts'
import { judgeWords } from './judgeWords.ts'
import { echoesOf } from './withoutEchoes.ts'

const id = '76561198000000002'
const echoes = (name: string, detail: GameAction['detail'] = {}) =>
  echoesOf({ kind: 'kick', target: { id, name }, detail }, `kick ${id}`)

test.each([
  ['kick', 'Player "I was kicked" not found', 'I was kicked', {}, 'refused'],
  ['kick', 'Player "I was kicked" not found', 'renamed since', {}, 'unclear'],
  ['kick', 'Player not found (reason: he was kicked before)', 'Ada', { reason: 'he was kicked before' }, 'refused'],
  ['ban', 'Error: Ada, "he was banned; twice"', 'Ada', { reason: 'he was banned, twice' }, 'refused'],
  ['ban', 'Player Unknown was kicked and banned', 'Unknown', {}, 'confirmed'],
  ['kick', 'Player Ada was kicked: invalid name', 'Ada', { reason: 'invalid name' }, 'confirmed'],
  ['broadcast', 'Announcement Sent: usage error', '', { text: 'usage error' }, 'confirmed'],
  ['message', 'Player not found', 'Ada', { text: 'o' }, 'refused'],
  ['message', 'Player not found', 'Ada', { text: 'Player not found' }, 'unclear'],
] as const)(
  '[JW1] [V2.2.1] %s answered %j of %j is not decided by what people chose',
  (kind, reply, name, detail, is) => {
    expect(judgeReply(kind, reply, echoes(name, detail))).toBe(is)
  },
)

test.each([
  ['Slayed player Unknown', 'Unknown', 'confirmed'],
  ['Unknown command', 'Ada', 'refused'],
  ['Player not found', 'found', 'unclear'],
  ['Player not found', 'not found', 'unclear'],
  ['', 'Error', 'confirmed'],
])('[JW2] a mod that answers %j of %j', (reply, name, is) => {
  expect(judgeWords(reply, echoes(name))).toBe(is)
})

test('[JW3] no name and no reason whatever makes a refusal a confirmation', () => {
  const kinds: readonly DeliveryKind[] = ['kick', 'ban', 'message', 'save']
  const Chosen = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      'not found',
      'Player',
      'was kicked',
      'was banned',
      'game saved',
      'not',
      'found',
      'Player not found',
    ),
  )
  fc.assert(
    fc.property(fc.constantFrom(...kinds), Chosen, Chosen, Chosen, (kind, name, reason, text) => {
      expect(judgeReply(kind, 'Player not found', echoes(name, { reason, text }))).not.toBe('confirmed')
    }),
  )
})

test('[JW4] a bridge that says that it is done, with a refusal beside it, has not said which', () => {
  const body = (response: string) => JSON.stringify({ success: true, response })
  expect(() => judgeBridge(200, body('Player not found'), echoes('Ada'))).toThrow(
    expect.objectContaining({ code: 'lost' }),
  )
  expect(judgeBridge(200, body('Slayed player Unknown'), echoes('Unknown'))).toMatchObject({ state: 'confirmed' })
})
