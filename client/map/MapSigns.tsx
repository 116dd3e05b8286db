import { useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef, useSyncExternalStore } from 'react'
import type { Point } from '../../shared/features/world/frame.ts'
import { placeInWords } from '../../shared/features/world/placeInWords.ts'
import {
  courseLabel,
  courseOf,
  dangerLabels,
  highRiskMetres,
  lethalMetres,
  scaleBar,
  spokenCourse,
} from './distances.ts'
import styles from './IslandMap.module.css'
import { useZoom } from './MapControls.tsx'
import type { Marker, MarkerLayer } from './markerLayer.ts'
import type { Overlays } from './overlays.ts'
import { areOverlapping, type LabelBox } from './placeLabels.ts'
import type { Scene } from './scene.ts'
import { chosenAtom, hoveredAtom } from './selection.ts'
import type { View } from './view.ts'
import { clamp, pxPerUnit, toMap, type Viewport } from './viewport.ts'

interface FollowSignProps {
  readonly view: View
  readonly markerLayer: MarkerLayer
}

/** Shows which animal the view follows, with a button to stop. */
export function FollowSign({ view, markerLayer }: FollowSignProps) {
  const id = useSyncExternalStore(view.subscribe, view.followed)
  const name = useSyncExternalStore(markerLayer.subscribe, () =>
    id === null ? undefined : followedName(markerLayer.find(id)),
  )
  const isPlaced = useSyncExternalStore(markerLayer.subscribe, () => {
    const marker = id === null ? undefined : markerLayer.find(id)
    return marker !== undefined && markerLayer.at(marker, markerLayer.now()) !== null
  })
  const last = useRef({ id, name })
  if (name !== undefined || last.current.id !== id) last.current = { id, name }
  const known = last.current.name ?? 'them'
  return (
    <div className={styles.following} role="status">
      {id === null ? null : (
        <p className={styles.followSign} data-keep-clear>
          <span>
            {isPlaced ? 'Following' : 'Waiting for'} <b>{known}</b>
          </span>
          <button type="button" onClick={() => view.follow(null)}>
            Stop<span className="unseen"> following {known}</span>
          </button>
        </p>
      )}
    </div>
  )
}

const followedName = (marker: Marker | undefined) => (marker?.relation === 'own' ? 'yourself' : marker?.label)

const mostPx = 128

interface MapScaleProps {
  readonly view: View
  readonly size: Pick<Viewport, 'width' | 'height'>
  readonly metresPerUnit: number
  readonly surface: RefObject<HTMLElement | null>
}

/** North arrow, scale bar, and the place under the pointer. */
export function MapScale({ view, size, metresPerUnit, surface }: MapScaleProps) {
  const zoom = useZoom(view)
  const pxPerMetre = pxPerUnit({ ...view.get(), ...size, zoom }) / metresPerUnit
  const { px, label } = scaleBar(pxPerMetre, mostPx)
  return (
    <div className={styles.scale} data-keep-clear="always">
      <svg width="24" height="36" viewBox="0 -4 24 36" aria-label="North is up" role="img">
        <path d="M12 11 5 29l7-4.5 7 4.5z" />
        <path className={styles.northLeft} d="M12 11 5 29l7-4.5z" />
        <text x="12" y="8.5">
          N
        </text>
      </svg>
      <p>
        <span className={styles.bar} style={{ width: px }} />
        <span>{label}</span>
      </p>
      <CursorPlace view={view} surface={surface} />
    </div>
  )
}

/**
 * The place under the mouse in words and in map units; for a user of the keyboard, the place in the middle. Written to the DOM
 * directly, without React. Empty while the map has neither the pointer nor the keyboard focus.
 */
function CursorPlace({ view, surface }: Pick<MapScaleProps, 'view' | 'surface'>) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const { current: element } = surface
    if (!element) return
    const abort = new AbortController()
    let pointer: Point | null = null
    const write = () => {
      const { width, height } = view.get()
      const isByKeys = pointer === null && element.matches(':focus-visible')
      const pixel = isByKeys ? { x: width / 2, y: height / 2 } : pointer
      if (text.current) text.current.textContent = pixel ? cursorLabel(toMap(view.get(), pixel)) : ''
    }
    const move = ({ pointerType, clientX, clientY }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      const { left, top } = element.getBoundingClientRect()
      pointer = { x: clientX - left, y: clientY - top }
      write()
    }
    const leave = () => {
      pointer = null
      write()
    }
    element.addEventListener('pointermove', move, { signal: abort.signal })
    element.addEventListener('pointerleave', leave, { signal: abort.signal })
    element.addEventListener('focus', write, { signal: abort.signal })
    element.addEventListener('blur', write, { signal: abort.signal })
    const unsubscribe = view.subscribe(write)
    return () => {
      abort.abort()
      unsubscribe()
    }
  }, [view, surface])
  return <p ref={text} className={styles.cursor} data-testid="cursor-place" />
}

