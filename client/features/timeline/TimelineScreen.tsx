import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import {
  mostPersons,
  type TimelineEntry,
  type TimelineKind,
  timelineSegment,
} from '../../../shared/features/timeline/queries.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { StaleNote } from '../../ui/templates/screenStates.tsx'
import { useRosterFilter } from '../map/roster/rosterFilter.ts'
import { Transport, useMomentInAddress } from '../replay/Transport.tsx'
import { useReplay, useReplayMap } from '../replay/useReplay.ts'
import { PermissionGate } from '../roles/Gated.tsx'
import { EntryList } from './EntryList.tsx'
import { Lanes } from './Lanes.tsx'
import { PinActions } from './PinActions.tsx'
import { TimeBar } from './TimeBar.tsx'
import { playersInside, TimelineMap } from './TimelineMap.tsx'
import styles from './TimelineScreen.module.css'
import { nearText, type TimelineState, useTimelineAddress } from './timelineAddress.ts'
import { keysOf, useEntryOfNow, useFirstMoment, useHeadInTime, useLanes, useSpans } from './timelineParts.ts'
import { useTimelineEntries } from './useTimelineEntries.ts'
import { Where, Who } from './WhoAndWhere.tsx'

/** What happened in a span of time, to some persons or at a place: the recorded map, and all that the reader may know, on one time axis. */
export const TimelineScreen = () => (
  <PermissionGate title="Timeline" needs="viewPendingCommands">
    {() => <TimelinePage />}
  </PermissionGate>
)

function TimelinePage() {
  const address = useTimelineAddress()
  const lanes = useLanes(address)
  const found = useTimelineEntries(questionOf(address, lanes.shown))
  const map = useReplayMap(address.openedAt ?? address.time.from)
  const spans = useSpans(address.time, lanes.seesMap)
  const { filter } = useRosterFilter()
  const replay = useReplay(map, spans, filter, timelineSegment)
  const { clock } = map
  useMomentInAddress(clock)
  useFirstMoment(clock, address.openedAt, spans)
  useHeadInTime(clock, address.time)
  const { current, step } = useEntryOfNow(clock, found.entries)
  const [isChoosing, setChoosing] = useState(false)
  const parts = { address, lanes, found, map, spans, replay, current, step, isChoosing, setChoosing }
  return (
    <main
      className={styles.screen}
      data-map={lanes.seesMap}
      tabIndex={-1}
      onKeyDown={keysOf(clock, step, spans.length > 0)}
      aria-busy={found.isLoading}
    >
      <Head {...parts} />
      <StaleNote />
      <Stage {...parts} />
      <section className={styles.side} aria-label="Entries" data-old={found.isOld || undefined}>
        <ListHead found={found} onStep={step} />
        {found.problem ? <Problem>{found.problem}</Problem> : null}
        {found.entries.length > 0 ? (
          <EntryList entries={found.entries} current={current} onSeek={clock.seek} onStep={step} />
        ) : (
          <p className={styles.nothing}>{found.isLoading ? 'Loading…' : nothingText(address)}</p>
        )}
      </section>
      <Toasts />
    </main>
  )
}

const questionOf = ({ time, persons, place, pin }: TimelineState, shown: readonly TimelineKind[]) => ({
  server: mainServer,
  from: time.from,
  to: time.until,
  persons,
  place,
  kinds: [...shown],
  pin: pin || null,
})

interface PartsProps {
  readonly address: TimelineState
  readonly lanes: ReturnType<typeof useLanes>
  readonly found: ReturnType<typeof useTimelineEntries>
  readonly map: ReturnType<typeof useReplayMap>
  readonly spans: readonly TimeSpan[]
  readonly replay: ReturnType<typeof useReplay>
  /** Index of the entry at the current moment. */
  readonly current: number
  readonly isChoosing: boolean
  readonly setChoosing: (isChoosing: boolean) => void
}

