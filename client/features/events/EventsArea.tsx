import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Events, events, type ScheduledEvent, titleOf } from '../../../shared/features/events/events.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { prefersReducedMotion } from '../../map/reducedMotion.ts'
import { later } from '../../shell/screenCode.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { useRootMark } from '../../ui/rootMark.ts'
import { Stroke } from '../../ui/Stroke.tsx'
import { On, useNow } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useSwitchedOff } from '../server/switchedOff.ts'
import { EventCountdown } from './EventCountdown.tsx'
import { EventGlyph } from './EventGlyph.tsx'
import styles from './EventsArea.module.css'
import room from './EventsRoom.module.css'
import { EventWarning } from './EventWarning.tsx'
import { comingEvents, nearEvents, newAnnouncements } from './eventLists.ts'
import { announcementText, countdownMessages, startTexts, statusName, urgencyAt, urgencyNames } from './eventTexts.ts'
import { useEventsById, useOwnEvents } from './useEvents.ts'

const RegisterButton = later(() => import('./Registration.tsx').then((module) => module.RegisterButton))

const mostCards = 3
const mostListed = 5
const mostOwn = 3

/** Below the main content of every page: the panel of events, a card for each that runs or starts within the hour, and the warning when one starts. */
export function EventsArea() {
  return useSwitchedOff('events') ? null : <Area />
}

function Area() {
  const { principal } = useAtomValue(accessAtom)
  const byId = useEventsById()
  const coming = comingEvents(byId)
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const account = principal?.id ?? null
  useRootMark('hasEvents')
  return (
    <aside className={room.area} aria-label="Events">
      <Cards byId={byId} />
      <div className={`${room.bar} ${styles.bar}`}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          Events ({coming.length})
          <Stroke size={16}>
            <path d={isOpen ? 'M5 12.500 10 7.500l5 5' : 'M5 7.500 10 12.500l5-5'} />
          </Stroke>
        </button>
        <Link href="/events">All events</Link>
      </div>
      {isOpen ? (
        <div id={panel} ref={bringIntoView} className={styles.panel}>
          <Coming rows={coming} account={account} />
          {account === null ? null : <OwnList coming={coming} account={account} />}
        </div>
      ) : null}
      {/* Users who are signed in have a bell that says the same. */}
      {account === null ? <Announcer /> : null}
      <EventWarning />
    </aside>
  )
}

/** The panel opens at the foot of the page, below what the window shows. */
const bringIntoView = (panel: HTMLElement | null) =>
  panel?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'instant' : 'smooth' })

/** A card for each event that runs or starts within the hour, in the colour and the words of how near it is. */
function Cards({ byId }: { readonly byId: Events['events'] }) {
  const now = useNow()
  const near = nearEvents(byId, now)
  if (near.length === 0) return null
  return (
    <ul className={styles.cards} aria-label="Running or starting within the hour">
      {near.slice(0, mostCards).map((event) => {
        const isRunning = event.status === 'active'
        const urgency = urgencyAt(event.scheduledTime - now)
        return (
          <li key={event.id} className={styles.card} data-urgency={isRunning ? 'running' : urgency}>
            <EventGlyph type={event.type} size={32} />
            <div className={styles.cardWords}>
              <Link href={`/events?event=${encodeURIComponent(event.id)}`} className={styles.cardTitle}>
                {titleOf(event)}
              </Link>
              <span className={styles.urgency}>{isRunning ? statusName(event) : urgencyNames[urgency]}</span>
              <p>{isRunning ? startTexts[event.type].text : countdownMessages[event.type][urgency]}</p>
            </div>
            <EventCountdown event={event} />
          </li>
        )
      })}
    </ul>
  )
}

interface ComingProps {
  readonly rows: readonly ScheduledEvent[]
  readonly account: string | null
}

function Coming({ rows, account }: ComingProps) {
  const own = useOwnEvents(account ?? '')?.events ?? {}
  const title = useId()
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>Coming up</h2>
      {rows.length === 0 ? <p>No events are scheduled.</p> : null}
      <ul className={styles.list}>
        {rows.slice(0, mostListed).map((event) => (
          <li key={event.id}>
            <span>
              <Link href={`/events?event=${encodeURIComponent(event.id)}`}>{titleOf(event)}</Link>
              <span className={styles.soft}>
                {event.status === 'active' ? statusName(event) : <On at={event.scheduledTime} />}
              </span>
            </span>
            {account !== null && event.status === 'scheduled' ? (
              <Suspense>
                <RegisterButton event={event.id} title={titleOf(event)} state={own[event.id]?.state ?? null} />
              </Suspense>
            ) : null}
          </li>
        ))}
      </ul>
      {rows.length > mostListed ? (
        <p className={styles.soft}>{rows.length - mostListed} more on the events page.</p>
      ) : null}
    </section>
  )
}

/** The next three events that the user is registered for. */
function OwnList({ coming, account }: { readonly coming: readonly ScheduledEvent[]; readonly account: string }) {
  const own = useOwnEvents(account)?.events ?? {}
  const rows = coming.filter(({ id }) => own[id])
  const title = useId()
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>Your events</h2>
      {rows.length === 0 ? <p>You're not registered for any event.</p> : null}
      <ul className={styles.list}>
        {rows.slice(0, mostOwn).map((event) => (
          <li key={event.id}>
            <span>
              <Link href={`/events?event=${encodeURIComponent(event.id)}`}>{titleOf(event)}</Link>
              <span className={styles.soft}>{own[event.id]?.state === 'waiting' ? 'Waiting list' : 'Registered'}</span>
            </span>
            {event.status === 'scheduled' ? (
              <Countdown label="In" to={event.scheduledTime} over="Starting now" />
            ) : (
              <EventCountdown event={event} />
            )}
          </li>
        ))}
      </ul>
      {rows.length > mostOwn ? <p className={styles.soft}>And {rows.length - mostOwn} more.</p> : null}
    </section>
  )
}

/** Tells guests of an announcement that was made while the page is open, once. */
function Announcer() {
  const { value } = useDocument(events, mainServer)
  const { serverNow } = useConnection()
  const showToast = useSetAtom(showToastAtom)
  const last = useRef<Events['events'] | null>(null)
  useEffect(() => {
    if (!value) return
    const before = last.current
    last.current = value.events
    if (before === null) return
    for (const { event, minutes } of newAnnouncements(before, value.events, serverNow()))
      showToast(announcementText(event, minutes))
  }, [value, serverNow, showToast])
  return null
}
