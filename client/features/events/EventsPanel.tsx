import { Suspense, useId } from 'react'
import { Link } from 'wouter'
import { type ScheduledEvent, titleOf } from '../../../shared/features/events/events.ts'
import { prefersReducedMotion } from '../../map/reducedMotion.ts'
import { later } from '../../shell/screenCode.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { On } from '../../ui/Time.tsx'
import { EventCountdown } from './EventCountdown.tsx'
import styles from './EventsArea.module.css'
import { statusName } from './eventTexts.ts'
import { useOwnEvents } from './useEvents.ts'

const RegisterButton = later(() => import('./Registration.tsx').then((module) => module.RegisterButton))

const mostListed = 5
const mostOwn = 3

export interface EventsPanelProps {
  readonly coming: readonly ScheduledEvent[]
  /** Null for a guest. */
  readonly account: string | null
}

/** What the bar of events opens to: the next events, and those of the user. */
export const EventsPanel = ({ coming, account }: EventsPanelProps) => (
  <div ref={bringIntoView} className={styles.panel}>
    <Coming rows={coming} account={account} />
    {account === null ? null : <OwnList coming={coming} account={account} />}
  </div>
)

/** The panel opens at the foot of the page, below what the window shows. */
const bringIntoView = (panel: HTMLElement | null) =>
  panel?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'instant' : 'smooth' })

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