/** The time, the players and the place that the page is about. */
function Head({ address, lanes, found, map, replay, isChoosing, setChoosing }: PartsProps) {
  const { time, place, persons } = address
  const inside = playersInside(replay, place)
  const nameOf = (id: string) => nameIn(found.entries, id)
  const addInside = () =>
    address.set({ near: '', persons: [...new Set([...persons, ...(inside ?? [])])].slice(0, mostPersons) })
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>Timeline</h1>
        <TimeBar
          time={time}
          headAt={map.clock.at}
          onTime={({ from, until }) => address.set({ from: Math.round(from), until: Math.round(until), pin: '' })}
        />
        <PinActions address={address} nameOf={nameOf} />
      </header>
      <div className={styles.asked}>
        <Who persons={persons} nameOf={nameOf} onPersons={(next) => address.set({ persons: next })} />
        {lanes.seesMap ? (
          <Where
            place={place}
            metresPerUnit={map.metresPerUnit}
            isChoosing={isChoosing}
            onChoose={() => setChoosing(!isChoosing)}
            onPlace={(next) => address.set({ near: nearText(next) })}
            inside={inside?.length ?? null}
            onAddInside={addInside}
          />
        ) : null}
      </div>
    </>
  )
}

/** The recorded map, how it is played, and the time axis. */
function Stage({ address, lanes, found, map, spans, replay, current, isChoosing, setChoosing }: PartsProps) {
  const { seesMap, all, shown, toggle } = lanes
  const { clock } = map
  const choose = ({ x, y }: Point) => {
    setChoosing(false)
    address.set({ near: nearText({ x, y, radius: usualRadiusMetres / map.metresPerUnit }) })
  }
  return (
    <div className={styles.stage} data-map={seesMap || undefined}>
      {seesMap ? (
        <TimelineMap
          map={map}
          replay={replay}
          spans={spans}
          entries={found.entries}
          current={found.entries[current]?.key ?? null}
          place={address.place}
          isChoosing={isChoosing}
          onPlace={choose}
          onLeave={() => setChoosing(false)}
        />
      ) : null}
      {spans.length > 0 ? (
        <section className={styles.transport} aria-label="Playback">
          <Transport clock={clock} spans={spans} />
        </section>
      ) : null}
      <Lanes
        clock={clock}
        time={address.time}
        spans={seesMap ? spans : null}
        entries={found.entries}
        lanes={all}
        shown={shown}
        onToggle={toggle}
      />
    </div>
  )
}

const usualRadiusMetres = 250

const nothingText = ({ place, persons, kinds }: TimelineState) =>
  place
    ? 'No entry has a place inside the circle. Choose a larger radius or a longer time.'
    : persons.length > 0 || kinds.length > 0
      ? 'Nothing matches. Show more lanes, remove a player, or choose a longer time.'
      : 'Nothing happened in this time.'

interface ListHeadProps {
  readonly found: ReturnType<typeof useTimelineEntries>
  readonly onStep: (by: 1 | -1) => void
}

function ListHead({ found, onStep }: ListHeadProps) {
  const { entries, next, isLoading, isOld } = found
  const count = `${entries.length}${next === null ? '' : '+'} ${entries.length === 1 ? 'entry' : 'entries'}`
  return (
    <header className={styles.listHead}>
      <h2 className={styles.count}>
        <span role="status">{isOld ? 'Loading…' : isLoading ? `${count}, loading…` : count}</span>
      </h2>
      {next !== null && !isLoading ? <Button onClick={found.loadMore}>Load earlier</Button> : null}
      <Button tone="quiet" disabled={entries.length === 0} onClick={() => onStep(-1)}>
        Previous
      </Button>
      <Button tone="quiet" disabled={entries.length === 0} onClick={() => onStep(1)}>
        Next
      </Button>
      <Button tone="quiet" onClick={found.reload}>
        Refresh
      </Button>
    </header>
  )
}

/** The name of a person as an entry gives it; empty if none does. */
function nameIn(entries: readonly TimelineEntry[], id: string): string {
  for (const { by, byName, target } of entries) {
    if (by === id && byName) return byName
    if (target?.id === id && target.name) return target.name
  }
  return ''
}
