import type { Point } from '../../shared/features/world/frame.ts'
import type { Marker, Relation } from './herd.ts'
import type { Scene } from './scene.ts'

/** Something that a sign at the edge of the view points to while it is outside. */
export interface Landmark {
  readonly id: string
  readonly label: string
  readonly relation: Relation | 'waypoint'
}

const waypointId = 'waypoint'

export const landmarksOf = (kin: readonly Marker[], hasWaypoint: boolean): Landmark[] => [
  ...kin.toReversed().map(({ id, label, relation }) => ({ id, label, relation })),
  ...(hasWaypoint ? [{ id: waypointId, label: 'Waypoint', relation: 'waypoint' as const }] : []),
]

/** Where it is now; null where that is not known. */
export const placeOfLandmark = ({ herd, overlays }: Scene, { id, relation }: Landmark): Point | null => {
  if (relation === 'waypoint') return overlays.waypoint
  const marker = herd.find(id)
  return marker ? herd.at(marker, herd.now()) : null
}

/** Where one is oneself; null while one's own animal has no place. */
export const ownPlace = ({ herd }: Scene): Point | null => {
  const own = herd.kin().at(-1)
  return own?.relation === 'own' ? herd.at(own, herd.now()) : null
}
