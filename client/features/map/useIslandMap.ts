import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import { serverStateAt } from '../../../shared/features/server/serverState.ts'
import { gatewayFrame, metresPerUnit } from '../../../shared/features/world/frame.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { createMarkerLayer } from '../../map/markerLayer.ts'
import { onReducedMotionChange, prefersReducedMotion } from '../../map/reducedMotion.ts'
import { createTracks } from '../../map/tracks.ts'
import { createView } from '../../map/view.ts'
import { useNow } from '../../ui/Time.tsx'

/** Metres per map unit until the server has sent its own. */
const gatewayScale = metresPerUnit(gatewayFrame)

/** Address of the owner's picture of the map; null if the island's own is used, undefined until the hub has said. */
export const useMapPicture = () => useDocument(server, mainServer).value?.mapImage

/** View, marker layer and picture of an island map. */
export function useIslandMap() {
  const [view] = useState(createView)
  const scale = useDocument(server, mainServer).value?.metresPerUnit ?? gatewayScale
  const [markerLayer] = useState(() =>
    createMarkerLayer(createTracks({ metresPerUnit: scale, reducedMotion: prefersReducedMotion() })),
  )
  useEffect(() => markerLayer.tracks.setScale(scale), [markerLayer, scale])
  useEffect(() => onReducedMotionChange(markerLayer.tracks.setReducedMotion), [markerLayer])
  return { view, markerLayer, metresPerUnit: scale, image: useMapPicture(), isStale: useIsOld() }
}

const lookEveryMs = 5_000

/** Whether the shown state is outdated: nothing is read from the game, or the connection to the hub is lost. */
function useIsOld() {
  const { name } = useAtomValue(connectionAtom)
  const { value } = useDocument(server, mainServer)
  const now = useNow(lookEveryMs)
  if (name === 'stale') return true
  const state = value && serverStateAt(value, now)
  return state !== null && state !== 'online' && state !== 'off'
}
