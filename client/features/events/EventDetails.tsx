import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { dangerZones, placeText } from '../../../shared/features/events/eventPlace.ts'
import {
  announcedMinutes,
  eventScores,
  eventSeats,
  eventSeries,
  type ScheduledEvent,
  titleOf,
} from '../../../shared/features/events/events.ts'
import { minShownCount } from '../../../shared/features/regions/regionCounts.ts'
import { noRewardText } from '../../../shared/features/server/hubFeatures.ts'
import { server } from '../../../shared/features/server/server.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { Fact } from '../../ui/Facts.tsx'
import { Price } from '../../ui/Price.tsx'
import { On, useNow } from '../../ui/Time.tsx'
import { localZone, wallTimeOf, zoneInWords } from '../../ui/wallTime.ts'
import { useFeature } from '../server/FeatureOff.tsx'
import { EventCountdown } from './EventCountdown.tsx'
import { EventFilm } from './EventFilm.tsx'
import styles from './Events.module.css'
import { announcedName, herdText, missedText, seatsText, statusName, urgencyAt } from './eventTexts.ts'
import { Registration } from './Registration.tsx'
import { StaffActions } from './StaffActions.tsx'

interface EventDetailsProps {
  readonly event: ScheduledEvent
  readonly account: string | null
}

/** Everything about one event: when, where, what it pays, and what the reader can do. */
export function EventDetails({ event, account }: EventDetailsProps) {
  const { may } = useAtomValue(accessAtom)
  const hasCurrency = useFeature('realCurrency')
  const herd = herdText(event)
  return (
    <section className={styles.details} aria-label={titleOf(event)}>
      <div>
        <h2 className={styles.detailsTitle}>{titleOf(event)}</h2>
        <p className={styles.soft}>
          {titleOf(event) === event.type ? '' : `${event.type} · `}
          {statusName(event)}
        </p>
      </div>
      {event.status === 'completed' ? null : (
        <p className={styles.countdown}>
          <EventCountdown event={event} />
        </p>
      )}
      {event.ended === 'missed' ? <p>{missedText}</p> : null}
      {event.reason ? (
        <p>
          {event.started ? 'Staff ended it early. ' : ''}Reason: {event.reason}
        </p>
      ) : null}
      {event.description === '' ? null : <p className={styles.description}>{event.description}</p>}
      <dl className={styles.facts}>
        <Fact name="Starts">
          <When event={event} />
        </Fact>
        <Fact name="Lasts">{lengthOf(event.durationMs)}</Fact>
        <Fact name="Where">{placeText(event)}</Fact>
        {herd === null ? null : <Fact name="Herd">{herd}</Fact>}
        {event.type === 'King of the Hill' ? (
          <Fact name="Danger zones">
            Up to {dangerZones.lethalM} m lethal, up to {dangerZones.highRiskM} m high risk, safe beyond
          </Fact>
        ) : null}
        <Fact name="Reward">
          {event.reward === null ? (
            'None'
          ) : !hasCurrency ? (
            noRewardText
          ) : (
            <>
              <Price {...event.reward} showsName />
              <span className={styles.rewardNote}>
                If you {event.capacity === null ? '' : 'have a place and '}are there for half of it
              </span>
            </>
          )}
        </Fact>
        <Fact name="Places">
          <Seats event={event} />
        </Fact>
        {event.started && event.status === 'active' ? (
          <Fact name="In the area">
            <Present event={event} />
          </Fact>
        ) : null}
        {event.series === null ? null : (
          <Fact name="Repeats">
            <Repeats series={event.series} isAhead={event.status === 'scheduled'} />
          </Fact>
        )}
      </dl>
      <Timeline event={event} />
      <Registration event={event} account={account} />
      <EventScore event={event} account={account} />
      {event.started && event.status === 'completed' ? <EventFilm event={event} /> : null}
      {event.started && event.status === 'completed' && may.includes('viewAllPositions') ? (
        <div>
          <ActionLink href={filmAddress(event)}>Watch the replay</ActionLink>
        </div>
      ) : null}
      {may.includes('manageEvents') ? <StaffActions event={event} /> : null}
    </section>
  )
}

