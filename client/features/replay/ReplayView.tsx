import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import { isOnMap, type Point } from '../../../shared/features/world/frame.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import type { View } from '../../map/view.ts'
import { centredOn } from '../../map/viewport.ts'
import { lengthOf, timeOf } from '../../ui/durations.ts'
import { On, useNow } from '../../ui/Time.tsx'
import { useOpeningView } from '../map/openingView.ts'
import { AnimalCard, ChosenAnnouncer } from '../map/roster/AnimalCard.tsx'
import { RosterPanel } from '../map/roster/RosterPanel.tsx'
import { filterQuery, useRosterFilter } from '../map/roster/rosterFilter.ts'
import { VitalsCard } from '../map/roster/VitalsCard.tsx'
import { timelineHref } from '../timeline/timelineHref.ts'
import styles from './ReplayScreen.module.css'
import { spanSummary } from './recordedSpans.ts'
import type { ReplayClock } from './replayClock.ts'
import { Timeline } from './Timeline.tsx'
import { Transport, useMomentInAddress } from './Transport.tsx'
import { useMoment, useReplay, useReplayMap } from './useReplay.ts'

interface ReplayViewProps {
  /** The initial time, epoch ms. */
  readonly begin: number
  /** The requested time, if it is not recorded. */
  readonly missed: number | null
  readonly spans: readonly TimeSpan[]
  readonly keptMs: number
  readonly truncated: string | null
  /** Server epoch ms. */
  readonly now: number
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('button, input, select, a, label') !== null

/** The replay, once there are recorded spans. */
export function ReplayView({ begin, missed, spans, keptMs, truncated, now }: ReplayViewProps) {
  const map = useReplayMap(begin)
  const { clock, view, markerLayer } = map
  useOpeningView({ view, markerLayer, me: 'replay', opensOn: 'island' })
  useAreaInAddress(view)
  const { filter, change } = useRosterFilter()
  const { shown, problem, players } = useReplay(map, spans, filter)
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  const [missedAt] = useState(missed)
  useMomentInAddress(clock)
  const window = { from: now - keptMs, until: now }
  const age = shown ? `Read at ${timeOf(shown.reading.at)}` : 'Loading…'

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || isControl(event.target)) return
    event.preventDefault()
    if (clock.isPlaying()) clock.pause()
    else clock.play()
  }
  return (
    <main className={styles.screen} onKeyDown={onKeyDown}>
      <h1 className="unseen">Replay</h1>
      <div className={styles.mapArea}>
        <ReplayBanner clock={clock} problem={problem} isHere={shown !== null} />
        <IslandMap
          view={view}
          markerLayer={markerLayer}
          metresPerUnit={map.metresPerUnit}
          image={map.image}
          isStale={isStale || shown === null}
          counts={null}
          withMarkers={true}
          card={<AnimalCard players={players} />}
        >
          <VitalsCard players={players} markerLayer={markerLayer} view={view} age={age} />
        </IslandMap>
        <section className={styles.controls} aria-label="Time">
          <Transport clock={clock} spans={spans} />
          <Timeline clock={clock} spans={spans} window={window} />
          <p className={styles.hint}>
            {missedAt === null ? null : (
              <>
                <On at={missedAt} hasSeconds /> isn't recorded. This is the nearest moment.{' '}
              </>
            )}
            {spanSummary(spans, window, truncated)}
            {shown?.brokenAt ? ` The recording can't be read from ${timeOf(shown.brokenAt)} on.` : ''}
          </p>
        </section>
      </div>
      <section className={styles.list} aria-label="Players">
        <RosterPanel view={view} players={players} age={age} filter={filter} change={change} />
      </section>
      <ChosenAnnouncer players={players} />
    </main>
  )
}

const areaZoom = 1.4

/** Shows the area that the address names, as `near=2203,1424` in map units: a link to the film of an event has one. */
function useAreaInAddress(view: View) {
  const [query] = useSearchParams()
  const [near] = useState(() => placeOf(query.get('near')))
  useEffect(() => {
    if (near) view.set(centredOn({ ...view.target(), zoom: areaZoom }, near))
  }, [view, near])
}

/** The place in an address; null if there is none, or one that is not on the map. */
export function placeOf(text: string | null): Point | null {
  const [x, y] = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  return x !== undefined && y !== undefined && isOnMap({ x, y }) ? { x, y } : null
}

interface ReplayBannerProps {
  readonly clock: ReplayClock
  /** Why nothing can be shown; null otherwise. */
  readonly problem: string | null
  readonly isHere: boolean
}

/** Marks the page as a replay: the shown time, its age, and a link to the live map. */
function ReplayBanner({ clock, problem, isHere }: ReplayBannerProps) {
  const at = useMoment(clock, 1_000)
  const now = useNow()
  const [query] = useSearchParams()
  const filter = filterQuery(query)
  return (
    <div className={styles.banner} data-testid="replay-sign">
      <p className={styles.labels}>
        <strong className={styles.replay}>Replay</strong>
        <span className={styles.time}>{timeOf(at)}</span>
        <span className={styles.ahead}>{lengthOf(now - at)} behind live</span>
      </p>
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : isHere ? null : (
        <p className={styles.problem} role="status">
          Loading…
        </p>
      )}
      <Link className={styles.timeline} href={timelineHref({ at })}>
        Open timeline here
      </Link>
      <Link className={styles.live} href={filter === '' ? '/map' : `/map?${filter}`}>
        Go live
      </Link>
    </div>
  )
}
