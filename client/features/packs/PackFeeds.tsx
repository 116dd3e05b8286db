import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { documentId } from '../../../shared/engine/document.ts'
import { firstFriendSlot, friendPositions } from '../../../shared/features/friends/friends.ts'
import { ownPositions, ownSlot, type PackLife, packPositions } from '../../../shared/features/packs/packLife.ts'
import { recentTrails, type TrailPoint, trailKeptMs } from '../../../shared/features/trails/queries.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { placeInWords } from '../../../shared/features/world/placeInWords.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import type { MarkerLayer } from '../../map/markerLayer.ts'
import type { Trail } from '../../map/overlays.ts'
import { pingFaces } from '../../map/pingKinds.ts'
import { fastestMetres, slackMetres } from '../../map/tracks.ts'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useIsNarrow } from '../../ui/useIsNarrow.ts'
import { friendMarkers, type NamedFriend, useFriendLife, useFriends } from '../friends/friendList.ts'
import { usePositions } from '../map/positionStream.ts'
import { endedLabel } from './packLabels.ts'
import { ownMarkers, type PackState, packMarkers, usePack } from './usePack.ts'

interface PackFeedProps {
  readonly me: string
  readonly markerLayer: MarkerLayer
}

const isOwn = (slot: number) => slot === ownSlot
const isPacks = (slot: number) => slot !== ownSlot && slot < firstFriendSlot
const isFriends = (slot: number) => slot >= firstFriendSlot
const noFriends: readonly NamedFriend[] = []

/** Feeds the user's animal, the pack and friends into the marker layer. Renders nothing. */
export function PackMarkersFeed({ me, markerLayer }: PackFeedProps) {
  const own = useDocument(vitals, me).value
  const packState = usePack(me)
  usePackNews(me, packState)
  const pack = packState.name === 'here' ? packState : null
  const known = useFriends(me)
  const friends = known.name === 'here' ? known.list : noFriends
  const life = useFriendLife(me)
  useEffect(() => {
    const [members, mine] = [packMarkers(me, pack), ownMarkers(me, own, pack?.pack ?? null)]
    const drawn = new Set(members.map(({ account }) => account))
    markerLayer.setMarkers([...friendMarkers(friends, life, drawn), ...members, ...mine])
  }, [markerLayer, me, own, pack, friends, life])
  useEffect(() => markerLayer.clear, [markerLayer])
  usePositions(documentId(ownPositions, me), markerLayer, own?.everyMs ?? 2_000, isOwn)
  usePositions(documentId(friendPositions, me), markerLayer, life.everyMs, isFriends)
  // Leaving the pack unmounts this component, which forgets the pack's positions.
  return pack ? <PackPlaces key={pack.id} id={pack.id} everyMs={pack.life.everyMs} markerLayer={markerLayer} /> : null
}

/** On a phone, where the panel is folded away, says in a toast what has become of the user's pack. */
export function usePackNews(me: string, state: PackState) {
  const isPhone = useIsNarrow()
  const showToast = useSetAtom(showToastAtom)
  const before = useRef<PackState | null>(null)
  useEffect(() => {
    if (state.name !== 'none' && state.name !== 'here') return
    const news = before.current && newsOf(me, before.current, state)
    before.current = state
    if (news && isPhone) showToast(news)
  }, [me, state, isPhone, showToast])
}

