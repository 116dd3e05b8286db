import type { HubConfiguration, JoinDetails } from '../../shared/features/server/queries.ts'
import type { Feature } from '../engine/feature.ts'
import type { Principal } from '../engine/principal.ts'
import { accountFeature } from './account/feature.ts'
import { auditFeature } from './audit/feature.ts'
import { catalogueFeature } from './catalogue/feature.ts'
import { connectionsFeature } from './connections/feature.ts'
import { consoleFeature } from './console/feature.ts'
import { deliveriesFeature } from './deliveries/feature.ts'
import { economyFeature } from './economy/feature.ts'
import { erasureFeature } from './erasure/feature.ts'
import { fixturesFeature } from './fixtures/feature.ts'
import { gameHostFeature } from './gameHost/feature.ts'
import { gameLogFeature } from './gameLog/feature.ts'
import { giftsFeature } from './gifts/feature.ts'
import { inventoryFeature } from './inventory/feature.ts'
import type { MoneyTotals } from './ledger/conservation.ts'
import { ledgerFeature } from './ledger/feature.ts'
import { mapImageFeature } from './mapImage/feature.ts'
import { mapSettingsFeature } from './mapSettings/feature.ts'
import { marketFeature } from './market/feature.ts'
import { noticesFeature } from './notices/feature.ts'
import { packsFeature } from './packs/feature.ts'
import { playFeature } from './play/feature.ts'
import { playersFeature } from './players/feature.ts'
import { positionViewsFeature } from './positionViews/feature.ts'
import { profileFeature } from './profile/feature.ts'
import { redemptionsFeature } from './redemptions/feature.ts'
import { refundsFeature } from './refunds/feature.ts'
import { regionsFeature } from './regions/feature.ts'
import { type ReplaySource, replayFeature } from './replay/feature.ts'
import { rightsFeature } from './rights/rights.ts'
import { rolesFeature } from './roles/feature.ts'
import { rosterFeature } from './roster/feature.ts'
import { searchesFeature } from './searches/feature.ts'
import { serverFeature } from './server/feature.ts'
import { sessionFeature } from './session/feature.ts'
import { shopFeature } from './shop/feature.ts'
import { skinsFeature } from './skins/feature.ts'
import { staffPresenceFeature } from './staffPresence/feature.ts'
import { tokensFeature } from './tokens/feature.ts'
import { tradesFeature } from './trades/feature.ts'
import { trailsFeature } from './trails/feature.ts'
import type { TrailMemory } from './trails/trailMemory.ts'
import { vitalsFeature } from './vitals/feature.ts'

/** The folders of all features in order of dependence: a feature may import only those before it. A check holds this. */
export const featureOrder = [
  'account',
  'rights',
  'profile',
  'tokens',
  'session',
  'roles',
  'server',
  'roster',
  'play',
  'vitals',
  'deliveries',
  'ledger',
  'catalogue',
  'economy',
  'console',
  'players',
  'gameLog',
  'inventory',
  'searches',
  'notices',
  'trades',
  'gifts',
  'shop',
  'gameHost',
  'connections',
  'staffPresence',
  'mapSettings',
  'packs',
  'redemptions',
  'skins',
  'market',
  'refunds',
  'regions',
  'trails',
  'mapImage',
  'positionViews',
  'audit',
  'fixtures',
  'replay',
  'erasure',
] as const

/** What features need beside documents. */
export interface FeatureDeps {
  /** SteamID64 of the owners by configuration. */
  readonly ownerSteamIds: readonly string[]
  readonly trails: TrailMemory
  /** The totals of all currency, as this node follows them. */
  readonly money: () => MoneyTotals
  /** The recording of the last minutes. */
  readonly replay: () => ReplaySource
  /** Called when a user was shown a part of the recording. */
  readonly onReplayed: (principal: Principal) => void
  /** Called when a user was given all players with the regions they are in. */
  readonly onListed: (principal: Principal) => void
  readonly configuration: () => HubConfiguration
  readonly joinDetails: () => JoinDetails
}

export function createFeatures(deps: FeatureDeps): readonly Feature[] {
  const features: Readonly<Record<(typeof featureOrder)[number], Feature>> = {
    account: accountFeature,
    rights: rightsFeature(deps.ownerSteamIds),
    profile: profileFeature,
    tokens: tokensFeature,
    session: sessionFeature,
    roles: rolesFeature,
    server: serverFeature(deps),
    roster: rosterFeature,
    play: playFeature,
    vitals: vitalsFeature,
    deliveries: deliveriesFeature,
    ledger: ledgerFeature,
    catalogue: catalogueFeature,
    economy: economyFeature(deps.money),
    console: consoleFeature,
    players: playersFeature,
    gameLog: gameLogFeature,
    inventory: inventoryFeature,
    searches: searchesFeature,
    notices: noticesFeature,
    trades: tradesFeature,
    gifts: giftsFeature,
    shop: shopFeature,
    gameHost: gameHostFeature,
    connections: connectionsFeature,
    staffPresence: staffPresenceFeature,
    mapSettings: mapSettingsFeature,
    packs: packsFeature,
    redemptions: redemptionsFeature,
    skins: skinsFeature,
    refunds: refundsFeature,
    market: marketFeature,
    regions: regionsFeature,
    trails: trailsFeature(deps.trails),
    mapImage: mapImageFeature,
    positionViews: positionViewsFeature(deps.onListed),
    audit: auditFeature(),
    fixtures: fixturesFeature,
    replay: replayFeature(deps.replay, deps.onReplayed),
    erasure: erasureFeature,
  }
  return featureOrder.map((name) => features[name])
}
