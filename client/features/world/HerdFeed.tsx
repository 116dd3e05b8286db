import { useEffect } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { positionsStream, type Roster, roster } from '../../../shared/features/roster/roster.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { type Herd, markersOf } from '../../map/herd.ts'
import { usePositions } from './usePositions.ts'

interface HerdFeedProps {
  readonly herd: Herd
  /** Whom to draw of the roster; everybody if not told. */
  readonly players?: Roster['players'] | undefined
}

/** Brings roster and stream to the herd while staff look at the map, and draws nothing itself. */
export function HerdFeed({ herd, players }: HerdFeedProps) {
  const { value } = useDocument(roster, mainServer)
  const drawn = players ?? value?.players
  useEffect(() => herd.setMarkers(drawn ? markersOf(drawn) : []), [herd, drawn])
  useEffect(() => herd.clear, [herd])
  usePositions(positionsStream(mainServer), herd, value?.everyMs ?? 2_000)
  return null
}
