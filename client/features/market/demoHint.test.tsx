// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { marketBoard, marketBoardKey, marketWatches } from '../../../shared/features/market/listing.ts'
import { searchMarket } from '../../../shared/features/market/queries.ts'
import { savedSearches } from '../../../shared/features/searches/searches.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { answering, given, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { MarketScreen } from './MarketScreen.tsx'

async function openEmptyMarket(hub: { demo: boolean }, own: { demo: boolean }) {
  const opened = renderScreen(<MarketScreen />, {
    hello: { ...signedIn('player'), ...hub },
    path: '/market',
    documents: [
      given(account, 'ann', own),
      given(marketBoard, marketBoardKey, { revision: 1 }),
      given(economySettings, '', {}),
      ...[wallet, inventory, ownedSkins, marketWatches, savedSearches].map((kind) => given(kind, 'ann', {})),
    ],
    queries: [answering(searchMarket, () => ({ cards: [], next: null, total: 0, revision: 1 }))],
  })
  await opened.settle()
  expect(screen.getByText('No dinosaurs are for sale right now.')).toBeDefined()
}

test.each([
  ['in a demo, to a user with an account of their own', true, false, 1],
  ['not to a demo account', true, true, 0],
  ['not on a hub that is not a demo', false, false, 0],
])('[ME62] an empty market says that demo accounts sell to one another: %s', async (_, hub, own, hints) => {
  await openEmptyMarket({ demo: hub }, { demo: own })
  expect(screen.queryAllByText('What demo accounts sell is for demo accounts only.')).toHaveLength(hints)
})
