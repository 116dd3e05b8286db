// One file because the list of all pages is read as a whole: rail, menus, palette and the table of addresses follow its order.
import type { Permission } from '../shared/engine/permissions.ts'
import type { PlaceIcon } from './shell/placeIcons.ts'
import { type ScreenCode, screenOf } from './shell/screenCode.ts'

/** The groups of the rail, in their order, and the account menu. */
export const placeGroups = ['play', 'economy', 'community', 'staff', 'owner', 'account'] as const
export type PlaceGroup = (typeof placeGroups)[number]

export interface AppRoute {
  readonly path: string
  /** As the rail and the window's title show it. */
  readonly name: string
  readonly icon: PlaceIcon
  /** Where it is listed. Null: not listed, but linked from elsewhere. */
  readonly group: PlaceGroup | null
  /** Listed in its group for holders of this only; for others in the account menu. */
  readonly groupNeeds?: Permission
  /** Other words by which the palette finds it. */
  readonly words?: string
  /** On a telephone: its short name in the bar at the lower edge. */
  readonly phoneName?: string
  readonly screen: ScreenCode
  /** Users without it are not offered the page; at its address they see what is missing. */
  readonly needs?: Permission
  /** Offered in a demo only. */
  readonly demoOnly?: boolean
  /** Open to everyone, and staff give commands on it. */
  readonly staffToo?: boolean
}

