import { useState } from 'react'
import { useLocation } from 'wouter'
import { cancelEvent } from '../../../shared/features/events/commands.ts'
import { type ScheduledEvent, titleOf } from '../../../shared/features/events/events.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { localZone } from '../../ui/wallTime.ts'
import { CancelQuestion } from './CancelQuestion.tsx'
import { ChangeEvent } from './ChangeEvent.tsx'
import { Registrations } from './Registrations.tsx'
import { copyOf, EventDraft, emptyDraft } from './schedulerDraft.ts'

/** What staff do with one event. */
export function StaffActions({ event }: { readonly event: ScheduledEvent }) {
  const [open, setOpen] = useState<'change' | 'cancel' | 'registrations' | null>(null)
  const action = event.status === 'active' ? 'End event' : 'Cancel event'
  return (
    <>
      <Actions>
        <Button onClick={() => setOpen('registrations')}>Show registrations</Button>
        <CopyButton event={event} />
        {event.status === 'scheduled' ? <Button onClick={() => setOpen('change')}>Change event</Button> : null}
        {event.status === 'completed' ? null : (
          <Button tone="danger" onClick={() => setOpen('cancel')}>
            {action}
          </Button>
        )}
      </Actions>
      {open === 'cancel' ? <EndQuestion event={event} action={action} onClose={() => setOpen(null)} /> : null}
      {open === 'change' ? <ChangeEvent event={event} onClose={() => setOpen(null)} /> : null}
      {open === 'registrations' ? (
        <Registrations event={event.id} title={titleOf(event)} held={event} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}

/** Fills the form for a new event. Asks first where something is typed there already. */
function CopyButton({ event }: { readonly event: ScheduledEvent }) {
  const blank = emptyDraft(localZone())
  const draft = useDraft<EventDraft>('new event', EventDraft, blank)
  const [isAsking, ask] = useState(false)
  const [, go] = useLocation()
  const isTyped = JSON.stringify({ ...draft.value, zone: '' }) !== JSON.stringify({ ...blank, zone: '' })
  const copy = () => {
    draft.change(copyOf(event))
    go('/events?tab=schedule')
  }
  return (
    <>
      <Button onClick={isTyped ? () => ask(true) : copy}>Copy event</Button>
      {isAsking ? (
        <Confirm
          title="Replace what you have typed?"
          action="Replace"
          busyLabel={null}
          refusal={null}
          onConfirm={copy}
          onCancel={() => ask(false)}
        >
          <p>The form for a new event is not empty. A copy of {titleOf(event)} takes its place.</p>
        </Confirm>
      ) : null}
    </>
  )
}

interface EndQuestionProps {
  readonly event: ScheduledEvent
  readonly action: string
  readonly onClose: () => void
}

function EndQuestion({ event, action, onClose }: EndQuestionProps) {
  const title = titleOf(event)
  const isRunning = event.status === 'active'
  return (
    <CancelQuestion
      command={cancelEvent}
      input={{ event: event.id }}
      hasReason
      title={isRunning ? `End ${title} now?` : `Cancel ${title}?`}
      action={action}
      busyLabel={isRunning ? 'Ending…' : 'Cancelling…'}
      done={isRunning ? `${title} has ended.` : `${title} is cancelled.`}
      onClose={onClose}
    >
      <p>
        {isRunning
          ? 'Its effects stop on every page. Rewards go to players who have taken part so far. If you give a reason, everyone who takes part is notified, and players in the game read it.'
          : 'It stays in the list as cancelled. Everyone is notified.'}
        {event.series === null
          ? ''
          : ' The next one of the series is scheduled. To end the series, use the Schedule tab.'}
      </p>
    </CancelQuestion>
  )
}
