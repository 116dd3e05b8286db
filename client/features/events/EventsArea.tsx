import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Events, events, titleOf } from '../../../shared/features/events/events.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useRootMark } from '../../ui/rootMark.ts'
import { Stroke } from '../../ui/Stroke.tsx'
import { useNow } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { MenuPanel } from '../account/MenuPanel.tsx'
import { useSwitchedOff } from '../server/switchedOff.ts'
import { EventCountdown } from './EventCountdown.tsx'
import { EventGlyph } from './EventGlyph.tsx'
import styles from './EventsArea.module.css'
import room from './EventsRoom.module.css'
import { eventsPanelCode } from './EventsRoom.tsx'
import { EventWarning } from './EventWarning.tsx'
import { comingEvents, nearEvents, newAnnouncements } from './eventLists.ts'
import { announcementText, countdownMessages, startTexts, statusName, urgencyAt, urgencyNames } from './eventTexts.ts'
import { useEventsById } from './useEvents.ts'

const mostCards = 3

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
        <div id={panel}>
          <MenuPanel code={eventsPanelCode} given={{ coming, account }} />
        </div>
      ) : null}
      {/* Users who are signed in have a bell that says the same. */}
      {account === null ? <Announcer /> : null}
      <EventWarning />
    </aside>
  )
}

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