/** All pages, in the order of rail and menus. */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    name: 'Home',
    words: 'start front join server how',
    icon: 'home',
    group: 'play',
    screen: screenOf(() => import('./features/home/HomeScreen.tsx').then(({ HomeScreen }) => HomeScreen)),
  },
  {
    path: '/map',
    name: 'Live Map',
    words: 'island position where dinosaurs live world',
    icon: 'map',
    group: 'play',
    phoneName: 'Map',
    screen: screenOf(() => import('./features/map/MapScreen.tsx').then(({ MapScreen }) => MapScreen)),
  },
  {
    path: '/profile',
    name: 'Profile',
    words: 'account me my dinosaur level play time',
    icon: 'dinosaur',
    group: 'play',
    phoneName: 'Dinosaur',
    screen: screenOf(() => import('./features/account/ProfileScreen.tsx').then(({ ProfileScreen }) => ProfileScreen)),
  },
  {
    path: '/inventory',
    name: 'Inventory',
    words: 'my dinosaurs parked collection owned rename release compare',
    icon: 'bag',
    group: 'play',
    needs: 'play',
    screen: screenOf(() =>
      import('./features/inventory/InventoryScreen.tsx').then(({ InventoryScreen }) => InventoryScreen),
    ),
  },
  {
    path: '/dinosaur-selection',
    name: 'Dinosaur selection',
    words: 'redeem my dinosaur choose mutations slots',
    icon: 'selection',
    group: 'play',
    needs: 'play',
    screen: screenOf(() =>
      import('./features/redemptions/DinosaurSelectionScreen.tsx').then(
        ({ DinosaurSelectionScreen }) => DinosaurSelectionScreen,
      ),
    ),
  },
  {
    path: '/friends',
    name: 'Friends',
    words: 'friend requests add block online teleport location who plays',
    icon: 'pack',
    group: 'play',
    needs: 'play',
    screen: screenOf(() => import('./features/friends/FriendsScreen.tsx').then(({ FriendsScreen }) => FriendsScreen)),
  },
  {
    path: '/shop',
    name: 'Shop',
    words: 'buy purchase dinosaurs void pearls store',
    icon: 'shop',
    group: 'economy',
    phoneName: 'Shop',
    screen: screenOf(() => import('./features/shop/ShopScreen.tsx').then(({ ShopScreen }) => ShopScreen)),
  },
  {
    path: '/player-shop',
    name: 'Player shop',
    words: 'perks weather heal growth custom message spend pearls',
    icon: 'playerShop',
    group: 'economy',
    needs: 'play',
    screen: screenOf(() =>
      import('./features/redemptions/PlayerShopScreen.tsx').then(({ PlayerShopScreen }) => PlayerShopScreen),
    ),
  },
  {
    path: '/redeem',
    name: 'Redeem',
    words: 'redemption centre perks mutations one life spend pearls receipts',
    icon: 'redeem',
    group: 'economy',
    screen: screenOf(() => import('./features/redemptions/RedeemScreen.tsx').then(({ RedeemScreen }) => RedeemScreen)),
  },
  {
    path: '/market',
    name: 'Market',
    words: 'trade sell buy players listings watch talons shards',
    icon: 'market',
    group: 'economy',
    screen: screenOf(() => import('./features/market/MarketScreen.tsx').then(({ MarketScreen }) => MarketScreen)),
  },
  {
    path: '/skins',
    name: 'Skin Designer',
    words: 'skins colours albino preset paint look share',
    icon: 'skins',
    group: 'economy',
    screen: screenOf(() => import('./features/skins/SkinsScreen.tsx').then(({ SkinsScreen }) => SkinsScreen)),
  },
  {
    path: '/events',
    name: 'Events',
    words: 'hunt migration king hill schedule calendar register countdown',
    icon: 'events',
    group: 'community',
    phoneName: 'Events',
    staffToo: true,
    screen: screenOf(() => import('./features/events/EventsScreen.tsx').then(({ EventsScreen }) => EventsScreen)),
  },
  {
    path: '/games',
    name: 'Games',
    words: 'server status game manager challenges trivia',
    icon: 'games',
    group: 'community',
    staffToo: true,
    screen: screenOf(() => import('./features/games/GamesScreen.tsx').then(({ GamesScreen }) => GamesScreen)),
  },
  {
    path: '/leaderboards',
    name: 'Leaderboards',
    words: 'ranks best top kills ratio talons shards play time season',
    icon: 'ranks',
    group: 'community',
    screen: screenOf(() =>
      import('./features/leaderboards/LeaderboardsScreen.tsx').then(({ LeaderboardsScreen }) => LeaderboardsScreen),
    ),
  },
  {
    path: '/information',
    name: 'Information',
    words: 'rules help guide about server faq browsers updates contact restart',
    icon: 'information',
    group: 'community',
    screen: screenOf(() =>
      import('./features/information/InformationScreen.tsx').then(({ InformationScreen }) => InformationScreen),
    ),
  },
  {
    path: '/players',
    name: 'Players',
    words: 'people users who is online playerlist staff table',
    icon: 'players',
    group: 'staff',
    needs: 'viewPendingCommands',
    screen: screenOf(() => import('./features/players/PlayersScreen.tsx').then(({ PlayersScreen }) => PlayersScreen)),
  },
  {
    path: '/admin',
    name: 'Admin',
    words: 'commands pending deliveries bans staff',
    icon: 'admin',
    group: 'staff',
    needs: 'viewPendingCommands',
    screen: screenOf(() => import('./features/staff/AdminScreen.tsx').then(({ AdminScreen }) => AdminScreen)),
  },
  {
    path: '/admin-controls',
    name: 'Admin controls',
    words: 'moderation upgrade role self actions staff',
    icon: 'controls',
    group: 'staff',
    groupNeeds: 'viewPendingCommands',
    needs: 'play',
    screen: screenOf(() =>
      import('./features/staff/AdminControlsScreen.tsx').then(({ AdminControlsScreen }) => AdminControlsScreen),
    ),
  },
  {
    path: '/console',
    name: 'Console',
    words: 'rcon terminal command line testing',
    icon: 'console',
    group: 'staff',
    needs: 'runConsole',
    screen: screenOf(() => import('./features/console/ConsoleScreen.tsx').then(({ ConsoleScreen }) => ConsoleScreen)),
  },
  {
    path: '/replay',
    name: 'Replay',
    words: 'history recording past hour',
    icon: 'replay',
    group: 'staff',
    needs: 'viewAllPositions',
    screen: screenOf(() => import('./features/replay/ReplayScreen.tsx').then(({ ReplayScreen }) => ReplayScreen)),
  },
  {
    path: '/timeline',
    name: 'Timeline',
    words: 'incident evidence pins what happened who when where',
    icon: 'timeline',
    group: 'staff',
    needs: 'viewPendingCommands',
    screen: screenOf(() =>
      import('./features/timeline/TimelineScreen.tsx').then(({ TimelineScreen }) => TimelineScreen),
    ),
  },
  {
    path: '/game-log',
    name: 'Game log',
    words: 'kills deaths chat joins leaves log',
    icon: 'log',
    group: 'staff',
    needs: 'readChat',
    screen: screenOf(() => import('./features/gameLog/GameLogScreen.tsx').then(({ GameLogScreen }) => GameLogScreen)),
  },
  {
    path: '/audit',
    name: 'Audit',
    words: 'log journal who did what',
    icon: 'audit',
    group: 'staff',
    needs: 'runConsole',
    screen: screenOf(() => import('./features/audit/AuditScreen.tsx').then(({ AuditScreen }) => AuditScreen)),
  },
  {
    path: '/owner-panel',
    name: 'Owner panel',
    words: 'dashboard statistics plots users donations campaigns backups restart settings owner key gear',
    icon: 'panel',
    group: 'owner',
    needs: 'ownerPanel',
    screen: screenOf(() =>
      import('./features/ownerPanel/OwnerPanelScreen.tsx').then(({ OwnerPanelScreen }) => OwnerPanelScreen),
    ),
  },
  {
    path: '/owner-admin',
    name: 'Owner Admin',
    words: 'switches whitelist server owner',
    icon: 'owner',
    group: 'owner',
    needs: 'ownerPanel',
    screen: screenOf(() =>
      import('./features/staff/OwnerAdminScreen.tsx').then(({ OwnerAdminScreen }) => OwnerAdminScreen),
    ),
  },
  {
    path: '/connections',
    name: 'Connections',
    words: 'rcon log mod host check setup game server link sftp panel',
    icon: 'connections',
    group: 'owner',
    needs: 'ownerPanel',
    screen: screenOf(() =>
      import('./features/connections/ConnectionsScreen.tsx').then(({ ConnectionsScreen }) => ConnectionsScreen),
    ),
  },
  {
    path: '/catalogue',
    name: 'Catalogue',
    words: 'prices sale items shop limits csv import export',
    icon: 'catalogue',
    group: 'owner',
    needs: 'ownerPanel',
    screen: screenOf(() =>
      import('./features/catalogue/CatalogueScreen.tsx').then(({ CatalogueScreen }) => CatalogueScreen),
    ),
  },
  {
    path: '/admins',
    name: 'Staff and roles',
    words: 'admins permissions moderators promote',
    icon: 'roles',
    group: 'owner',
    needs: 'manageAdmins',
    screen: screenOf(() =>
      import('./features/roles/ManageAdminsScreen.tsx').then(({ ManageAdminsScreen }) => ManageAdminsScreen),
    ),
  },
  {
    path: '/map-settings',
    name: 'Map calibration',
    words: 'map settings scale',
    icon: 'calibration',
    group: 'owner',
    needs: 'ownerPanel',
    screen: screenOf(() =>
      import('./features/map/calibration/CalibrationScreen.tsx').then(({ CalibrationScreen }) => CalibrationScreen),
    ),
  },
  {
    path: '/ledger',
    name: 'Ledger',
    words: 'currency balance history transactions pearls talons shards money',
    icon: 'ledger',
    group: 'account',
    needs: 'play',
    screen: screenOf(() => import('./features/ledger/LedgerScreen.tsx').then(({ LedgerScreen }) => LedgerScreen)),
  },
  {
    path: '/notifications',
    name: 'Notifications',
    words: 'bell inbox alerts push quiet hours settings',
    icon: 'bell',
    group: 'account',
    needs: 'play',
    screen: screenOf(() =>
      import('./features/notifications/NotificationsScreen.tsx').then(({ NotificationsScreen }) => NotificationsScreen),
    ),
  },
  {
    path: '/auth',
    name: 'Auth Test',
    words: 'linked accounts steam discord connect login',
    icon: 'link',
    group: 'account',
    screen: screenOf(() => import('./features/account/AuthScreen.tsx').then(({ AuthScreen }) => AuthScreen)),
  },
  {
    path: '/account',
    name: 'Sessions and tokens',
    words: 'sessions api keys devices security bot',
    icon: 'key',
    group: 'account',
    needs: 'play',
    screen: screenOf(() => import('./features/account/AccountScreen.tsx').then(({ AccountScreen }) => AccountScreen)),
  },
  {
    path: '/fixtures',
    name: 'Fixtures',
    words: 'test samples simulator',
    icon: 'fixtures',
    group: 'account',
    demoOnly: true,
    screen: screenOf(() =>
      import('./features/fixtures/FixturesScreen.tsx').then(({ FixturesScreen }) => FixturesScreen),
    ),
  },
  {
    path: '/ui',
    name: 'Interface',
    words: 'parts components design',
    icon: 'parts',
    group: 'account',
    demoOnly: true,
    screen: screenOf(() => import('./features/parts/PartsScreen.tsx').then(({ PartsScreen }) => PartsScreen)),
  },
  {
    path: '/api-docs',
    name: 'HTTP API',
    words: 'openapi documentation developer',
    icon: 'api',
    group: null,
    screen: screenOf(() => import('./features/apiDocs/ApiDocsScreen.tsx').then(({ ApiDocsScreen }) => ApiDocsScreen)),
  },
]
