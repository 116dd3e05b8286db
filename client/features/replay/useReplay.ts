import { useEffect, useMemo, useRef, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { replaySegment, replaySpan, type TimeSpan } from '../../../shared/features/replay/queries.ts'
import type { Roster } from '../../../shared/features/roster/roster.ts'
import { server } from '../../../shared/features/server/server.ts'
import type { timelineSegment } from '../../../shared/features/timeline/queries.ts'
import { gatewayFrame, metresPerUnit as metresOf } from '../../../shared/features/world/frame.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { createMarkerLayer, markersOf } from '../../map/markerLayer.ts'
import { onReducedMotionChange, prefersReducedMotion } from '../../map/reducedMotion.ts'
import { createTracks, type Tracks } from '../../map/tracks.ts'
import { createView } from '../../map/view.ts'
import { type RosterFilter, shownPlayers } from '../map/roster/rosterFilter.ts'
import { useMapPicture } from '../map/useIslandMap.ts'
import { createReplayClock, type ReplayClock } from './replayClock.ts'
import { createReplayDriver, type ReplayDriver } from './replayDriver.ts'
import type { ShownReading } from './replayPlayer.ts'

const tickEveryMs = 80
const spanEveryMs = 4_000
/** Minimum interval between renders of the list: at 60 times, readings arrive faster than a user can read. */
const listEveryMs = 400
const noPlayers: Roster['players'] = {}
const nothing: readonly TimeSpan[] = []

/** The recorded spans, reloaded periodically since the last hour moves. */
export function useSpan() {
  const span = useQuery(replaySpan, { server: mainServer })
  const { reload } = span
  useEffect(() => {
    const timer = setInterval(reload, spanEveryMs)
    return () => clearInterval(timer)
  }, [reload])
  return { ...span, spans: span.value?.spans ?? nothing }
}

/** A map with a replay clock. */
export function useReplayMap(begin: number) {
  const scale = useDocument(server, mainServer).value?.metresPerUnit ?? metresOf(gatewayFrame)
  const [parts] = useState(() => {
    const clock = createReplayClock(begin, () => performance.now())
    const tracks = createTracks({ metresPerUnit: scale, reducedMotion: prefersReducedMotion() })
    return { clock, view: createView(), markerLayer: createMarkerLayer(tracks, clock.at) }
  })
  const { markerLayer, clock } = parts
  useEffect(() => markerLayer.tracks.setScale(scale), [markerLayer, scale])
  useEffect(() => onReducedMotionChange(markerLayer.tracks.setReducedMotion), [markerLayer])
  useEffect(() => clock.subscribe(markerLayer.notifyChanged), [clock, markerLayer])
  return { ...parts, metresPerUnit: scale, image: useMapPicture() }
}

/** A throttled state: the first value at once, later ones at most every `listEveryMs`. */
function useThrottled<Value>(first: Value) {
  const [value, setValue] = useState(first)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout> | null; next: Value }>({ timer: null, next: first })
  useEffect(() => () => void (waiting.current.timer && clearTimeout(waiting.current.timer)), [])
  const [setThrottled] = useState(() => (next: Value) => {
    const wait = waiting.current
    wait.next = next
    if (wait.timer !== null) return
    setValue(next)
    wait.timer = setTimeout(() => {
      wait.timer = null
      setValue(wait.next)
    }, listEveryMs)
  })
  return [value, setThrottled] as const
}

/**
 * Fetches segments and shows readings. Movement bypasses React; the list renders at a lower rate.
 * @param query gives the segments
 */
export function useReplay(
  map: ReturnType<typeof useReplayMap>,
  spans: readonly TimeSpan[],
  filter: RosterFilter,
  query: typeof replaySegment | typeof timelineSegment = replaySegment,
) {
  const connection = useConnection()
  const { clock, markerLayer } = map
  const [shown, setShown] = useThrottled<ShownReading | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef<{ filter: RosterFilter; players: Roster['players'] }>({ filter, players: noPlayers })
  const driver = useRef<ReplayDriver | null>(null)

  useEffect(() => {
    const created = createReplayDriver({
      clock,
      now: () => performance.now(),
      fetchSegment: async (at) => {
        const answer = await connection.query(query.name, { server: mainServer, at })
        return answer.ok ? query.output.parse(answer.output) : { why: answer.message }
      },
      onShown(next) {
        latest.current.players = next?.reading.players ?? noPlayers
        if (next) feedTracks(markerLayer.tracks, next)
        else markerLayer.tracks.clear()
        markerLayer.setMarkers(markersOf(shownPlayers(latest.current.players, latest.current.filter)))
        setShown(next)
      },
      onProblem: setProblem,
    })
    driver.current = created
    const timer = setInterval(created.tick, tickEveryMs)
    return () => {
      clearInterval(timer)
      created.stop()
      driver.current = null
    }
  }, [clock, markerLayer, connection, setShown, query])

  useEffect(() => driver.current?.setSpans(spans), [spans])
  useEffect(() => {
    latest.current.filter = filter
    markerLayer.setMarkers(markersOf(shownPlayers(latest.current.players, filter)))
  }, [markerLayer, filter])
  return useMemo(() => ({ shown, problem, players: shown?.reading.players ?? noPlayers }), [shown, problem])
}

const quantised = (clock: ReplayClock, stepMs: number) => Math.floor(clock.at() / stepMs) * stepMs

/** The shown moment in steps of `stepMs` of replay time, updated at most ten times a second. */
export function useMoment(clock: ReplayClock, stepMs: number): number {
  const [at, setAt] = useState(() => quantised(clock, stepMs))
  useEffect(() => {
    const update = () => setAt(quantised(clock, stepMs))
    const unsubscribe = clock.subscribe(update)
    const timer = setInterval(update, 100)
    update()
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [clock, stepMs])
  return at
}

/**
 * Feeds a reading and the previous one into the tracks, so that animals move as they did. The tracks' clock is epoch
 * ms.
 */
export function feedTracks(tracks: Tracks, { before, reading }: ShownReading): void {
  tracks.clear()
  for (const one of before ? [before, reading] : [reading])
    for (const [slot, fix] of one.places) tracks.receive(slot, fix, one.at, one.everyMs)
  tracks.keepOnly(new Set(reading.places.keys()))
}
