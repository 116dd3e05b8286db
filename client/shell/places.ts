import type { Permission } from '../../shared/engine/permissions.ts'
import type { AppRoute, PlaceGroup } from '../routes.tsx'

/** What the principal is, as far as it decides which places are offered. */
export interface Visitor {
  readonly may: readonly Permission[]
  readonly isDemo: boolean
  /** Paths of pages that an owner has switched off. */
  readonly isHidden?: (path: string) => boolean
}

/** The pages that a visitor may open. */
export const openPlaces = (routes: readonly AppRoute[], { may, isDemo, isHidden = () => false }: Visitor) =>
  routes.filter(
    ({ path, needs, demoOnly = false }) =>
      (needs === undefined || may.includes(needs)) && (isDemo || !demoOnly) && !isHidden(path),
  )

interface Group {
  readonly group: Exclude<PlaceGroup, 'account'>
  readonly name: string
  readonly places: readonly AppRoute[]
}

const groupNames = {
  play: 'Play',
  economy: 'Economy',
  community: 'Community',
  staff: 'Staff',
  owner: 'Owner',
} as const

const groups = Object.keys(groupNames) as (keyof typeof groupNames)[]

/** Where a place is listed for holders of these permissions. */
const groupOf = ({ group, groupNeeds }: AppRoute, may: readonly Permission[]): PlaceGroup | null =>
  groupNeeds !== undefined && !may.includes(groupNeeds) ? 'account' : group

/** The groups of the rail with their places; a group without one is left out. @param open from `openPlaces` */
export const railGroups = (open: readonly AppRoute[], may: readonly Permission[]): readonly Group[] =>
  grouped(open, (place) => groupOf(place, may))

/** The groups of a rail that had the places of these paths. */
export const formerGroups = (routes: readonly AppRoute[], paths: readonly string[]): readonly Group[] =>
  grouped(
    routes.filter(({ path }) => paths.includes(path)),
    ({ group }) => group,
  )

const grouped = (places: readonly AppRoute[], groupIn: (place: AppRoute) => PlaceGroup | null) =>
  groups
    .map((group) => ({ group, name: groupNames[group], places: places.filter((place) => groupIn(place) === group) }))
    .filter((each) => each.places.length > 0)

/** The places of the account menu. @param open from `openPlaces` */
export const accountPlaces = (open: readonly AppRoute[], may: readonly Permission[]): readonly AppRoute[] =>
  open.filter((place) => groupOf(place, may) === 'account')

/** The places of the bar at the lower edge of a telephone. */
export const phonePlaces = (open: readonly AppRoute[]): readonly AppRoute[] =>
  open.filter(({ phoneName }) => phoneName !== undefined)