function newsOf(me: string, was: PackState, is: PackState): string | null {
  if (is.name === 'none') {
    // A user who left knows it.
    const isNews = was.name === 'here' && is.ended !== null && is.ended.how !== 'left'
    return isNews && is.ended ? endedLabel(is.ended) : null
  }
  if (is.name !== 'here') return null
  const { name, leader } = is.pack
  if (was.name === 'none') return leader === me ? `You created ${name}.` : `You joined ${name}.`
  return leader === me && was.name === 'here' && was.pack.leader !== me ? `You now lead ${name}.` : null
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

interface PingAnnouncerProps {
  readonly me: string
  readonly pings: PackLife['pings']
}

/** Announces pings of other members to screen readers, from now on. */
export function PingAnnouncer({ me, pings }: PingAnnouncerProps) {
  const { serverNow } = useConnection()
  const [since] = useState(serverNow)
  const [newest] = Object.values(pings)
    .filter(({ by, at }) => by !== me && at > since)
    .sort((one, other) => other.at - one.at)
  return (
    <p className="unseen" role="status">
      {newest ? `${pingFaces[newest.kind].name}: ${newest.name} pinged ${placeInWords(newest)}.` : ''}
    </p>
  )
}

interface TrailsFeedProps {
  readonly markerLayer: MarkerLayer
  readonly metresPerUnit: number
  readonly onTrails: (trails: readonly Trail[]) => void
}

/** How often trails are updated; their ends are connected to the animals in every frame. */
const publishEveryMs = 2_000
const nothing: Readonly<Record<string, never>> = {}
const noInput = {}

/**
 * Passes the trails of the user's animal and the pack to the map: the hub's trails, continued by positions seen here
 * since. Renders nothing.
 */
export function TrailsFeed({ markerLayer, metresPerUnit, onTrails }: TrailsFeedProps) {
  const { value, reload } = useQuery(recentTrails, noInput)
  const { serverNow } = useConnection()
  const hubTrails = useRef<Readonly<Record<string, (readonly TrailPoint[])[]>>>(nothing)
  hubTrails.current = value?.trails ?? nothing
  const seen = useRef(new Map<string, TrailPoint[]>())

  useEffect(() => {
    const trails = () =>
      walking(markerLayer).flatMap(({ id, account, relation }): Trail[] => {
        const segments = joinTrails(
          hubTrails.current[account] ?? [],
          seen.current.get(id) ?? [],
          metresPerUnit,
          serverNow(),
        )
        return segments.length > 0 ? [{ id, relation, segments }] : []
      })
    const publish = () => onTrails(trails())
    let friendlyIds = ''
    const update = () => {
      recordPlaces(markerLayer, seen.current, serverNow())
      const now = walking(markerLayer).map(({ id }) => id)
      if (now.join() === friendlyIds) return
      // A friendly marker appeared or disappeared: update at once and reload the hub's trails.
      friendlyIds = now.join()
      publish()
      reload()
    }
    const unsubscribe = markerLayer.subscribe(update)
    const timer = setInterval(publish, publishEveryMs)
    return () => {
      unsubscribe()
      clearInterval(timer)
      onTrails([])
    }
  }, [markerLayer, metresPerUnit, serverNow, reload, onTrails])
  return null
}

/** Those whose trail is drawn: the hub has none of friends. */
const walking = (markerLayer: MarkerLayer) => markerLayer.friendly().filter(({ relation }) => relation !== 'friend')

/** Records the last read place of each friendly marker if it changed; forgets markers that are no longer drawn. */
function recordPlaces(markerLayer: MarkerLayer, seen: Map<string, TrailPoint[]>, now: number) {
  const friendly = walking(markerLayer)
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

/** Whether an animal can plausibly have walked from one point to the other. */
const canWalk = ([at, x, y]: TrailPoint, [then, toX, toY]: TrailPoint, metresPerUnit: number) =>
  Math.hypot(toX - x, toY - y) * metresPerUnit <= slackMetres + (fastestMetres * Math.max(0, then - at)) / 1_000

/**
 * Joins the hub's trail with points seen by this page: removes duplicates and expired points, and begins a new segment
 * after a teleport.
 * @param now epoch ms of the server
 */
export function joinTrails(hubTrails: Pieces, seen: readonly TrailPoint[], metresPerUnit: number, now: number): Pieces {
  const last = hubTrails.at(-1)?.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
  const segments = hubTrails.map((segment) => [...segment])
  for (const point of seen) {
    if (point[0] <= last) continue
    const segment = segments.at(-1)
    const end = segment?.at(-1)
    if (segment && end && canWalk(end, point, metresPerUnit)) segment.push(point)
    else segments.push([point])
  }
  return segments
    .map((segment) => segment.filter(([at]) => at > now - trailKeptMs))
    .filter((segment) => segment.length > 0)
}