/** The replay at the start of an event, over its area. */
export function filmAddress({ triggeredAt, location, migrationPath }: ScheduledEvent): string {
  const [first = null] = migrationPath ?? []
  const place = location ?? first
  const area = place ? `&near=${Math.round(place.x)},${Math.round(place.y)}` : ''
  return `/replay?at=${triggeredAt ?? 0}${area}`
}

/** The start by the reader's clock, and by the clock of the event's zone if that is another one. */
function When({ event: { scheduledTime, zone } }: { readonly event: ScheduledEvent }) {
  const own = localZone()
  const isSame = wallTimeOf(scheduledTime, own) === wallTimeOf(scheduledTime, zone)
  return (
    <>
      <On at={scheduledTime} />{' '}
      <span className={styles.soft}>
        {zoneInWords(scheduledTime, own)}
        {isSame ? '' : `; ${wallTimeOf(scheduledTime, zone).replace('T', ', ')} in ${zone.replaceAll('_', ' ')}`}
      </span>
    </>
  )
}

function Seats({ event }: { readonly event: ScheduledEvent }) {
  const seats = useDocument(eventSeats, event.id).value ?? { registered: 0, waiting: 0 }
  return seatsText(seats, event.capacity)
}

/** The next one is scheduled when this one begins: after that a series has it already. */
function Repeats({ series, isAhead }: { readonly series: string; readonly isAhead: boolean }) {
  const { value } = useDocument(eventSeries, mainServer)
  if (!value) return <span title="Not known">–</span>
  if (value.series[series] === undefined) return 'No longer'
  return isAhead ? 'Yes, the next one is scheduled when this one begins' : 'Yes'
}

function Present({ event }: { readonly event: ScheduledEvent }) {
  const { value } = useDocument(eventScores, event.id)
  const isRead = useDocument(server, mainServer).value?.link.name === 'up'
  if (value?.present == null || !isRead) return <span title="Not known">–</span>
  return value.present < minShownCount ? `Fewer than ${minShownCount} players` : `${value.present} players`
}

/** How long the hub may need for an announcement. */
const announcingMs = 10_000
const timelineTexts = { made: ', announced', skipped: ', not announced', ahead: ', not yet' } as const

/** When the event is announced, on every page and in the game, and what became of it. */
function Timeline({ event }: { readonly event: ScheduledEvent }) {
  const now = useNow(announcingMs)
  const stateOf = (minutes: number) => {
    if (event.announced[minutes] !== undefined) return 'made'
    return now - (event.scheduledTime - minutes * 60_000) > announcingMs ? 'skipped' : 'ahead'
  }
  if (event.status === 'completed' || event.wall === null) return null
  return (
    <ol className={styles.timeline} aria-label="Announcements">
      {announcedMinutes.map((minutes) => {
        const state = stateOf(minutes)
        return (
          <li key={minutes} data-state={state} data-urgency={urgencyAt(minutes * 60_000)}>
            {announcedName(minutes)}
            <span className="unseen">{timelineTexts[state]}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** The score of King of the Hill, live while it runs. */
function EventScore({ event, account }: EventDetailsProps) {
  return event.type === 'King of the Hill' && event.started ? <Score event={event} account={account} /> : null
}

function Score({ event, account }: EventDetailsProps) {
  const { value } = useDocument(eventScores, event.id)
  if (!value) return null
  const rows = Object.entries(value.scores).toSorted(([, one], [, other]) => other.heldMs - one.heldMs)
  const nameOf = (number: string) => {
    const row = value.scores[number]
    if (row && account !== null && row.account === account) return 'You'
    return row?.name ?? `Player ${number}`
  }
  return (
    <section aria-label="Score">
      <h3>Score</h3>
      {event.status === 'active' ? (
        <p role="status">
          {value.isContested
            ? 'Several players are on the hill: no one scores.'
            : value.holder === null
              ? 'No one holds the hill.'
              : `${nameOf(String(value.holder))} ${nameOf(String(value.holder)) === 'You' ? 'hold' : 'holds'} the hill.`}
        </p>
      ) : null}
      {rows.length === 0 ? (
        <p>No one has held the hill{event.status === 'active' ? ' yet' : ''}.</p>
      ) : (
        <ol className={styles.scores}>
          {rows.map(([number, { heldMs }], at) => (
            <li key={number} data-holder={value.holder === Number(number) || undefined}>
              <span>
                {at + 1}. {nameOf(number)}
              </span>
              <span className={styles.figure}>{lengthOf(heldMs)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
