import { type ReactNode, type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { Stroke } from '../ui/Stroke.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import styles from './MapControls.module.css'
import { type MarkerLayer, useFriendlyMarkers } from './markerLayer.ts'
import type { View } from './view.ts'
import { buttonStep, fitting, leastZoom, mostZoom, packMargins, showingAll } from './viewport.ts'

interface MapControlsProps {
  readonly view: View
  readonly markerLayer: MarkerLayer
  /** The element that becomes full screen. */
  readonly frame: RefObject<HTMLElement | null>
  /** Whether they are a row at the top: where beside the whole island there is no room for a column. */
  readonly isRow: boolean
  /** More buttons, after the others. */
  readonly children?: ReactNode
}

export const useZoom = (view: View) => useSyncExternalStore(view.subscribe, () => view.target().zoom)

/** Buttons for zoom, whole island, layers and full screen, for users without wheel or keyboard. */
export function MapControls({ view, markerLayer, frame, isRow, children }: MapControlsProps) {
  const zoom = useZoom(view)
  const step = (by: number) => {
    const target = view.target()
    view.zoomTo(target.zoom + by)
  }
  return (
    <fieldset className={styles.controls} data-row={isRow || undefined} aria-label="Map view" data-keep-clear="always">
      <ControlButton name="Zoom in" keys="+" disabled={zoom >= mostZoom} onPress={() => step(buttonStep)}>
        <path d="M10 4v12M4 10h12" />
      </ControlButton>
      <output className={styles.zoom} aria-label="Zoom">
        {zoom.toFixed(1)}×
      </output>
      <ControlButton name="Zoom out" keys="-" disabled={zoom <= leastZoom} onPress={() => step(-buttonStep)}>
        <path d="M4 10h12" />
      </ControlButton>
      <ControlButton name="Show the whole island" keys="0" onPress={() => view.glideTo(showingAll(view.target()))}>
        <path d="M5 12.5c0-3 2-3 2-5.5s2.5-3.5 5-2 4 3 3.5 5.5-2.5 2-3.5 3.5-2.5 2-4.5 1.5-2.5-1.5-2.5-3z" />
      </ControlButton>
      <FriendlyButtons view={view} markerLayer={markerLayer} />
      {children}
      <FullscreenButton frame={frame} />
    </fieldset>
  )
}

interface ControlButtonProps {
  /** Its accessible name, and its tooltip. */
  readonly name: string
  /** The key of the map that does the same. */
  readonly keys?: string
  readonly pressed?: boolean
  readonly disabled?: boolean
  /** Whether what it opens is open, and the id of that. */
  readonly expanded?: boolean
  readonly controls?: string
  readonly onPress: () => void
  /** Strokes in a box of 20 by 20. */
  readonly children: ReactNode
}

/** A button of the column, with a tooltip. */
export function ControlButton({ name, keys = '', pressed, disabled, expanded, controls, ...rest }: ControlButtonProps) {
  const { onPress, children } = rest
  return (
    <Tooltip text={name} keys={keys} side="start">
      <button
        type="button"
        className={styles.control}
        aria-label={name}
        aria-pressed={pressed}
        aria-expanded={expanded}
        aria-controls={controls}
        // It keeps the focus at the last step.
        aria-disabled={disabled}
        onClick={disabled ? undefined : onPress}
      >
        <Stroke>{children}</Stroke>
      </button>
    </Tooltip>
  )
}

/** Buttons to follow the user's animal and to fit the pack into the view; shown only when such animals are on the map. */
function FriendlyButtons({ view, markerLayer }: Pick<MapControlsProps, 'view' | 'markerLayer'>) {
  const friendly = useFriendlyMarkers(markerLayer)
  const followed = useSyncExternalStore(view.subscribe, view.followed)
  const own = friendly.find(({ relation }) => relation === 'own')
  const showAll = () => {
    const places = friendly.flatMap((marker) => markerLayer.at(marker, markerLayer.now()) ?? [])
    const target = view.target()
    view.glideTo(fitting(target, places, packMargins(target)))
  }
  return (
    <>
      {own ? (
        <ControlButton
          name="Follow me"
          pressed={followed === own.id}
          onPress={() => view.follow(followed === own.id ? null : own.id)}
        >
          <circle cx="10" cy="10" r="4.5" />
          <path d="M10 2v3M10 15v3M2 10h3M15 10h3" />
        </ControlButton>
      ) : null}
      {friendly.length > 1 || (friendly.length === 1 && !own) ? (
        <ControlButton name="Show my pack" onPress={showAll}>
          <path d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4" />
          <circle cx="7.5" cy="8" r="1.5" />
          <circle cx="13" cy="10" r="1.5" />
          <circle cx="8.5" cy="13" r="1.5" />
        </ControlButton>
      ) : null}
    </>
  )
}

function FullscreenButton({ frame }: { readonly frame: RefObject<HTMLElement | null> }) {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const update = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [frame])
  if (!document.fullscreenEnabled) return null
  const toggle = () => (full ? document.exitFullscreen() : frame.current?.requestFullscreen())
  return (
    <ControlButton
      name={full ? 'Leave full screen' : 'Full screen'}
      pressed={full}
      onPress={() => void toggle()?.catch(() => {})}
    >
      <path d={full ? 'M8 3v5H3M12 3v5h5M8 17v-5H3M12 17v-5h5' : 'M3 8V3h5M17 8V3h-5M3 12v5h5M17 12v5h-5'} />
    </ControlButton>
  )
}
