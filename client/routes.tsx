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
    icon: 'home',
    group: 'play',
    screen: screenOf(() => import('./features/home/HomeScreen.tsx').then(({ HomeScreen }) => HomeScreen)),
  },
  {
    path: '/map',
    name: 'Live Map',
    icon: 'map',
    group: 'play',
    phoneName: 'Map',
    screen: screenOf(() => import('./features/map/MapScreen.tsx').then(({ MapScreen }) => MapScreen)),
  },
  {
    path: '/profile',
    name: 'Profile',
    icon: 'dinosaur',
    group: 'play',
    phoneName: 'Dinosaur',
    screen: screenOf(() => import('./features/account/ProfileScreen.tsx').then(({ ProfileScreen }) => ProfileScreen)),
  },
  {
    path: '/games',
    name: 'Games',
    icon: 'games',
    group: 'community',
    phoneName: 'Games',
    staffToo: true,
    screen: screenOf(() => import('./features/games/GamesScreen.tsx').then(({ GamesScreen }) => GamesScreen)),
  },
  {
    path: '/players',
    name: 'Players',
    icon: 'players',
    group: 'staff',
    needs: 'viewPendingCommands',
    screen: screenOf(() => import('./features/players/PlayersScreen.tsx').then(({ PlayersScreen }) => PlayersScreen)),
  },
  {
    path: '/admin',
    name: 'Admin',
    icon: 'admin',
    group: 'staff',
    needs: 'viewPendingCommands',
    screen: screenOf(() => import('./features/staff/AdminScreen.tsx').then(({ AdminScreen }) => AdminScreen)),
  },
  {
    path: '/admin-controls',
    name: 'Admin controls',
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
    icon: 'console',
    group: 'staff',
    needs: 'runConsole',
    screen: screenOf(() => import('./features/console/ConsoleScreen.tsx').then(({ ConsoleScreen }) => ConsoleScreen)),
  },
  {
    path: '/replay',
    name: 'Replay',
    icon: 'replay',
    group: 'staff',
    needs: 'viewAllPositions',
    screen: screenOf(() => import('./features/replay/ReplayScreen.tsx').then(({ ReplayScreen }) => ReplayScreen)),
  },
  {
    path: '/audit',
    name: 'Audit',
    icon: 'audit',
    group: 'staff',
    needs: 'runConsole',
    screen: screenOf(() => import('./features/audit/AuditScreen.tsx').then(({ AuditScreen }) => AuditScreen)),
  },
  {
    path: '/owner-admin',
    name: 'Owner Admin',
    icon: 'owner',
    group: 'owner',
    needs: 'ownerPanel',
    screen: screenOf(() =>
      import('./features/staff/OwnerAdminScreen.tsx').then(({ OwnerAdminScreen }) => OwnerAdminScreen),
    ),
  },
  {
    path: '/admins',
    name: 'Staff and roles',
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
    icon: 'calibration',
    group: 'owner',
    needs: 'ownerPanel',
    screen: screenOf(() =>
      import('./features/map/calibration/CalibrationScreen.tsx').then(({ CalibrationScreen }) => CalibrationScreen),
    ),
  },
  {
    path: '/auth',
    name: 'Auth Test',
    icon: 'link',
    group: 'account',
    screen: screenOf(() => import('./features/account/AuthScreen.tsx').then(({ AuthScreen }) => AuthScreen)),
  },
  {
    path: '/account',
    name: 'Sessions and tokens',
    icon: 'key',
    group: 'account',
    needs: 'play',
    screen: screenOf(() => import('./features/account/AccountScreen.tsx').then(({ AccountScreen }) => AccountScreen)),
  },
  {
    path: '/fixtures',
    name: 'Fixtures',
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
    icon: 'parts',
    group: 'account',
    demoOnly: true,
    screen: screenOf(() => import('./features/parts/PartsScreen.tsx').then(({ PartsScreen }) => PartsScreen)),
  },
  {
    path: '/api-docs',
    name: 'HTTP API',
    icon: 'api',
    group: null,
    screen: screenOf(() => import('./features/apiDocs/ApiDocsScreen.tsx').then(({ ApiDocsScreen }) => ApiDocsScreen)),
  },
]
