import type { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import type { HubConfiguration, JoinDetails } from '../../shared/features/server/queries.ts'
import type { Feature } from '../engine/feature.ts'
import type { Principal } from '../engine/principal.ts'
import { accountFeature } from './account/feature.ts'
import { achievementsFeature } from './achievements/feature.ts'
import { auditFeature } from './audit/feature.ts'
import { backupsFeature } from './backups/feature.ts'
import { campaignsFeature } from './campaigns/feature.ts'
import { catalogueFeature } from './catalogue/feature.ts'
import { challengesFeature } from './challenges/feature.ts'
import { connectionsFeature } from './connections/feature.ts'
import { consoleFeature } from './console/feature.ts'
import { deliveriesFeature } from './deliveries/feature.ts'
import { donationsFeature } from './donations/feature.ts'
import { demoTiersSetting, tiersSetting } from './donations/rules.ts'
import { economyFeature } from './economy/feature.ts'
import { economyOwnerSettings } from './economy/ownerSettings.ts'
import { erasureFeature } from './erasure/feature.ts'
import { eventsFeature } from './events/feature.ts'
import { fixturesFeature } from './fixtures/feature.ts'
import { friendsFeature } from './friends/feature.ts'
import { teleportsSetting } from './friends/rules.ts'
import { gameHostFeature } from './gameHost/feature.ts'
import { gameLogFeature } from './gameLog/feature.ts'
import { giftsFeature } from './gifts/feature.ts'
import { informationFeature } from './information/feature.ts'
import { inventoryFeature } from './inventory/feature.ts'
import { leaderboardsFeature } from './leaderboards/feature.ts'
import type { Lists } from './leaderboards/lists.ts'
import type { MoneyTotals } from './ledger/conservation.ts'
import { ledgerFeature } from './ledger/feature.ts'
import { mapImageFeature } from './mapImage/feature.ts'
import { mapSettingsFeature } from './mapSettings/feature.ts'
import { marketFeature } from './market/feature.ts'
import { configuredNotifications, type NotificationDeps } from './notifications/feature.ts'
import { postedSettings } from './notifications/posts.ts'
import { packsFeature } from './packs/feature.ts'
import { patronsFeature } from './patrons/feature.ts'
import { playFeature } from './play/feature.ts'
import { playersFeature } from './players/feature.ts'
import { positionViewsFeature } from './positionViews/feature.ts'
import { profileFeature } from './profile/feature.ts'
import { redemptionsFeature } from './redemptions/feature.ts'
import { rulesSetting } from './redemptions/rules.ts'
import { refundsFeature } from './refunds/feature.ts'
import { regionsFeature } from './regions/feature.ts'
import { type ReplaySource, replayFeature } from './replay/feature.ts'
import { rightsFeature } from './rights/rights.ts'
import { rolesFeature } from './roles/feature.ts'
import { rosterFeature } from './roster/feature.ts'
import { searchesFeature } from './searches/feature.ts'
import { serverFeature } from './server/feature.ts'
import { serverControlFeature } from './serverControl/feature.ts'
import { restartSchedule } from './serverControl/restarts.ts'
import { sessionFeature } from './session/feature.ts'
import type { AnyOwnerSetting } from './settings/changes.ts'
import { settingsFeature } from './settings/feature.ts'
import { shopFeature } from './shop/feature.ts'
import { skinsFeature } from './skins/feature.ts'
import { staffNotesFeature } from './staffNotes/feature.ts'
import { staffPresenceFeature } from './staffPresence/feature.ts'
import { statisticsFeature } from './statistics/feature.ts'
import { timelineFeature } from './timeline/feature.ts'
import type { PinnedMap } from './timeline/pinnedMap.ts'
import { tokensFeature } from './tokens/feature.ts'
import { tradesFeature } from './trades/feature.ts'
import { trailsFeature } from './trails/feature.ts'
import type { TrailMemory } from './trails/trailMemory.ts'
import { triviaFeature } from './trivia/feature.ts'
import { usersFeature } from './users/feature.ts'
import type { UserTable } from './users/table.ts'
import { vitalsFeature } from './vitals/feature.ts'

/** The folders of all features in order of dependence: a feature may import only those before it. A check enforces this. */
export const featureOrder = [
  'account',
  'rights',
  'profile',
  'tokens',
  'session',
  'roles',
  'settings',
  'notifications',
  'server',
  'roster',
  'play',
  'vitals',
  'deliveries',
  'ledger',
  'patrons',
  'catalogue',
  'economy',
  'information',
  'console',
  'players',
  'staffNotes',
  'gameLog',
  'inventory',
  'users',
  'searches',
  'trades',
  'trivia',
  'leaderboards',
  'shop',
  'gameHost',
  'connections',
  'backups',
  'staffPresence',
  'mapSettings',
  'packs',
  'challenges',
  'friends',
  'redemptions',
  'skins',
  'gifts',
  'market',
  'refunds',
  'regions',
  'trails',
  'mapImage',
  'positionViews',
  'audit',
  'fixtures',
  'replay',
  'timeline',
  'events',
  'serverControl',
  'campaigns',
  'donations',
  'achievements',
  'statistics',
  'erasure',
] as const

/** What features need beside documents. */
export interface FeatureDeps {
  /** SteamID64 of the owners by configuration. */
  readonly ownerSteamIds: readonly string[]
  readonly trails: TrailMemory
  /** The totals of all currency, as this node follows them. */
  readonly money: () => MoneyTotals
  /** The leaderboards, as this node sorts them. */
  readonly lists: () => Lists
  /** The owner's table of users, as this node holds it. */
  readonly users: () => UserTable
  readonly notifications: NotificationDeps
  /** The recording of the last minutes. */
  readonly replay: () => ReplaySource
  /** Called when a user was shown a part of the recording. */
  readonly onReplayed: (principal: Principal) => void
  /** The recorded map of what staff have pinned. */
  readonly pinnedMap: () => PinnedMap
  /** Called when a user was shown places on the timeline. */
  readonly onTimeline: (principal: Principal) => void
  /** Called when a user was given all players with the regions they are in. */
  readonly onListed: (principal: Principal) => void
  readonly features: HubFeatures
  readonly configuration: () => HubConfiguration
  readonly joinDetails: () => JoinDetails
}

/** Those that need nothing beside documents, and hold nothing: all hubs of a process share them. */
const plainFeatures = {
  account: accountFeature,
  profile: profileFeature,
  tokens: tokensFeature,
  session: sessionFeature,
  roles: rolesFeature,
  roster: rosterFeature,
  play: playFeature,
  vitals: vitalsFeature,
  deliveries: deliveriesFeature,
  patrons: patronsFeature,
  ledger: ledgerFeature,
  catalogue: catalogueFeature,
  information: informationFeature,
  console: consoleFeature,
  players: playersFeature,
  staffNotes: staffNotesFeature,
  gameLog: gameLogFeature,
  inventory: inventoryFeature,
  searches: searchesFeature,
  trades: tradesFeature,
  trivia: triviaFeature,
  shop: shopFeature,
  gameHost: gameHostFeature,
  connections: connectionsFeature,
  backups: backupsFeature,
  staffPresence: staffPresenceFeature,
  mapSettings: mapSettingsFeature,
  packs: packsFeature,
  challenges: challengesFeature,
  friends: friendsFeature,
  redemptions: redemptionsFeature,
  skins: skinsFeature,
  gifts: giftsFeature,
  refunds: refundsFeature,
  market: marketFeature,
  regions: regionsFeature,
  mapImage: mapImageFeature,
  fixtures: fixturesFeature,
  events: eventsFeature,
  serverControl: serverControlFeature,
  campaigns: campaignsFeature,
  donations: donationsFeature,
  achievements: achievementsFeature,
  erasure: erasureFeature,
} satisfies Partial<Record<(typeof featureOrder)[number], Feature>>

/** What owners change and can set back, of all features. */
export const ownerSettings: readonly AnyOwnerSetting[] = [
  ...economyOwnerSettings,
  ...postedSettings,
  rulesSetting,
  teleportsSetting,
  restartSchedule,
  tiersSetting,
  demoTiersSetting,
]

export function createFeatures(deps: FeatureDeps): readonly Feature[] {
  const features: Readonly<Record<(typeof featureOrder)[number], Feature>> = {
    ...plainFeatures,
    rights: rightsFeature(deps.ownerSteamIds),
    settings: settingsFeature(ownerSettings),
    server: serverFeature(deps),
    audit: auditFeature(),
    economy: economyFeature(deps.money),
    notifications: configuredNotifications(deps.notifications),
    users: usersFeature(deps.users),
    leaderboards: leaderboardsFeature(deps.lists),
    statistics: statisticsFeature(deps.money),
    trails: trailsFeature(deps.trails),
    positionViews: positionViewsFeature(deps.onListed),
    replay: replayFeature(deps.replay, deps.onReplayed),
    timeline: timelineFeature({ replay: deps.replay, pinnedMap: deps.pinnedMap, onView: deps.onTimeline }),
  }
  return featureOrder.map((name) => features[name])
}
