import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Ping } from '../../shared/features/packs/packLife.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { courseOf, distanceLabel } from './distances.ts'
import styles from './EdgeSigns.module.css'
import {
  type EdgeTarget,
  edgePlaces,
  edgeTargets,
  ownPlace,
  pingSignMs,
  placeOfTarget,
  signedPings,
} from './edgePlacement.ts'
import { useFriendlyMarkers } from './markerLayer.ts'
import type { LabelBox } from './placeLabels.ts'
import type { Scene } from './scene.ts'
import { headingOf } from './tracks.ts'
import { centredOn, toScreen } from './viewport.ts'

/** A visible edge sign, as reported by the map probe. */
export interface ShownSign {
  readonly id: string
  readonly label: string
  readonly distance: string
  /** Its middle and size, px. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface EdgeSignsHandle {
  /** Moves each sign to where its target leaves the view at this moment. */
  move(): void
  shown(): readonly ShownSign[]
}

interface EdgeSignsProps {
  readonly scene: Scene
  readonly hasWaypoint: boolean
  readonly pings: readonly Readonly<Ping>[]
  readonly withNames: boolean
  readonly surface: RefObject<HTMLElement | null>
  readonly handle: RefObject<EdgeSignsHandle | null>
}

interface Outside {
  readonly landmark: EdgeTarget
  readonly element: HTMLElement
  readonly place: Point
  readonly towards: Point
}

/**
 * Buttons at the edge of the view for the user's animal, the pack, the waypoint and fresh pings while these are outside it.
 * Positions are written to the DOM directly, without React.
 */
export function EdgeSigns({ scene, hasWaypoint, pings, withNames, surface, handle }: EdgeSignsProps) {
  const friendly = useFriendlyMarkers(scene.markerLayer)
  const signed = useSignedPings(pings, scene.serverNow)
  const landmarks = useMemo(() => edgeTargets(friendly, hasWaypoint, signed), [friendly, hasWaypoint, signed])
  const elements = useRef(new Map<string, HTMLElement>()).current
  const shown = useRef<readonly ShownSign[]>([])

  useImperativeHandle(handle, () => ({
    move() {
      if (landmarks.length === 0 && shown.current.length === 0) return
      const outside = landmarks.flatMap((landmark) => outsideOf(scene, landmark, elements.get(landmark.id)))
      shown.current = outside.length === 0 ? [] : placeSigns(scene, outside, scene.clearBoxes())
      scene.signBoxes = shown.current.map(({ x, y, width, height }) => ({
        x: x - width / 2,
        y: y - height / 2,
        width,
        height,
      }))
    },
    shown: () => shown.current,
  }))

  const goTo = (landmark: EdgeTarget) => {
    const place = placeOfTarget(scene, landmark)
    if (place) scene.view.glideTo(centredOn(scene.view.target(), place))
    // The button disappears once its target is in view and would take the keyboard focus with it.
    surface.current?.focus({ preventScroll: true })
  }
  return landmarks.map((landmark) => (
    <button
      key={landmark.id}
      ref={(element) => {
        if (element) elements.set(landmark.id, element)
        else elements.delete(landmark.id)
      }}
      type="button"
      className={styles.sign}
      data-relation={landmark.relation}
      data-ping={landmark.ping?.kind}
      style={{ visibility: 'hidden' }}
      onClick={() => goTo(landmark)}
    >
      <span className="unseen">Go to </span>
      <svg className={styles.arrow} width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
        <path d="M0-7 6 6 0 3-6 6Z" />
      </svg>
      <span className={withNames || !isAnimal(landmark) ? styles.name : 'unseen'}>{landmark.label}</span>
      {landmark.ping ? <span className="unseen">, pinged by {landmark.ping.name}, </span> : null}
      <span className={styles.distance} data-distance />
    </button>
  ))
}

const isAnimal = ({ relation }: EdgeTarget) => relation !== 'waypoint' && relation !== 'ping'

/** The pings that have a sign: a new list only when one of them comes or goes, at its time. */
function useSignedPings(pings: readonly Readonly<Ping>[], serverNow: () => number) {
  const [now, setNow] = useState(serverNow)
  const signed = useMemo(() => signedPings(pings, Math.max(now, serverNow())), [pings, now, serverNow])
  const nextEnd = (signed.at(-1)?.at ?? Number.POSITIVE_INFINITY) + pingSignMs
  useEffect(() => {
    if (!Number.isFinite(nextEnd)) return
    // A timer knows whole milliseconds: it must not be early.
    const timer = setTimeout(() => setNow(serverNow()), Math.max(0, Math.ceil(nextEnd - serverNow()) + 1))
    return () => clearTimeout(timer)
  }, [nextEnd, serverNow])
  return signed
}

/** Returns the target if it is outside the view; hides its sign otherwise. */
const outsideOf = (scene: Scene, landmark: EdgeTarget, element: HTMLElement | undefined): Outside[] => {
  if (!element) return []
  const view = scene.view.get()
  const place = placeOfTarget(scene, landmark)
  const towards = place && toScreen(view, place)
  const isIn = towards && towards.x >= 0 && towards.y >= 0 && towards.x <= view.width && towards.y <= view.height
  if (!place || isIn || !towards) {
    element.style.visibility = 'hidden'
    return []
  }
  return [{ landmark, element, place, towards }]
}

const placeSigns = (scene: Scene, outside: readonly Outside[], taken: readonly LabelBox[]) => {
  const { width, height, x, y } = scene.view.get()
  const own = ownPlace(scene)
  const distances = outside.map(({ landmark, place }) =>
    distanceLabel(courseOf(landmark.relation === 'own' || !own ? { x, y } : own, place, scene.metresPerUnit).metres),
  )
  for (const [index, { element }] of outside.entries()) write(element, distances[index] ?? '')
  const signs = outside.map(({ element, towards }) => ({
    towards,
    width: element.offsetWidth,
    height: element.offsetHeight,
  }))
  return edgePlaces({ width, height, taken }, signs).flatMap((place, index): ShownSign[] => {
    const [sign, one] = [signs[index], outside[index]]
    if (!sign || !one) return []
    const { element, towards, landmark } = one
    const [left, top] = [place.x - sign.width / 2, place.y - sign.height / 2]
    element.style.translate = `${Math.round(left)}px ${Math.round(top)}px`
    element.style.setProperty('--turn', `${Math.round(headingOf(towards.x - place.x, towards.y - place.y))}deg`)
    element.style.visibility = 'visible'
    const { width, height } = sign
    return [{ id: landmark.id, label: landmark.label, distance: distances[index] ?? '', ...place, width, height }]
  })
}

/** Writes the text only if it changed, to avoid a layout. */
const write = (element: HTMLElement, distances: string) => {
  const field = element.querySelector('[data-distance]')
  if (field && field.textContent !== distances) field.textContent = distances
}
