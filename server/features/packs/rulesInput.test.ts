import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/packs/commands.ts'
import { openPacks } from './testing/openPacks.ts'

/** A hub with one pack, and whether anything in it has changed since. */
async function openStill() {
  const packs = await openPacks()
  const id = await packs.found('ann')
  const changes: unknown[] = []
  packs.hub.onPublish((published) => changes.push(...published))
  return { ...packs, id, changes }
}

const long = 'x'.repeat(200)
test.each([
  ['no characters', '', 'Give the pack a name.'],
  ['only spaces', ' \t\u00a0\u3000 ', 'Give the pack a name.'],
  ['nothing that can be seen', '\u200b\u200d\u2060', 'can be seen'],
  ['200 characters', long, 'at most 30 characters'],
  ['31 characters', 'x'.repeat(31), 'at most 30 characters'],
  ['a new line', 'Night\nhunt', 'control'],
  ['a sign that turns the text round', 'Night \u202ehunt', 'control'],
  ['half an emoji', 'Night \ud83e', 'control'],
  ['no text', 5, 'expected string'],
])('[PK14] a name of %s is refused with what is wrong', async (_what, name, says) => {
  const { changes, ask, idOf } = await openStill()
  const answer = await ask('bob', commands.createPack, { name })
  expect(answer).toMatchObject({ ok: false, code: 'badInput', problems: [expect.stringContaining(says)] })
  expect([changes, idOf('bob')]).toEqual([[], null])
})

test.each(['Nachtjäger 恐竜', '👨‍👩‍👧 herd', "Rex' & <b>Co</b>", 'x'.repeat(30)])(
  '[PK15] a name as "%s" is a name',
  async (name) => {
    const { ask, packOf } = await openPacks()
    await ask('ann', commands.createPack, { name })
    expect(packOf('ann').name).toBe(name)
  },
)

test.each([
  ['nothing', '', 'emptyCode'],
  ['spaces', '  \t ', 'emptyCode'],
  ['Cyrillic letters', 'АВСЕНК', 'strangeCode'],
  ['full-width letters', 'ＡＢＣＤＥＦ', 'strangeCode'],
  ['emoji', '🦖🦕🦖', 'strangeCode'],
  ['a zero, a one, and letters that look like them', '01OILX', 'strangeCode'],
  ['too few', 'ABCDE', 'strangeCode'],
  ['too many', 'ABCDEFG', 'strangeCode'],
  ['a thousand characters', 'A'.repeat(1_000), 'strangeCode'],
  ['the name of something else', '__proto__', 'strangeCode'],
  ['a code that no pack has', 'ZZZZZZ', 'unknownCode'],
])('[PK16] a code of %s has a refusal of its own, and changes nothing', async (_what, code, refusal) => {
  const { changes, ask, idOf } = await openStill()
  const answer = await ask('bob', commands.joinPack, { code })
  const message = commands.joinPack.refusals[refusal as keyof typeof commands.joinPack.refusals]
  expect(answer).toEqual({ ok: false, code: refusal, message })
  expect([changes, idOf('bob')]).toEqual([[], null])
})

test('[PK17] what is wrong with a code is told before that one is in a pack', async () => {
  const { found, ask } = await openPacks()
  await found('ann')
  for (const [code, refusal] of [
    ['', 'emptyCode'],
    ['?', 'strangeCode'],
    ['ZZZZZZ', 'unknownCode'],
  ])
    expect(await ask('ann', commands.joinPack, { code })).toMatchObject({ code: refusal })
})

test.each([
  ['west of', { x: -0.001, y: 5 }, 'outside'],
  ['south of', { x: 5, y: 4_096.001 }, 'outside'],
  ['far from', { x: 1e300, y: 5 }, 'outside'],
  ['infinitely far from', { x: Number.POSITIVE_INFINITY, y: 5 }, 'badInput'],
  ['at no number on', { x: 5, y: Number.NaN }, 'badInput'],
  ['half named on', { x: 5 }, 'badInput'],
  ['nowhere on', { x: null, y: null }, 'badInput'],
])('[PK18] a place %s the map is neither pinged nor a waypoint', async (_where, place, refusal) => {
  const { changes, ask } = await openStill()
  expect(await ask('ann', commands.pingPlace, place)).toMatchObject({ ok: false, code: refusal })
  expect(await ask('ann', commands.setWaypoint, { place })).toMatchObject({ ok: false, code: refusal })
  expect(changes).toEqual([])
})
