import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { events, eventsCalendarPath, type ScheduledEvent, titleOf } from '../../../shared/features/events/events.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { On } from '../../ui/Time.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { alwaysReady, type ScreenStates, statesOf } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { GateButton } from '../roles/GateButton.tsx'
import { EventDetails } from './EventDetails.tsx'
import { EventGlyph } from './EventGlyph.tsx'
import { EventMap } from './EventMap.tsx'
import styles from './Events.module.css'
import { comingEvents, pastEvents, shapeOf } from './eventLists.ts'
import { statusName } from './eventTexts.ts'
import { Scheduler, SeriesList } from './Scheduler.tsx'
import { useOwnEvents } from './useEvents.ts'

/** What the address keeps. */
const EventsAddress = z.object({
  tab: z.enum(['coming', 'past', 'schedule']).default('coming'),
  /** The event whose details are shown; the first of the list if it has none of this id, which stays then. */
  event: z.string().max(64).default(''),
})

/** Events of the game server: what is coming, what was, and for staff the scheduler. */
export function EventsScreen() {
  const { principal, may } = useAtomValue(accessAtom)
  const { filters, setFilters } = useAddressFilters(EventsAddress)
  const document = useDocument(events, mainServer)
  const byId = document.value?.events ?? {}
  const isStaff = may.includes('manageEvents')
  const coming = comingEvents(byId)
  // A link leads to an event that may be over by now.
  const isOver = filters.tab === 'coming' && byId[filters.event]?.status === 'completed'
  const tab = filters.tab === 'schedule' && !isStaff ? 'coming' : isOver ? 'past' : filters.tab
  const tabs = [
    { key: 'coming', name: 'Coming up', count: coming.length },
    { key: 'past', name: 'Past' },
    ...(isStaff ? [{ key: 'schedule', name: 'Schedule' } as const] : []),
  ] as const
  const rows = tab === 'past' ? pastEvents(byId) : coming
  const empty = tab === 'past' ? emptyPast : emptyComing
  const states: ScreenStates = tab === 'schedule' ? alwaysReady : statesOf(document, () => rows.length === 0, empty)
  // Its row appears with the patch, before or after the answer.
  const [scheduled, setScheduled] = useState<string | null>(null)
  // Another event may come before it, or it may be moved, while it is read or changed.
  const [kept, keep] = useState('')
  const chosen = [filters.event, kept].map((one) => rows.find(({ id }) => id === one)).find(Boolean) ?? rows[0]
  if (chosen && chosen.id !== filters.event && chosen.id !== kept) keep(chosen.id)
  return (
    <BoardPage
      title="Events"
      lead="Hunts, migrations and hills to fight for. Everyone can watch; register to keep a place and be reminded."
      width="full"
      actions={
        <>
          <ActionLink href={eventsCalendarPath} external download>
            Add to calendar (.ics)
          </ActionLink>
          {principal && !isStaff ? (
            <GateButton gate="events" name="Event admin" label="Admin password" needed="Enter the admin password." />
          ) : null}
        </>
      }
      tabs={tabs}
      chosen={tab}
      onChoose={(key) => setFilters({ tab: key, event: '' })}
      {...states}
    >
      {tab === 'schedule' ? (
        <>
          <Scheduler
            onScheduled={(event) => {
              setScheduled(event)
              setFilters({ tab: 'coming', event })
            }}
          />
          <SeriesList />
        </>
      ) : chosen ? (
        <Board
          rows={rows}
          chosen={chosen}
          account={principal?.id ?? null}
          scheduled={scheduled}
          onShown={() => setScheduled(null)}
          onChoose={(event) => setFilters({ event })}
        />
      ) : null}
    </BoardPage>
  )
}

const emptyComing = { title: 'No events are scheduled.', children: <p>New events appear here and below every page.</p> }
const emptyPast = { title: 'No past events.', children: <p>Events stay here for 24 hours after they end.</p> }

interface BoardProps extends Omit<EventListProps, 'chosen'> {
  readonly chosen: ScheduledEvent
}

/** The list, the chosen event beside it, and where it takes place. */
function Board({ chosen, ...list }: BoardProps) {
  const shape = shapeOf(chosen, true)
  return (
    <div className={styles.board}>
      <EventList {...list} chosen={chosen.id} />
      <EventDetails key={chosen.id} event={chosen} account={list.account} />
      <EventMap shapes={shape ? [shape] : []} />
    </div>
  )
}

interface EventListProps {
  readonly rows: readonly ScheduledEvent[]
  readonly chosen: string
  readonly account: string | null
  /** The event that the user has just scheduled, until its row has the focus. */
  readonly scheduled: string | null
  readonly onShown: () => void
  readonly onChoose: (event: string) => void
}

/** Events below one another, each of which shows its details when chosen. */
function EventList({ rows, chosen, account, scheduled, onShown, onChoose }: EventListProps) {
  const own = useOwnEvents(account ?? '')?.events ?? {}
  const row = useRef<HTMLButtonElement>(null)
  const isThere = rows.some(({ id }) => id === scheduled)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when its row is there
  useEffect(() => {
    if (!isThere) return
    row.current?.focus()
    onShown()
  }, [isThere])
  return (
    <ul className={styles.list} aria-label="Events">
      {rows.map((event) => (
        <li key={event.id}>
          <button
            type="button"
            ref={event.id === scheduled ? row : null}
            className={styles.row}
            aria-pressed={event.id === chosen}
            data-status={event.status}
            onClick={() => onChoose(event.id)}
          >
            <EventGlyph type={event.type} />
            <span className={styles.rowTitle}>{titleOf(event)}</span>
            <span className={styles.rowTime}>
              {event.status === 'scheduled' ? (
                <Countdown label="In" to={event.scheduledTime} over="Starting" />
              ) : (
                statusName(event)
              )}
            </span>
            <span className={styles.rowNote}>
              <On at={event.scheduledTime} />
              {own[event.id] ? ` · ${own[event.id]?.state === 'waiting' ? 'Waiting list' : 'Registered'}` : ''}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
