import { useState } from 'react'
import { changeEvent } from '../../../shared/features/events/commands.ts'
import { type ScheduledEvent, titleOf } from '../../../shared/features/events/events.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { type OpenDraft, PlacesField, RewardFields, TextFields } from './SchedulerFields.tsx'
import { NextStarts } from './SchedulerTimes.tsx'

interface ChangeEventProps {
  readonly event: ScheduledEvent
  readonly onClose: () => void
}

/** Changes what an event says and gives, and when it begins. Its place stays: people have planned for it. */
export function ChangeEvent({ event, onClose }: ChangeEventProps) {
  const { run, busy, refusal, dismiss } = useCommand(changeEvent)
  // Another member of the staff may save while this is open: only what differs from here is the user's own change.
  const [begun] = useState(() => draftOf(event))
  const [draft, setDraft] = useState(begun)
  const change = (part: Partial<ChangedDraft>) => setDraft((before) => ({ ...before, ...part }))
  const submit = async () => {
    const answer = await run({ event: event.id, ...changesOf(draft, begun) })
    if (answer.ok) onClose()
  }
  const name = `Change ${titleOf(event)}`
  return (
    <Dialog title={name} onClose={onClose}>
      <DialogBody>
        <p>
          {event.series === null
            ? 'If you change the time, everyone is notified. The place stays as it is.'
            : 'It recurs, so its time and place stay as they are.'}{' '}
          If you add places, the waiting list moves up. If you reduce them, no one who has a place loses it.
        </p>
        <Form
          label={name}
          action="Save"
          busyLabel={busy ? 'Saving…' : null}
          problem={refusal?.message ?? null}
          onDismiss={dismiss}
          onSubmit={() => void submit()}
          onCancel={onClose}
        >
          <TextFields draft={draft} change={change} />
          {event.series === null ? (
            <Field
              label="Date and time"
              hint={`In the time zone ${event.zone.replaceAll('_', ' ')}.`}
              type="datetime-local"
              needed="Enter a date and a time."
              value={draft.wall}
              onValue={(next) => change({ wall: next.slice(0, 16) })}
            />
          ) : null}
          {draft.wall === begun.wall || draft.wall === '' ? null : (
            <NextStarts when={{ wall: draft.wall }} zone={event.zone} />
          )}
          <PlacesField draft={draft} change={change} />
          <RewardFields draft={draft} change={change} />
        </Form>
      </DialogBody>
    </Dialog>
  )
}

interface ChangedDraft extends OpenDraft {
  /** In the zone of the event. */
  readonly wall: string
}

const draftOf = ({ type, title, description, capacity, reward, wall }: ScheduledEvent): ChangedDraft => ({
  type,
  title,
  description,
  capacity: capacity === null ? '' : String(capacity),
  reward: reward === null ? '' : String(reward.amount),
  currency: reward?.currency ?? 'voidPearls',
  wall: wall ?? '',
})

/** Only what was changed: others may change the rest meanwhile. */
function changesOf(draft: ChangedDraft, before: ChangedDraft) {
  const amount = numberIn(draft.reward)
  const isOtherReward = draft.reward !== before.reward || draft.currency !== before.currency
  return {
    ...(draft.title !== before.title && { title: draft.title.trim() }),
    ...(draft.description !== before.description && { description: draft.description.trim() }),
    ...(draft.wall !== before.wall && { wall: draft.wall }),
    ...(draft.capacity !== before.capacity && { capacity: numberIn(draft.capacity) }),
    ...(isOtherReward && { reward: amount === null ? null : { currency: draft.currency, amount } }),
  }
}
