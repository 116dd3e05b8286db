import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { guest, person } from '../../testing/principals.ts'
import { answerRecentTrails } from './feature.ts'

const packId = '00000000-0000-4000-8000-000000000001'
const member = (joinedAt: number, sharedSince: number | null) => ({ name: 'M', joinedAt, sharedSince })

/** Ada, Ben and Cyd in one pack, Dan in none; each linked to a player, except those in `unlinked`. */
function ask(
  who: string | null,
  { unlinked = [] as string[], gone = [] as string[], linkedAt = {} as Record<string, number> } = {},
) {
  const members = { ada: member(100, 100), ben: member(200, 300), cyd: member(50, null) }
  const there = Object.entries(members).filter(([name]) => !gone.includes(name))
  const documents: Record<string, object> = { [`pack/${packId}`]: { members: Object.fromEntries(there) } }
  for (const name of ['ada', 'ben', 'cyd']) documents[`membership/${name}`] = { pack: packId }
  for (const name of ['ada', 'ben', 'cyd', 'dan'])
    documents[`account/${name}`] = {
      steamId: unlinked.includes(name) ? null : `steam-${name}`,
      ...(linkedAt[name] !== undefined && { linkedAt: linkedAt[name] }),
    }
  const kinds = { account, membership, pack } as const
  const read = ((kind: { kind: keyof typeof kinds }, key = '') =>
    kinds[kind.kind].schema.parse(documents[`${kind.kind}/${key}`] ?? {})) as QueryContext['read']
  const asked: [string, number][] = []
  const of = (id: string, from: number) => {
    asked.push([id, from])
    return [[[from, 1, 2] as [number, number, number]]]
  }
  const { trails } = answerRecentTrails({ principal: who === null ? guest : person(who), now: 1_000, read }, { of })
  return { asked: Object.fromEntries(asked), names: Object.keys(trails).sort() }
}

test("[TR54] the user's own trail is answered whole, hiding or not", () => {
  expect(ask('dan')).toEqual({ asked: { 'steam-dan': 0 }, names: ['dan'] })
  expect(ask('cyd').asked['steam-cyd']).toBe(0)
})

test("[TR55] a member's trail begins when they began to share and when the user joined; hiding members have none", () => {
  expect(ask('ada')).toEqual({ asked: { 'steam-ada': 0, 'steam-ben': 300 }, names: ['ada', 'ben'] })
  expect(ask('ben').asked).toEqual({ 'steam-ben': 0, 'steam-ada': 200 })
})

test('[TR56] a former member gets nothing of a pack, whatever the membership document says', () => {
  const { asked } = ask('ada', { gone: ['ada'] })
  expect(asked).toEqual({ 'steam-ada': 0 })
})

test('[TR57] a user without a linked player has no trail, and a guest gets none at all', () => {
  expect(ask('ada', { unlinked: ['ada', 'ben'] })).toEqual({ asked: {}, names: [] })
  expect(ask(null)).toEqual({ asked: {}, names: [] })
})

test('[TR58] nothing of a member from before they were linked to the player is answered', () => {
  const linkedAt = { ada: 500, ben: 250 }
  expect(ask('ada', { linkedAt }).asked).toEqual({ 'steam-ada': 0, 'steam-ben': 300 })
  expect(ask('ben', { linkedAt }).asked).toEqual({ 'steam-ben': 0, 'steam-ada': 500 })
  expect(ask('ada', { linkedAt: { ben: 301 } }).asked['steam-ben']).toBe(301)
})
