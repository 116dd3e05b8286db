import { useAtomValue } from 'jotai'
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { regions } from '../../shared/features/world/regions.ts'
import { mapThemeAtom, mapVariables } from '../themes/themeAtom.ts'
import { pingRestMs } from './drawPackPlaces.ts'
import { EdgeSigns, type EdgeSignsHandle } from './EdgeSigns.tsx'
import { createClearBoxes } from './edgePlacement.ts'
import styles from './IslandMap.module.css'
import { MapControls } from './MapControls.tsx'
import { MapLayers } from './MapLayers.tsx'
import { MapLegend } from './MapLegend.tsx'
import { FollowSign, MapScale, MarkerPopup, type MarkerPopupHandle, OverlayAnnouncer } from './MapSigns.tsx'
import { MapSurface } from './MapSurface.tsx'
import { createDrawing, placeFrame } from './mapDrawing.ts'
import { hasRoomBeside, useMapFit, useSize } from './mapFit.ts'
import { defaultMapStyle, friendColour } from './mapStyle.ts'
import { noOverlays } from './overlays.ts'
import type { LabelBox } from './placeLabels.ts'
import { useMapProbe } from './probe.ts'
import { prefersReducedMotion } from './reducedMotion.ts'
import { type SceneProps, useScene } from './scene.ts'
import { chosenAtom, type ToolUse } from './selection.ts'
import { useRenderLoop } from './useRenderLoop.ts'
import { centredOn } from './viewport.ts'

interface IslandMapProps extends SceneProps, ToolUse {
  /** Whether individual animals are shown. */
  readonly withMarkers: boolean
  /** Content of the popup next to the hovered or chosen animal. */
  readonly card: ReactNode
  /** More buttons in the column of controls. */
  readonly controls?: ReactNode
  /** Other content on top of the map. Edge signs never cover an element marked `data-keep-clear`. */
  readonly children?: ReactNode
}

/** The island map; fills its container. */
export function IslandMap({ withMarkers, card, controls, children, ...props }: IslandMapProps) {
  const { view, markerLayer, metresPerUnit, overlays = noOverlays, mapStyle = defaultMapStyle } = props
  const frame = useRef<HTMLElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const popup = useRef<MarkerPopupHandle | null>(null)
  const edgeSigns = useRef<EdgeSignsHandle | null>(null)
  const size = useSize(surface)
  const isRow = size === null || !hasRoomBeside(size)
  const [drawing] = useState(createDrawing)
  const { layers, repaint } = useRenderLoop({
    view,
    markerLayer,
    painter: drawing.painter,
    scene: () => scene,
    ready: size !== null,
    beforeFrame: () => placeFrame(scene, drawing),
    afterFrame() {
      const before = scene.cardBox
      popup.current?.move()
      edgeSigns.current?.move()
      // Names make room for the card.
      if (isElsewhere(before, scene.cardBox)) repaint()
    },
    nextFrameInMs: () => (drawing.sprites(scene).isBehind() ? 0 : pingRestMs(scene.overlays.pings, scene.serverNow())),
  })
  const { scene, mapImage } = useScene(props, repaint)

  useLayoutEffect(() => {
    const clearBoxes = createClearBoxes(() => frame.current)
    scene.clearBoxes = () => clearBoxes(performance.now(), scene.view.get())
  }, [scene])
  useMapFit(view, frame, size)
  useGoToChosen(props, surface)
  useMapProbe(scene, drawing, surface, edgeSigns)

  return (
    <section
      ref={frame}
      className={styles.frame}
      style={useMapColours(mapStyle)}
      data-row={isRow || undefined}
      aria-label="Map of the island"
    >
      <MapSurface
        surface={surface}
        scene={scene}
        withMarkers={withMarkers}
        byRegion={props.counts !== null}
        toolUse={props}
        repaint={repaint}
      >
        {size ? <MapLayers scene={scene} drawing={drawing} layers={layers} {...size} /> : null}
      </MapSurface>
      <MarkerPopup scene={scene} handle={popup}>
        {card}
      </MarkerPopup>
      <EdgeSigns
        scene={scene}
        surface={surface}
        handle={edgeSigns}
        hasWaypoint={overlays.waypoint !== null}
        pings={overlays.pings}
        withNames={mapStyle.showPlayerNames}
      />
      <FollowSign view={view} markerLayer={markerLayer} />
      <OverlayAnnouncer overlays={overlays} metresPerUnit={metresPerUnit} />
      <MapControls view={view} markerLayer={markerLayer} frame={frame} isRow={isRow}>
        {controls}
      </MapControls>
      {size ? <MapScale view={view} size={size} metresPerUnit={metresPerUnit} surface={surface} /> : null}
      {withMarkers ? <MapLegend markerLayer={markerLayer} metresPerUnit={metresPerUnit} /> : null}
      {mapImage?.isPlaceholder ? (
        <p className={styles.placeholder}>Can't load the map picture. This is a sketch.</p>
      ) : null}
      {children}
    </section>
  )
}

/** Movement of a card that labels need not follow, px. */
const cardSlackPx = 6

const isElsewhere = (before: LabelBox | null, now: LabelBox | null) =>
  before === null || now === null
    ? before !== now
    : Math.abs(before.x - now.x) + Math.abs(before.y - now.y) > cardSlackPx || before.width !== now.width

/** CSS variables of the map's theme and of the player's chosen colours, for elements that are not drawn on a canvas. */
const useMapColours = ({ playerColor, teammateColor }: typeof defaultMapStyle) => {
  const theme = useAtomValue(mapThemeAtom)
  const marks = {
    '--own-mark': `var(--${playerColor})`,
    '--pack-mark': `var(--${teammateColor})`,
    '--friend-mark': `var(--${friendColour})`,
  }
  return { ...mapVariables(theme), ...marks } as CSSProperties
}

/** Minimum zoom when moving to an item chosen in a list. */
const leastChosenZoom = 1

/** Moves the view to an item that was chosen outside the map. */
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
    if (surface.current) scrollToMiddle(surface.current)
  }, [chosen, view, markerLayer, surface])
}

/** Scrolls the map into view: below a list on a narrow page its middle may be off screen. */
function scrollToMiddle(element: HTMLElement) {
  const { top, bottom } = element.getBoundingClientRect()
  const middle = (top + bottom) / 2
  if (middle > 0 && middle < innerHeight) return
  element.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
}
