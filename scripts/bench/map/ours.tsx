import '@fontsource-variable/source-sans-3/wght.css'
import '@fontsource/barlow-condensed/600.css'
import { Profiler, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/profiling'
import { ConnectionProvider } from '../../../client/connection/ConnectionProvider.tsx'
import { connect } from '../../../client/connection/connect.ts'
import { createFakeWire } from '../../../client/connection/testing/openConnection.ts'
import { RosterFeed } from '../../../client/features/map/MapFeeds.tsx'
import '../../../client/global.css'
import { IslandMap } from '../../../client/map/IslandMap.tsx'
import { createMarkerLayer } from '../../../client/map/markerLayer.ts'
import type { FromWorker, ToWorker } from '../../../client/map/markerWorker.ts'
import { createTracks } from '../../../client/map/tracks.ts'
import { createView } from '../../../client/map/view.ts'
import { leastZoom, mostZoom } from '../../../client/map/viewport.ts'
import { documentId } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { positionsStream, Roster, roster } from '../../../shared/features/roster/roster.ts'
import { gatewayFrame, metresPerUnit } from '../../../shared/features/world/frame.ts'
import { createPositionsEncoder } from '../../../shared/protocol/positions/positionsEncoder.ts'
import { callsIn, layerAt, offerPage } from './benchPage.ts'
import { createWalk, seen } from './walk.ts'

const pollMs = 2_000
const feed = createFeed()
const scale = metresPerUnit(gatewayFrame)
let commits = 0
const workers = watchWorkers()

const view = createView()
view.set(seen)

/** From the whole island to the largest zoom and back, in ten seconds at 60 frames a second. */
const roam = (frame: number) => {
  const turn = (frame / 600) * 2 * Math.PI
  const { width, height } = view.get()
  view.set({
    width,
    height,
    zoom: leastZoom + ((mostZoom - leastZoom) * (1 - Math.cos(turn))) / 2,
    x: seen.x + 600 * Math.sin(3 * turn),
    y: seen.y + 400 * Math.sin(2 * turn),
  })
}

/** The product's feed and map, as the map screen combines them for staff. */
function OurMap() {
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
        image={null}
        withMarkers
        card={null}
      />
    </Profiler>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('This page has no #root.')
root.style.display = 'grid'
// The page watches from here on, with its effects.
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
/** Ground, regions, markers, labels. The worker's canvas is not a layer. */
const markersLayer = 2
offerPage({
  prepare: feed.prepare,
  tick: feed.tick,
  commits: () => commits,
  onDrawn(drawn) {
    const layer = layerAt(markersLayer)
    const stop = workers.onDrawn(drawn)
    layer.on('draw.bench', () => {
      if (!workers.isPainting()) drawn()
    })
    return () => {
      stop()
      layer.off('draw.bench')
    }
  },
  pieces: () => (workers.isPainting() ? workers.pictures() : callsIn(layerAt(markersLayer), 'drawImage')),
  strays,
  roam,
})

/** The client's own connection, with a fake hub that sends a roster once and a frame for every tick. */
function createFeed() {
  const { walkers, places } = createWalk(1)
  const hub = createFakeWire()
  const connection = connect({ wire: hub.wire })
  const encoder = createPositionsEncoder()
  const ready: Uint8Array[] = []
  let ticks = 0
  let given = 0

  const nextFrame = () => {
    for (const [slot, { x, y }] of places(ticks).entries()) encoder.set(slot, x, y)
    ticks += 1
    return encoder.delta(ticks * pollMs)
  }
  const send = (frame: Uint8Array) => hub.frame(positionsStream(mainServer), ...frame)

  return {
    connection,
    /** Call when the page watches: sends hello, the roster and the positions. */
    open() {
      hub.hello({ may: ['look', 'viewAllPositions'] })
      const players = walkers.map(({ id, name, species, growth }, slot) => {
        const vitals = { health: 100, stamina: 100, hunger: 50, thirst: 50 }
        return [id, { id, name, animal: { species, gender: null, growth, ...vitals, dead: false, slot, region: null } }]
      })
      const value = Roster.parse({ players: Object.fromEntries(players), everyMs: pollMs })
      hub.down({ type: 'snapshot', id: documentId(roster, mainServer), epoch: 1, version: 1, value })
      nextFrame()
      send(encoder.key(ticks * pollMs))
    },
    prepare(wanted: number) {
      while (ready.length < wanted) ready.push(nextFrame())
    },
    tick() {
      const frame = ready.shift()
      if (!frame) throw new Error('More ticks were requested than were prepared.')
      given += 1
      send(frame)
    },
    /** The expected positions, by slot. */
    places: () => places(given),
  }
}

/** What the bench sees of the worker that paints the markers. */
interface WatchedWorkers {
  /** Whether the last message was a frame: the page paints after the canvas was cleared. */
  isPainting(): boolean
  /** Number of pictures in the last frame. */
  pictures(): number
  /** Calls back after each painted frame. @returns what ends that */
  onDrawn(drawn: () => void): () => void
}

/** Watches what the map sends to its worker. Called before the map is mounted. */
function watchWorkers(): WatchedWorkers {
  const listeners = new Set<() => void>()
  let pictures: number | null = null
  window.Worker = class extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given)
      this.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        if (data !== null) for (const drawn of listeners) drawn()
      })
    }
    override postMessage(message: ToWorker, transfer: StructuredSerializeOptions | Transferable[] = []) {
      if (message === null) pictures = null
      else if ('drawn' in message) pictures = message.drawn.length / 5
      super.postMessage(message, transfer as Transferable[])
    }
  }
  return {
    isPainting: () => pictures !== null,
    pictures: () => pictures ?? 0,
    onDrawn(drawn) {
      listeners.add(drawn)
      return () => listeners.delete(drawn)
    },
  }
}
