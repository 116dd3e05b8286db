import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { isOnline, server } from '../../../shared/features/server/server.ts'
import { gatewayFrame, metresPerUnit } from '../../../shared/features/world/frame.ts'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { createView } from '../../map/createView.ts'
import { createHerd } from '../../map/herd.ts'
import { onStillness, wantsStillness } from '../../map/stillness.ts'
import { createTracks } from '../../map/tracks.ts'

/** What the map is taken for until the server has told its scale. */
const gatewayScale = metresPerUnit(gatewayFrame)

/** What every map of the island is made of, whoever looks at it. */
export function useIslandMap() {
  const [view] = useState(createView)
  const scale = useDocument(server, mainServer).value?.metresPerUnit ?? gatewayScale
  const [herd] = useState(() => createHerd(createTracks({ metresPerUnit: scale, still: wantsStillness() })))
  useEffect(() => herd.tracks.setScale(scale), [herd, scale])
  useEffect(() => onStillness(herd.tracks.keepStill), [herd])
  return { view, herd, metresPerUnit: scale, old: useIsOld() }
}

/** What is shown is the last that was known: the link is not up, or this page has lost the hub. */
function useIsOld() {
  const { name } = useAtomValue(connectionAtom)
  const { value } = useDocument(server, mainServer)
  return name === 'stale' || (value !== null && !isOnline(value))
}
