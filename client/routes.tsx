import { type ComponentType, lazy } from 'react'

export interface AppRoute {
  readonly path: string
  /** As the navigation says it. */
  readonly name: string
  readonly screen: ComponentType
}

const MapScreen = lazy(() => import('./features/world/MapScreen.tsx').then((module) => ({ default: module.MapScreen })))

/** Where one can go, in the order of the navigation. A screen is fetched when it is first opened. */
export const routes: readonly AppRoute[] = [{ path: '/map', name: 'Live Map', screen: MapScreen }]

/** Where `/` leads. */
export const firstPath = '/map'
