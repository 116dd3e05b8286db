import { useEffect } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type RegionCounts, regionCounts } from '../../../shared/features/regions/regionCounts.ts'
import { positionsStream, type Roster, roster } from '../../../shared/features/roster/roster.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { type MarkerLayer, markersOf } from '../../map/markerLayer.ts'
import type { MapRelations } from '../packs/useMapRelations.ts'
import { usePositions } from './positionStream.ts'

interface RosterFeedProps {
  readonly markerLayer: MarkerLayer
  /** The players to draw; by default the whole roster. */
  readonly players?: Roster['players'] | undefined
  /** The animals of the viewing user and of the pack, by in-game player id: they are drawn as such. */
  readonly friends?: MapRelations
}

const noFriends: MapRelations = {}

/** Feeds roster and positions into the marker layer while staff view the map. Renders nothing. */
export function RosterFeed({ markerLayer, players, friends = noFriends }: RosterFeedProps) {
  const { value } = useDocument(roster, mainServer)
  const drawn = players ?? value?.players
  useEffect(
    () => markerLayer.setMarkers(drawn ? markersOf(drawn).map((marker) => ({ ...marker, ...friends[marker.id] })) : []),
    [markerLayer, drawn, friends],
  )
  useEffect(() => markerLayer.clear, [markerLayer])
  usePositions(positionsStream(mainServer), markerLayer, value?.everyMs ?? 2_000)
  return null
}

/** Passes the counts by region to the map; null before the first count. Renders nothing. */
export function RegionCountsFeed({ onCounts }: { readonly onCounts: (counts: RegionCounts['counts'] | null) => void }) {
  const { value } = useDocument(regionCounts, mainServer)
  const counts = value && value.asOf !== null ? value.counts : null
  useEffect(() => {
    onCounts(counts)
    return () => onCounts(null)
  }, [counts, onCounts])
  return null
}
