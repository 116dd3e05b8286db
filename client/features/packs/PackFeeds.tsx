import { useEffect, useRef } from 'react'
import { documentId } from '../../../shared/engine/document.ts'
import { ownPositions, ownSlot, packPositions } from '../../../shared/features/packs/packLife.ts'
import { recentTrails, type TrailPoint, trailKeptMs } from '../../../shared/features/trails/queries.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import type { MarkerLayer } from '../../map/markerLayer.ts'
import type { Trail } from '../../map/scene.ts'
import { fastestMetres, slackMetres } from '../../map/tracks.ts'
import { usePositions } from '../map/positionStream.ts'
import { ownMarkers, packMarkers, usePack } from './usePack.ts'

interface PackFeedProps {
  readonly me: string
  readonly markerLayer: MarkerLayer
}

const isOwn = (slot: number) => slot === ownSlot
const isPacks = (slot: number) => slot !== ownSlot

/** Brings oneself and one's pack to the herd, and draws nothing itself. */
export function PackMarkersFeed({ me, markerLayer }: PackFeedProps) {
  const own = useDocument(vitals, me).value
  const use = usePack(me)
  const pack = use.name === 'here' ? use : null
  useEffect(() => {
    markerLayer.setMarkers([...packMarkers(me, pack), ...ownMarkers(me, own, pack?.pack ?? null)])
  }, [markerLayer, me, own, pack])
  useEffect(() => markerLayer.clear, [markerLayer])
  usePositions(documentId(ownPositions, me), markerLayer, own?.everyMs ?? 2_000, isOwn)
  // A pack that one is no longer in takes its places along when this part goes.
  return pack ? <PackPlaces key={pack.id} id={pack.id} everyMs={pack.life.everyMs} markerLayer={markerLayer} /> : null
}

interface PackPlacesProps {
  readonly id: string
  readonly everyMs: number
  readonly markerLayer: MarkerLayer
}

function PackPlaces({ id, everyMs, markerLayer }: PackPlacesProps) {
  usePositions(documentId(packPositions, id), markerLayer, everyMs, isPacks)
  return null
}

interface TrailsFeedProps {
  readonly me: string
  readonly markerLayer: MarkerLayer
  readonly metresPerUnit: number
  readonly onTrails: (trails: readonly Trail[]) => void
}

/** A trail is drawn anew this often: its head is where the animal is drawn anyway. */
const tellEveryMs = 2_000
const nothing: Readonly<Record<string, never>> = {}
const noInput = {}

/** Brings the ways of oneself and one's pack to the map: what the hub remembers, and what was seen here since. */
export function TrailsFeed({ me, markerLayer, metresPerUnit, onTrails }: TrailsFeedProps) {
  const { value, reload } = useQuery(recentTrails, noInput)
  const { serverNow } = useConnection()
  const told = useRef<Readonly<Record<string, (readonly TrailPoint[])[]>>>(nothing)
  told.current = value?.trails ?? nothing
  const seen = useRef(new Map<string, TrailPoint[]>())

  useEffect(() => {
    const trails = () =>
      markerLayer.friendly().flatMap(({ id, relation }): Trail[] => {
        const pieces = joinTrails(
          told.current[relation === 'own' ? me : id] ?? [],
          seen.current.get(id) ?? [],
          metresPerUnit,
          serverNow(),
        )
        return pieces.length > 0 ? [{ id, relation, pieces }] : []
      })
    const tell = () => onTrails(trails())
    let those = ''
    const look = () => {
      note(markerLayer, seen.current, serverNow())
      const now = markerLayer.friendly().map(({ id }) => id)
      if (now.join() === those) return
      // Somebody hid or came: their way goes at once, or is asked for.
      those = now.join()
      tell()
      reload()
    }
    const silence = markerLayer.subscribe(look)
    const timer = setInterval(tell, tellEveryMs)
    return () => {
      silence()
      clearInterval(timer)
      onTrails([])
    }
  }, [me, markerLayer, metresPerUnit, serverNow, reload, onTrails])
  return null
}

/** Writes down where everyone was last read, if that is news; whoever is not drawn any more is forgotten. */
function note(markerLayer: MarkerLayer, seen: Map<string, TrailPoint[]>, now: number) {
  const friendly = markerLayer.friendly()
  for (const id of seen.keys()) if (!friendly.some((marker) => marker.id === id)) seen.delete(id)
  for (const marker of friendly) {
    const place = markerLayer.at(marker, Number.POSITIVE_INFINITY)
    const points = seen.get(marker.id) ?? []
    const last = points.at(-1)
    if (!place || (last && last[1] === place.x && last[2] === place.y)) continue
    points.push([now, place.x, place.y])
    seen.set(
      marker.id,
      points.filter(([at]) => at > now - trailKeptMs),
    )
  }
}

type Pieces = readonly (readonly TrailPoint[])[]

/** Whether an animal can have walked from one point to the other. */
const canWalk = ([at, x, y]: TrailPoint, [then, toX, toY]: TrailPoint, metresPerUnit: number) =>
  Math.hypot(toX - x, toY - y) * metresPerUnit <= slackMetres + (fastestMetres * Math.max(0, then - at)) / 1_000

/**
 * What the hub told of a way, and what was seen of it on this page since, as one: points that both hold are there once, what is older
 * than is kept falls off, and nobody is drawn to have walked where they were moved.
 * @param now epoch ms of the server
 */
export function joinTrails(told: Pieces, seen: readonly TrailPoint[], metresPerUnit: number, now: number): Pieces {
  const last = told.at(-1)?.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
  const pieces = told.map((piece) => [...piece])
  for (const point of seen) {
    if (point[0] <= last) continue
    const piece = pieces.at(-1)
    const end = piece?.at(-1)
    if (piece && end && canWalk(end, point, metresPerUnit)) piece.push(point)
    else pieces.push([point])
  }
  return pieces.map((piece) => piece.filter(([at]) => at > now - trailKeptMs)).filter((piece) => piece.length > 0)
}
