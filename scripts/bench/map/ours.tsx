import '@fontsource/barlow-condensed/600.css'
import '@fontsource-variable/source-sans-3/wght.css'
import '../../../client/global.css'
import { Profiler, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/profiling'
import { ConnectionProvider } from '../../../client/connection/ConnectionProvider.tsx'
import { RosterFeed } from '../../../client/features/map/MapFeeds.tsx'
import { IslandMap } from '../../../client/map/IslandMap.tsx'
import { createMarkerLayer } from '../../../client/map/markerLayer.ts'
import { createTracks } from '../../../client/map/tracks.ts'
import { createView } from '../../../client/map/view.ts'
import { gatewayFrame, metresPerUnit } from '../../../shared/features/world/frame.ts'
import { offerPage } from './benchPage.ts'
import { createFeed } from './feed.ts'
import { seen } from './walk.ts'

const feed = createFeed()
const scale = metresPerUnit(gatewayFrame)
let commits = 0

const createNearView = () => {
  const view = createView()
  view.set(seen)
  return view
}

/** What the map's screen puts together for staff: the feed and the map, from the product. */
function OurMap() {
  const [view] = useState(createNearView)
  const [markerLayer] = useState(() => createMarkerLayer(createTracks({ metresPerUnit: scale, reducedMotion: false })))
  return (
    <Profiler
      id="map"
      onRender={() => {
        commits += 1
      }}
    >
      <RosterFeed markerLayer={markerLayer} />
      <IslandMap
        view={view}
        markerLayer={markerLayer}
        counts={null}
        isStale={false}
        metresPerUnit={scale}
        withMarkers
        card={null}
      />
    </Profiler>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('This page has lost its #root.')
root.style.display = 'grid'
// With its effects: the page watches from here on.
flushSync(() =>
  createRoot(root).render(
    <ConnectionProvider connection={feed.connection}>
      <OurMap />
    </ConnectionProvider>,
  ),
)
feed.open()

const strays = () => {
  const places = feed.places()
  const shown = window.__waterholeMap?.markers() ?? []
  const settled = shown.filter(({ slot, x, y }) => x === places[slot]?.x && y === places[slot]?.y)
  return places.length - settled.length
}
offerPage({ prepare: feed.prepare, tick: feed.tick, commits: () => commits, strays })
