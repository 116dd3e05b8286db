import { useEffect } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { positionsStream, roster } from '../../../shared/features/roster/roster.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { type Herd, markersOf } from '../../map/herd.ts'
import { usePositions } from './usePositions.ts'

/** Brings roster and stream to the herd while staff look at the map, and draws nothing itself. */
export function HerdFeed({ herd }: { readonly herd: Herd }) {
  const { value } = useDocument(roster, mainServer)
  useEffect(() => herd.setMarkers(value ? markersOf(value.players) : []), [herd, value])
  useEffect(() => herd.clear, [herd])
  usePositions(positionsStream(mainServer), herd, value?.everyMs ?? 2_000)
  return null
}
