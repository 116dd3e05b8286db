import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { marketAudit } from '../../../shared/features/market/archives.ts'
import * as commands from '../../../shared/features/market/commands.ts'
import {
  listings,
  marketBoard,
  marketNews,
  marketPast,
  marketSellers,
  marketWatches,
  soldOn,
} from '../../../shared/features/market/listing.ts'
import { readSale, searchMarket } from '../../../shared/features/market/queries.ts'
import { usualPrices } from '../../../shared/features/market/usualPrice.ts'
import { derive, type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { switchedBy } from '../settings/hubSettings.ts'
import { removeSeller, turnBoard } from './places.ts'
import { reverseSale, saleAsked } from './reversal.ts'
import {
  buyListing,
  dismissMarketNotices,
  endListing,
  openListing,
  unwatchSpecies,
  watchSpecies,
  withdrawListing,
} from './rules.ts'
import { searchListings } from './search.ts'
import { forgetSoldOn } from './undoneSales.ts'

/** Where users sell dinosaurs and skins to each other. */
export const marketFeature: Feature = {
  name: 'market',
  switch: switchedBy('market'),
  documents: [listings, marketPast, soldOn, marketSellers, marketBoard, marketWatches, marketNews, usualPrices],
  archives: [marketAudit],
  commands: [
    implement(commands.openListing, openListing),
    implement(commands.buyListing, buyListing),
    implement(commands.withdrawListing, withdrawListing),
    implement(commands.endListing, endListing),
    implement(commands.watchSpecies, watchSpecies),
    implement(commands.unwatchSpecies, unwatchSpecies),
    implement(commands.dismissMarketNotices, dismissMarketNotices),
    implement(commands.reverseSale, reverseSale),
  ],
  queries: [implementQuery(searchMarket, searchListings), implementQuery(readSale, saleAsked)],
  // What a banned user sells is frozen: pages search again.
  derivations: [derive(bans, (context) => turnBoard(context))],
  removals: [
    // What was listed is consumed with the inventory.
    { kind: listings, remove: (context, { account }) => removeSeller(context, account) },
    { kind: marketSellers, remove: (context, { account }) => removeSeller(context, account) },
    { kind: soldOn, remove: (context, { account }) => forgetSoldOn(context, (_, seller) => seller === account) },
  ],
}
