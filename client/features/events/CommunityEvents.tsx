import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { removeCommunityEvent } from '../../../shared/features/events/commands.ts'
import { type CommunityEvent, communityEvents } from '../../../shared/features/events/communityEvents.ts'
import { eventSeats } from '../../../shared/features/events/events.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardGrid } from '../../ui/CardGrid.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { Actions } from '../../ui/Stack.tsx'
import { On } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { CancelQuestion } from './CancelQuestion.tsx'
import { CommunityDialog } from './CommunityDialog.tsx'
import styles from './Events.module.css'
import { seatsText } from './eventTexts.ts'
import { RegisterButton, useWaitingPlace } from './Registration.tsx'
import { Registrations } from './Registrations.tsx'
import { useOwnEvents } from './useEvents.ts'

const statusNames = { upcoming: 'Upcoming', active: 'Running now', completed: 'Completed' } as const
/** Who hears of it when staff remove one. */
const removalNotice = {
  upcoming: ' Everyone who has a place or waits for one is notified.',
  active: ' If you give a reason, everyone who has a place or waits for one is notified.',
  completed: '',
} as const
const order = { active: 0, upcoming: 1, completed: 2 } as const

/** Running ones first, then upcoming ones, the soonest first, then those that are over, the latest first. */
export const inOrder = (events: Readonly<Record<string, CommunityEvent>>): readonly CommunityEvent[] =>
  Object.values(events).toSorted(
    (one, other) =>
      order[one.status] - order[other.status] ||
      (one.status === 'completed' ? other.startTime - one.startTime : one.startTime - other.startTime),
  )

/** Events that staff hold themselves: what they are, when, and who takes part. @param account null for a guest */
export function CommunityEvents({ account }: { readonly account: string | null }) {
  const { may } = useAtomValue(accessAtom)
  const document = useDocument(communityEvents, mainServer)
  const isStaff = may.includes('manageEvents')
  const [editing, edit] = useState<CommunityEvent | 'new' | null>(null)
  const [removing, remove] = useState<CommunityEvent | null>(null)
  const [listed, list] = useState<CommunityEvent | null>(null)
  const rows = inOrder(document.value?.events ?? {})
  const empty = {
    title: 'No community events yet.',
    children: isStaff ? null : <p>Staff announce hunts, migrations and screenshot contests here.</p>,
  }
  return (
    <>
      {isStaff ? (
        <Actions>
          <Button tone="main" onClick={() => edit('new')}>
            New community event
          </Button>
        </Actions>
      ) : null}
      <StatefulContent {...statesOf(document, () => rows.length === 0, empty)}>
        <CardGrid
          label="Community events"
          rows={rows}
          keyOf={({ id }) => id}
          card={(event) => (
            <CommunityCard
              event={event}
              account={account}
              onEdit={isStaff ? edit : null}
              onRemove={isStaff ? remove : null}
              onList={list}
            />
          )}
        />
      </StatefulContent>
      {editing ? <CommunityDialog event={editing === 'new' ? null : editing} onClose={() => edit(null)} /> : null}
      {listed ? <Registrations event={listed.id} title={listed.title} held={null} onClose={() => list(null)} /> : null}
      {removing ? (
        <CancelQuestion
          command={removeCommunityEvent}
          input={{ event: removing.id }}
          hasReason={removing.status !== 'completed'}
          title={`Remove ${removing.title}?`}
          action="Remove event"
          busyLabel="Removing…"
          done={`${removing.title} is removed.`}
          onClose={() => remove(null)}
        >
          <p>
            It disappears from this list and from the calendar, with all registrations.
            {removalNotice[removing.status]}
          </p>
        </CancelQuestion>
      ) : null}
    </>
  )
}

interface CommunityCardProps {
  readonly event: CommunityEvent
  readonly account: string | null
  /** Null for players. */
  readonly onEdit: ((event: CommunityEvent) => void) | null
  readonly onRemove: ((event: CommunityEvent) => void) | null
  readonly onList: (event: CommunityEvent) => void
}

function CommunityCard({ event, account, onEdit, onRemove, onList }: CommunityCardProps) {
  const seats = useDocument(eventSeats, event.id).value ?? { registered: 0, waiting: 0 }
  return (
    <Card
      title={event.title}
      badge={
        <span className={styles.status} data-status={event.status}>
          {event.ended === 'cancelled' ? 'Cancelled' : statusNames[event.status]}
        </span>
      }
      foot={account !== null && event.status === 'upcoming' ? <OwnPlace event={event} account={account} /> : undefined}
    >
      {event.description === '' ? null : <p className={styles.description}>{event.description}</p>}
      <p>
        <On at={event.startTime} />, {lengthOf(event.duration)}
      </p>
      {event.status === 'upcoming' ? <Countdown label="Starts in" to={event.startTime} over="Starting now" /> : null}
      <p>{event.rewards === '' ? 'No rewards' : `Rewards: ${event.rewards}`}</p>
      <p className={styles.soft}>{seatsText(seats, event.capacity)}</p>
      {onEdit && onRemove ? (
        <Actions>
          <Button tone="quiet" aria-label={`Show who is registered for ${event.title}`} onClick={() => onList(event)}>
            Registrations
          </Button>
          {event.status === 'completed' ? null : (
            <Button tone="quiet" aria-label={`Edit ${event.title}`} onClick={() => onEdit(event)}>
              Edit
            </Button>
          )}
          <Button tone="quiet" aria-label={`Remove ${event.title}`} onClick={() => onRemove(event)}>
            Remove
          </Button>
        </Actions>
      ) : null}
    </Card>
  )
}

function OwnPlace({ event, account }: { readonly event: CommunityEvent; readonly account: string }) {
  const state = useOwnEvents(account)?.events[event.id]?.state ?? null
  const place = useWaitingPlace(event.id, state === 'waiting')
  return (
    <div>
      {state === null ? null : (
        <p className={styles.soft}>
          {state === 'registered' ? 'You take part.' : `Waiting list${place === null ? '' : `, number ${place}`}.`}
        </p>
      )}
      <RegisterButton event={event.id} title={event.title} state={state} />
    </div>
  )
}
