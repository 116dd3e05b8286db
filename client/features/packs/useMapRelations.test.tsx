// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packPlayers } from '../../../shared/features/packs/queries.ts'
import { answering, given, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { useMapRelations } from './useMapRelations.ts'

const packId = '00000000-0000-4000-8000-000000000001' as never
const Friends = () => <output>{JSON.stringify(useMapRelations('ann'))}</output>
const drawn = () => JSON.parse(screen.getByRole('status').textContent ?? '{}')
const member = (sharedSince: number | null) => ({ name: 'M', joinedAt: 1, sharedSince })
const packOf = (bram: number | null) =>
  given(pack, packId, { leader: 'bram', members: { ann: member(1), bram: member(bram) } })

test('[RWA8] the map of all players draws the own animal and the sharing pack as such, and a member who hides no longer', async () => {
  const { settle, change } = renderScreen(<Friends />, {
    hello: signedIn('admin'),
    documents: [given(account, 'ann', { steamId: 's-ann' }), given(membership, 'ann', { pack: packId }), packOf(1)],
    queries: [answering(packPlayers, () => ({ players: { bram: 's-bram' } }))],
  })
  await settle()
  const own = { account: 'ann', relation: 'own', isLeader: false }
  expect(drawn()).toEqual({ 's-ann': own, 's-bram': { account: 'bram', relation: 'pack', isLeader: true } })
  change(packOf(null))
  expect(drawn()).toEqual({ 's-ann': own })
})
