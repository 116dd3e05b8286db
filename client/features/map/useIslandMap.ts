import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { isOnline, server } from '../../../shared/features/server/server.ts'
import { gatewayFrame, metresPerUnit } from '../../../shared/features/world/frame.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { createMarkerLayer } from '../../map/markerLayer.ts'
import { onReducedMotionChange, prefersReducedMotion } from '../../map/reducedMotion.ts'
import { createTracks } from '../../map/tracks.ts'
import { createView } from '../../map/view.ts'

/** What the map is taken for until the server has told its scale. */
const gatewayScale = metresPerUnit(gatewayFrame)

/** What every map of the island is made of, whoever looks at it. */
export function useIslandMap() {
  const [view] = useState(createView)
  const scale = useDocument(server, mainServer).value?.metresPerUnit ?? gatewayScale
  const [markerLayer] = useState(() =>
    createMarkerLayer(createTracks({ metresPerUnit: scale, reducedMotion: prefersReducedMotion() })),
  )
  useEffect(() => markerLayer.tracks.setScale(scale), [markerLayer, scale])
  useEffect(() => onReducedMotionChange(markerLayer.tracks.setReducedMotion), [markerLayer])
  return { view, markerLayer, metresPerUnit: scale, isStale: useIsOld() }
}

/** What is shown is the last that was known: the link is not up, or this page has lost the hub. */
function useIsOld() {
  const { name } = useAtomValue(connectionAtom)
  const { value } = useDocument(server, mainServer)
  return name === 'stale' || (value !== null && !isOnline(value))
}
