import { type ComponentType, lazy } from 'react'
import type { Permission } from '../shared/engine/permissions.ts'

export interface AppRoute {
  readonly path: string
  /** As the navigation shows it. */
  readonly name: string
  readonly screen: ComponentType
  /** Users without it are not offered the page; at its address they see what is missing. */
  readonly needs?: Permission
  /** Offered in a demo only. */
  readonly demoOnly?: boolean
  /** Not in the navigation, but linked from elsewhere. */
  readonly unlisted?: boolean
  /** Open to everyone, and staff give commands on it. */
  readonly staffToo?: boolean
}

const HomeScreen = lazy(() =>
  import('./features/home/HomeScreen.tsx').then((module) => ({ default: module.HomeScreen })),
)
const ProfileScreen = lazy(() =>
  import('./features/account/ProfileScreen.tsx').then((module) => ({ default: module.ProfileScreen })),
)
const AuthScreen = lazy(() =>
  import('./features/account/AuthScreen.tsx').then((module) => ({ default: module.AuthScreen })),
)

const MapScreen = lazy(() => import('./features/map/MapScreen.tsx').then((module) => ({ default: module.MapScreen })))
const ReplayScreen = lazy(() =>
  import('./features/replay/ReplayScreen.tsx').then((module) => ({ default: module.ReplayScreen })),
)
const MapSettingsScreen = lazy(() =>
  import('./features/map/calibration/CalibrationScreen.tsx').then((module) => ({ default: module.CalibrationScreen })),
)
const FixturesScreen = lazy(() =>
  import('./features/fixtures/FixturesScreen.tsx').then((module) => ({ default: module.FixturesScreen })),
)
const AccountScreen = lazy(() =>
  import('./features/account/AccountScreen.tsx').then((module) => ({ default: module.AccountScreen })),
)
const AdminControlsScreen = lazy(() =>
  import('./features/staff/AdminControlsScreen.tsx').then((module) => ({ default: module.AdminControlsScreen })),
)
const AdminScreen = lazy(() =>
  import('./features/staff/AdminScreen.tsx').then((module) => ({ default: module.AdminScreen })),
)
const OwnerAdminScreen = lazy(() =>
  import('./features/staff/OwnerAdminScreen.tsx').then((module) => ({ default: module.OwnerAdminScreen })),
)
const ManageAdminsScreen = lazy(() =>
  import('./features/roles/ManageAdminsScreen.tsx').then((module) => ({ default: module.ManageAdminsScreen })),
)
const GamesScreen = lazy(() =>
  import('./features/games/GamesScreen.tsx').then((module) => ({ default: module.GamesScreen })),
)
const ApiDocsScreen = lazy(() =>
  import('./features/apiDocs/ApiDocsScreen.tsx').then((module) => ({ default: module.ApiDocsScreen })),
)
const AuditScreen = lazy(() =>
  import('./features/audit/AuditScreen.tsx').then((module) => ({ default: module.AuditScreen })),
)

/** All pages, in the order of the navigation. A screen is loaded when it is first opened. */
export const routes: readonly AppRoute[] = [
  { path: '/', name: 'Home', screen: HomeScreen },
  { path: '/profile', name: 'Profile', screen: ProfileScreen },
  { path: '/map', name: 'Live Map', screen: MapScreen },
  { path: '/games', name: 'Games', screen: GamesScreen, staffToo: true },
  { path: '/replay', name: 'Replay', screen: ReplayScreen, needs: 'viewAllPositions' },
  { path: '/map-settings', name: 'Map settings', screen: MapSettingsScreen, needs: 'ownerPanel' },
  { path: '/account', name: 'Sessions and tokens', screen: AccountScreen, needs: 'play', unlisted: true },
  { path: '/api-docs', name: 'HTTP API', screen: ApiDocsScreen, unlisted: true },
  { path: '/admin-controls', name: 'Admin controls', screen: AdminControlsScreen, needs: 'play' },
  { path: '/admin', name: 'Admin', screen: AdminScreen, needs: 'viewPendingCommands' },
  { path: '/audit', name: 'Audit', screen: AuditScreen, needs: 'runConsole' },
  { path: '/owner-admin', name: 'Owner admin', screen: OwnerAdminScreen, needs: 'ownerPanel' },
  { path: '/admins', name: 'Manage admins', screen: ManageAdminsScreen, needs: 'manageAdmins' },
  { path: '/fixtures', name: 'Fixtures', screen: FixturesScreen, demoOnly: true },
  { path: '/auth', name: 'Auth Test', screen: AuthScreen },
]
