import { useAtomValue } from 'jotai'
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { regions } from '../../shared/features/world/regions.ts'
import { pingRestMs } from './drawPackPlaces.ts'
import { EdgeSigns, type EdgeSignsHandle } from './EdgeSigns.tsx'
import styles from './IslandMap.module.css'
import { MapControls } from './MapControls.tsx'
import { MapLayers } from './MapLayers.tsx'
import { FollowSign, MapLegend, MapScale, OverlayAnnouncer } from './MapSigns.tsx'
import { MapSurface } from './MapSurface.tsx'
import { MarkerPopup, type MarkerPopupHandle } from './MarkerPopup.tsx'
import { useMapProbe } from './probe.ts'
import { prefersReducedMotion } from './reducedMotion.ts'
import { defaultMapStyle, noOverlays, type SceneProps, useScene } from './scene.ts'
import { chosenAtom, type ToolUse } from './selection.ts'
import { useRenderLoop } from './useRenderLoop.ts'
import { centredOn, resizedTo } from './viewport.ts'

interface IslandMapProps extends SceneProps, ToolUse {
  /** Whether all animals are shown. */
  readonly withMarkers: boolean
  /** Says what the animal is that is meant; carried along beside it. */
  readonly card: ReactNode
  /** Whatever else lies over the map. What is marked `data-keep-clear` is never covered by a sign at the edge. */
  readonly children?: ReactNode
}

/** The island, as large as there is room. */
export function IslandMap({ withMarkers, card, children, ...parts }: IslandMapProps) {
  const { view, markerLayer, metresPerUnit, overlays = noOverlays, mapStyle = defaultMapStyle } = parts
  const frame = useRef<HTMLElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const mover = useRef<MarkerPopupHandle | null>(null)
  const edge = useRef<EdgeSignsHandle | null>(null)
  const size = useSize(surface)
  const { layers, repaint } = useRenderLoop({
    ...{ view, markerLayer, ready: size !== null },
    afterFrame() {
      mover.current?.move()
      edge.current?.move()
    },
    nextFrameInMs: () => pingRestMs(scene.overlays.pings, scene.serverNow()),
  })
  const { scene, mapImage } = useScene(parts, repaint)

  useLayoutEffect(() => {
    if (size) view.set(resizedTo(view.get(), size.width, size.height))
  }, [view, size])
  useGoToChosen(parts, surface)
  useMapProbe(scene, surface, edge)

  return (
    <section ref={frame} className={styles.frame} style={marks(mapStyle)} aria-label="Map of the island">
      <MapSurface
        surface={surface}
        scene={scene}
        withMarkers={withMarkers}
        byRegion={parts.counts !== null}
        toolUse={parts}
      >
        {size ? <MapLayers scene={scene} layers={layers} width={size.width} height={size.height} /> : null}
      </MapSurface>
      <MarkerPopup markerLayer={markerLayer} view={view} mover={mover}>
        {card}
      </MarkerPopup>
      <EdgeSigns
        {...{ scene, frame, surface, mover: edge }}
        hasWaypoint={overlays.waypoint !== null}
        withNames={mapStyle.showPlayerNames}
      />
      <FollowSign view={view} markerLayer={markerLayer} />
      <OverlayAnnouncer overlays={overlays} metresPerUnit={metresPerUnit} />
      <MapControls view={view} markerLayer={markerLayer} frame={frame} />
      {size ? <MapScale view={view} size={size} metresPerUnit={metresPerUnit} /> : null}
      {withMarkers ? <MapLegend /> : null}
      {mapImage?.isPlaceholder ? (
        <p className={styles.sketched}>The island’s picture did not come. This is a sketch.</p>
      ) : null}
      {children}
    </section>
  )
}

/** The colours that a player has chosen, for what is no canvas. */
const marks = ({ playerColor, teammateColor }: typeof defaultMapStyle) =>
  ({ '--own-mark': `var(--${playerColor})`, '--pack-mark': `var(--${teammateColor})` }) as CSSProperties

/** What is chosen in the list is shown at least this large. */
const leastChosenZoom = 1

/** Goes to what was chosen beside the map. */
function useGoToChosen(
  { view, markerLayer }: Pick<SceneProps, 'view' | 'markerLayer'>,
  surface: RefObject<HTMLElement | null>,
) {
  const chosen = useAtomValue(chosenAtom)
  useEffect(() => {
    if (chosen?.by !== 'list') return
    const marker = chosen.kind === 'animal' ? markerLayer.find(chosen.id) : undefined
    const place = marker ? markerLayer.at(marker, markerLayer.now()) : regions.find(({ id }) => id === chosen.id)
    if (!place) return
    const target = view.target()
    view.glideTo(centredOn({ ...target, zoom: Math.max(leastChosenZoom, target.zoom) }, place))
    if (surface.current) bringIntoSight(surface.current)
  }, [chosen, view, markerLayer, surface])
}

/** Where the list lies below the map, its middle may be off the screen. */
function bringIntoSight(element: HTMLElement) {
  const { top, bottom } = element.getBoundingClientRect()
  const middle = (top + bottom) / 2
  if (middle > 0 && middle < innerHeight) return
  element.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The size of an element in CSS px, kept as it changes; null until it is known. */
function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => setSize({ width: current.clientWidth, height: current.clientHeight }))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}
