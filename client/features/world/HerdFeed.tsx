import { useEffect } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { positionsStream, type Roster, roster } from '../../../shared/features/roster/roster.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { type Herd, type Marker, markersOf } from '../../map/herd.ts'
import { usePositions } from './usePositions.ts'

interface HerdFeedProps {
  readonly herd: Herd
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
export function HerdFeed({ herd, players, linked = null }: HerdFeedProps) {
  const { value } = useDocument(roster, mainServer)
  const drawn = players ?? value?.players
  useEffect(() => herd.setMarkers(drawn ? markersOf(drawn).map(ownIf(linked)) : []), [herd, drawn, linked])
  useEffect(() => herd.clear, [herd])
  usePositions(positionsStream(mainServer), herd, value?.everyMs ?? 2_000)
  return null
}
