import { type ComponentType, lazy } from 'react'
import type { Permission } from '../shared/engine/permissions.ts'

export interface AppRoute {
  readonly path: string
  /** As the navigation says it. */
  readonly name: string
  readonly screen: ComponentType
  /** Whoever may not is not led here; who comes by an address is told what is missing. */
  readonly needs?: Permission
  /** Only a demo leads here. */
  readonly demoOnly?: boolean
}

const MapScreen = lazy(() => import('./features/world/MapScreen.tsx').then((module) => ({ default: module.MapScreen })))
const ReplayScreen = lazy(() =>
  import('./features/replay/ReplayScreen.tsx').then((module) => ({ default: module.ReplayScreen })),
)
const MapSettingsScreen = lazy(() =>
  import('./features/mapSheet/MapSettingsScreen.tsx').then((module) => ({ default: module.MapSettingsScreen })),
)
const FixturesScreen = lazy(() =>
  import('./features/fixtures/FixturesScreen.tsx').then((module) => ({ default: module.FixturesScreen })),
)

/** Where one can go, in the order of the navigation. A screen is fetched when it is first opened. */
export const routes: readonly AppRoute[] = [
  { path: '/map', name: 'Live Map', screen: MapScreen },
  { path: '/replay', name: 'Replay', screen: ReplayScreen, needs: 'viewAllPositions' },
  { path: '/map-settings', name: 'Map settings', screen: MapSettingsScreen, needs: 'ownerPanel' },
  { path: '/fixtures', name: 'Fixtures', screen: FixturesScreen, demoOnly: true },
]

/** Where `/` leads. */
export const firstPath = '/map'
