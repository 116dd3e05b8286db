import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packPlayers } from '../../../shared/features/packs/queries.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { guest, person } from '../../testing/principals.ts'
import { answerPackPlayers } from './feature.ts'

const packId = '00000000-0000-4000-8000-000000000001'
const member = (sharedSince: number | null) => ({ name: 'M', joinedAt: 1, sharedSince })

/** Ada, Ben, Cyd, who hides, and Eve, who has no linked player, in one pack; Dan in none. */
function ask(who: string | null, members: string[]) {
  const there = { ada: member(1), ben: member(1), cyd: member(null), eve: member(1) }
  const documents: Record<string, object> = { [`pack/${packId}`]: { members: there } }
  for (const name of Object.keys(there)) documents[`membership/${name}`] = { pack: packId }
  for (const name of ['ada', 'ben', 'cyd', 'dan']) documents[`account/${name}`] = { steamId: `steam-${name}` }
  const kinds = { account, membership, pack } as const
  const read = ((kind: { kind: keyof typeof kinds }, key = '') =>
    kinds[kind.kind].schema.parse(documents[`${kind.kind}/${key}`] ?? {})) as QueryContext['read']
  return answerPackPlayers({ principal: who === null ? guest : person(who), read }, { members }).players
}

test('[RWA7] only sharing members of the own pack with a linked player are answered, even if others are asked for', () => {
  expect(packPlayers.permission).toBe('viewAllPositions')
  expect(ask('ada', ['ada', 'ben', 'cyd', 'dan', 'eve', '__proto__'])).toEqual({ ada: 'steam-ada', ben: 'steam-ben' })
  expect(ask('dan', ['ada', 'ben'])).toEqual({})
  expect(ask(null, ['ada', 'ben'])).toEqual({})
})