/** "C5, near Swamps · 1014, 2243" */
const cursorLabel = (place: Point): string => `${placeInWords(place)} · ${Math.round(place.x)}, ${Math.round(place.y)}`

interface OverlayAnnouncerProps {
  readonly overlays: Overlays
  readonly metresPerUnit: number
}

/** Announces measurements to screen readers. */
export function OverlayAnnouncer({ overlays: { measure, dangerAt }, metresPerUnit }: OverlayAnnouncerProps) {
  const course = measure?.to ? courseOf(measure.from, measure.to, metresPerUnit) : null
  return (
    <p className="unseen" role="status">
      {measure && !course ? 'Start set. Choose where to measure to.' : ''}
      {course ? `${spokenCourse(course)}: ${courseLabel(course)}.` : ''}
      {dangerAt
        ? ` ${dangerLabels.lethal} within ${lethalMetres} m of that place, ${dangerLabels.highRisk.toLowerCase()} within ${highRiskMetres} m, safe beyond.`
        : ''}
    </p>
  )
}

export interface MarkerPopupHandle {
  /** Moves the popup next to its animal as drawn at this moment. */
  move(): void
}

interface MarkerPopupProps {
  readonly scene: Scene
  readonly handle: RefObject<MarkerPopupHandle | null>
  readonly children: ReactNode
}

const marginPx = 16
const besidePx = 24

/** The upper left corner of a card beside a place: on the side where it covers no control, the right one first. */
export function cardCorner(
  { x, y }: Point,
  { width, height }: Pick<LabelBox, 'width' | 'height'>,
  view: Pick<Viewport, 'width' | 'height'>,
  controls: readonly LabelBox[],
): Point {
  const inside = (corner: Point): Point => ({
    x: Math.round(clamp(marginPx, corner.x, Math.max(marginPx, view.width - width - marginPx))),
    y: Math.round(clamp(marginPx, corner.y, Math.max(marginPx, view.height - height - marginPx))),
  })
  const corners = [
    { x: x + besidePx, y: y - height / 2 },
    { x: x - besidePx - width, y: y - height / 2 },
    { x: x - width / 2, y: y - besidePx - height },
    { x: x - width / 2, y: y + besidePx },
    { x: x + besidePx, y: y + besidePx },
    { x: x + besidePx, y: y - besidePx - height },
    { x: x - besidePx - width, y: y + besidePx },
    { x: x - besidePx - width, y: y - besidePx - height },
  ].map(inside)
  const boxOf = (corner: Point): LabelBox => ({ ...corner, width, height })
  const place = { x: x - 1, y: y - 1, width: 2, height: 2 }
  const isFree = (corner: Point) => ![place, ...controls].some((box) => areOverlapping(box, boxOf(corner)))
  return corners.find(isFree) ?? (corners[0] as Point)
}

/**
 * A popup next to the hovered animal, otherwise next to the chosen one. Its position is written to the DOM directly, without
 * React.
 */
export function MarkerPopup({ scene, handle, children }: MarkerPopupProps) {
  const hovered = useAtomValue(hoveredAtom)
  const chosen = useAtomValue(chosenAtom)
  const popup = useRef<HTMLDivElement>(null)
  const shown = hovered?.kind === 'animal' ? hovered : chosen?.kind === 'animal' ? chosen : null

  useImperativeHandle(handle, () => ({
    move() {
      const { current } = popup
      scene.cardBox = null
      if (!current) return
      const view = scene.view.get()
      const drawn = scene.placement.current().markers.find(({ marker }) => marker.id === shown?.id)
      const isSeen = drawn && drawn.x > 0 && drawn.y > 0 && drawn.x < view.width && drawn.y < view.height
      current.style.visibility = isSeen ? 'visible' : 'hidden'
      if (!isSeen) return
      const size = { width: current.offsetWidth, height: current.offsetHeight }
      const { x, y } = cardCorner(drawn, size, view, scene.clearBoxes())
      if (size.width > 0 && size.height > 0) scene.cardBox = { x, y, ...size }
      current.style.setProperty('--beside', `${x}px ${y}px`)
    },
  }))

  return (
    <div ref={popup} className={styles.popup} style={{ visibility: 'hidden' }}>
      {shown ? children : null}
    </div>
  )
}
