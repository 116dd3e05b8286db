import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryKind, GameAction } from '../../shared/features/deliveries/kinds.ts'
import { judgeBridgeResponse } from './bridge/bridgeRequest.ts'
import { judgeReply } from './evrima/evrimaActions.ts'
import { echoesOf, judgeReplyText, withoutEchoes } from './replyText.ts'

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
  '[JW1] [V2.2.1] %s answered %j of %j is not influenced by texts of users',
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
  expect(judgeReplyText(reply, echoes(name))).toBe(is)
})

test('[JW3] no name and no reason turns a refusal into a confirmation', () => {
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

test('[JW4] a bridge that reports success together with a refusal is unclear', () => {
  const body = (response: string) => JSON.stringify({ success: true, response })
  expect(() => judgeBridgeResponse(200, body('Player not found'), echoes('Ada'))).toThrow(
    expect.objectContaining({ code: 'lost' }),
  )
  expect(judgeBridgeResponse(200, body('Slayed player Unknown'), echoes('Unknown'))).toMatchObject({
    state: 'confirmed',
  })
})

test.each([
  ['Announcement Sent: not found', ['not found'], 'Announcement Sent:  … '],
  ['Player Unknown was kicked', ['Unknown'], 'Player  …  was kicked'],
  ['Player Unknown2 was kicked', ['Unknown'], 'Player Unknown2 was kicked'],
  ['errors, error', ['error'], 'errors,  … '],
  ['aaaa𝔸 aaaa', ['aaaa'], 'aaaa𝔸  … '],
  ['no no no', ['no'], 'no no no'],
])('[EC1] texts of users are removed as whole words: %j without %j', (reply, echoes, left) => {
  expect(withoutEchoes(reply, echoes)).toBe(left)
})

/** The same, as a pattern. */
const byPattern = (reply: string, echo: string) =>
  reply.replace(new RegExp(`(?<![\\p{L}\\p{N}])${echo.replace(/[.(]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu'), ' … ')

test('[EC2] in any context a text is found exactly where a pattern finds it', () => {
  const sign = fc.constantFrom('a', 'b', 'ab', '.', '(', '-', '𝔸', '🦖', '7', 'é')
  const reply = fc.array(sign, { maxLength: 40 }).map((signs) => signs.join(''))
  const echo = fc.array(sign, { minLength: 4, maxLength: 5 }).map((signs) => signs.join(''))
  const around = fc.tuple(reply, echo, reply, reply).map(([one, said, other, last]) => ({
    said,
    reply: `${one}${said}${other}${said}${said}${last}`,
  }))
  fc.assert(fc.property(around, ({ reply: heard, said }) => withoutEchoes(heard, [said]) === byPattern(heard, said)))
})
