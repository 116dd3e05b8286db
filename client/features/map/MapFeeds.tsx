import { useEffect } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type RegionCounts, regionCounts } from '../../../shared/features/regions/regionCounts.ts'
import { positionsStream, type Roster, roster } from '../../../shared/features/roster/roster.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { type Marker, type MarkerLayer, markersOf } from '../../map/markerLayer.ts'
import { usePositions } from './positionStream.ts'

interface RosterFeedProps {
  readonly markerLayer: MarkerLayer
  /** Whom to draw of the roster; everybody if not told. */
  readonly players?: Roster['players'] | undefined
  /** The player in the game that whoever looks is linked to: their animal is one's own. */
  readonly linked?: string | null
}

const ownIf =
  (linked: string | null) =>
  (marker: Marker): Marker =>
    marker.id === linked ? { ...marker, relation: 'own' } : marker

/** Brings roster and stream to the herd while staff look at the map, and draws nothing itself. */
export function RosterFeed({ markerLayer, players, linked = null }: RosterFeedProps) {
  const { value } = useDocument(roster, mainServer)
  const drawn = players ?? value?.players
  useEffect(
    () => markerLayer.setMarkers(drawn ? markersOf(drawn).map(ownIf(linked)) : []),
    [markerLayer, drawn, linked],
  )
  useEffect(() => markerLayer.clear, [markerLayer])
  usePositions(positionsStream(mainServer), markerLayer, value?.everyMs ?? 2_000)
  return null
}

/** Brings the numbers by region to the map; null before the first count. Draws nothing itself. */
export function RegionCountsFeed({ onCounts }: { readonly onCounts: (counts: RegionCounts['counts'] | null) => void }) {
  const { value } = useDocument(regionCounts, mainServer)
  const counts = value && value.asOf !== null ? value.counts : null
  useEffect(() => {
    onCounts(counts)
    return () => onCounts(null)
  }, [counts, onCounts])
  return null
}
