import { useEffect, useRef } from 'react'
import { recentTrails, type TrailPoint, trailKeptMs } from '../../../shared/features/trails/queries.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useQuery } from '../../connection/useQuery.ts'
import type { Herd } from '../../map/herd.ts'
import type { Trail } from '../../map/overlays.ts'
import { joinTrails } from './joinTrails.ts'

interface TrailsFeedProps {
  readonly me: string
  readonly herd: Herd
  readonly metresPerUnit: number
  readonly onTrails: (trails: readonly Trail[]) => void
}

/** A trail is drawn anew this often: its head is where the animal is drawn anyway. */
const tellEveryMs = 2_000
const nothing: Readonly<Record<string, never>> = {}
const noInput = {}

/** Brings the ways of oneself and one's pack to the map: what the hub remembers, and what was seen here since. */
export function TrailsFeed({ me, herd, metresPerUnit, onTrails }: TrailsFeedProps) {
  const { value, reload } = useQuery(recentTrails, noInput)
  const { serverNow } = useConnection()
  const told = useRef<Readonly<Record<string, (readonly TrailPoint[])[]>>>(nothing)
  told.current = value?.trails ?? nothing
  const seen = useRef(new Map<string, TrailPoint[]>())

  useEffect(() => {
    const trails = () =>
      herd.kin().flatMap(({ id, relation }): Trail[] => {
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
      note(herd, seen.current, serverNow())
      const now = herd.kin().map(({ id }) => id)
      if (now.join() === those) return
      // Somebody hid or came: their way goes at once, or is asked for.
      those = now.join()
      tell()
      reload()
    }
    const silence = herd.subscribe(look)
    const timer = setInterval(tell, tellEveryMs)
    return () => {
      silence()
      clearInterval(timer)
      onTrails([])
    }
  }, [me, herd, metresPerUnit, serverNow, reload, onTrails])
  return null
}

/** Writes down where everyone was last read, if that is news; whoever is not drawn any more is forgotten. */
function note(herd: Herd, seen: Map<string, TrailPoint[]>, now: number) {
  const kin = herd.kin()
  for (const id of seen.keys()) if (!kin.some((marker) => marker.id === id)) seen.delete(id)
  for (const marker of kin) {
    const place = herd.at(marker, Number.POSITIVE_INFINITY)
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
