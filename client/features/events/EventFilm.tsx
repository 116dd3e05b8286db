import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { eventFilm, type EventFilm as Film, placesIn } from '../../../shared/features/events/eventFilm.ts'
import { corridorRadius } from '../../../shared/features/events/eventPlace.ts'
import type { ScheduledEvent } from '../../../shared/features/events/events.ts'
import { mapSize } from '../../../shared/features/world/frame.ts'
import { leastIslandWidth } from '../../../shared/features/world/islandPicture.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { islandAddress } from '../../map/mapImage.ts'
import { themeAtom } from '../../themes/themeAtom.ts'
import { isDark } from '../../themes/themes.ts'
import { Button } from '../../ui/Button.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { Slider } from '../../ui/Slider.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { useMapPicture } from '../map/useIslandMap.ts'
import styles from './EventFilm.module.css'

const frameMs = 400
/** Map units around what is shown. */
const margin = 20

/** The area of an event that is over, from reading to reading, for everyone. Players who keep their name hidden have a number. */
export function EventFilm({ event }: { readonly event: ScheduledEvent }) {
  const { value } = useDocument(eventFilm, event.id)
  return value?.frames.some(({ places }) => places.length > 0) ? <Player event={event} film={value} /> : null
}

function Player({ event, film }: { readonly event: ScheduledEvent; readonly film: Film }) {
  const { frames, players } = film
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const last = frames.length - 1
  useEffect(() => {
    if (!isPlaying) return
    if (at >= last) return setPlaying(false)
    const timer = setTimeout(() => setAt(at + 1), frameMs)
    return () => clearTimeout(timer)
  }, [isPlaying, at, last])
  const frame = frames[at]
  const places = frame ? placesIn(frame) : []
  const sinceStart = (frame?.at ?? 0) - (frames[0]?.at ?? 0)
  const nameOf = (number: number) => players[number]?.name ?? `${number}`
  const { x, y, side } = useMemo(() => boxOf(event, film), [event, film])
  const labelled = labelledOf(places, side, (number) => players[number]?.name ?? null)
  const press = () => {
    if (at >= last) setAt(0)
    setPlaying(!isPlaying)
  }
  return (
    <section aria-label="Film">
      <h3>Film</h3>
      <svg
        className={styles.film}
        viewBox={`${x} ${y} ${side} ${side}`}
        role="img"
        aria-label={countText(places.length)}
      >
        <Ground />
        <Area event={event} />
        {places.map(([number, left, top]) => (
          <g key={number} className={styles.player} data-named={players[number]?.name != null || undefined}>
            <circle cx={left} cy={top} r={side / 80} strokeWidth={side / 300} />
            {labelled.has(number) ? (
              <text x={left} y={top - side / 50} fontSize={side / 30} strokeWidth={side / 120}>
                {nameOf(number)}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
      <Slider
        label="Time"
        value={at}
        least={0}
        most={Math.max(1, last)}
        step={1}
        valueLabel={lengthOf(sinceStart)}
        onValue={(value) => {
          setPlaying(false)
          setAt(Math.min(last, value))
        }}
      />
      <Actions>
        <Button onClick={press}>{isPlaying ? 'Pause' : 'Play the film'}</Button>
      </Actions>
    </section>
  )
}

/** The picture of the island, or the owner's own. */
function Ground() {
  const own = useMapPicture() ?? null
  const dark = isDark(useAtomValue(themeAtom))
  return (
    <image
      href={own ?? islandAddress(dark, leastIslandWidth)}
      width={mapSize}
      height={mapSize}
      preserveAspectRatio="none"
    />
  )
}

/** The players who get a label: names before numbers, and none that would lie over another. Of a crowd the dots are left. */
function labelledOf(places: ReturnType<typeof placesIn>, side: number, nameOf: (number: number) => string | null) {
  const labels: { readonly x: number; readonly y: number; readonly width: number }[] = []
  const height = side / 24
  const fits = (label: (typeof labels)[number]) =>
    !labels.some(
      ({ x, y, width }) => Math.abs(x - label.x) < (width + label.width) / 2 && Math.abs(y - label.y) < height,
    )
  const byName = places.toSorted(([one], [other]) => Number(nameOf(one) === null) - Number(nameOf(other) === null))
  const labelled = new Set<number>()
  for (const [number, x, y] of byName) {
    const label = { x, y, width: ((nameOf(number) ?? `${number}`).length + 1) * (side / 60) }
    if (!fits(label)) continue
    labels.push(label)
    labelled.add(number)
  }
  return labelled
}

const countText = (count: number) => `${count} ${count === 1 ? 'player' : 'players'} in the area`

function Area({ event: { migrationPath, location, radius } }: { readonly event: ScheduledEvent }) {
  if (migrationPath) {
    const points = migrationPath.map((point) => `${point.x},${point.y}`).join(' ')
    return <polyline className={styles.path} points={points} strokeWidth={2 * corridorRadius} />
  }
  return location ? <circle className={styles.area} cx={location.x} cy={location.y} r={radius} /> : null
}

/** The square that holds the area and everyone in it, in map units. */
function boxOf({ migrationPath, location, radius }: ScheduledEvent, { frames }: Film) {
  const reach = migrationPath ? corridorRadius : radius
  const area = (migrationPath ?? (location ? [location] : [])).flatMap((point) => [
    { x: point.x - reach, y: point.y - reach },
    { x: point.x + reach, y: point.y + reach },
  ])
  const places = [...area, ...frames.flatMap((frame) => placesIn(frame).map(([, x, y]) => ({ x, y })))]
  const ends = (of: (place: { x: number; y: number }) => number) => {
    const all = places.map(of)
    return [all.reduce((one, other) => Math.min(one, other)), all.reduce((one, other) => Math.max(one, other))] as const
  }
  const [west, east] = ends((place) => place.x)
  const [north, south] = ends((place) => place.y)
  const side = Math.max(east - west, south - north) + 2 * margin
  return { x: (west + east - side) / 2, y: (north + south - side) / 2, side }
}
