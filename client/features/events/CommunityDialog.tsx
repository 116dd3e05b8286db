import { useState } from 'react'
import {
  changeCommunityEvent,
  createCommunityEvent,
  longestEventDescription,
  longestEventTitle,
  longestRewards,
  mostCommunityMinutes,
} from '../../../shared/features/events/commands.ts'
import type { CommunityEvent } from '../../../shared/features/events/communityEvents.ts'
import { mostPlaces } from '../../../shared/features/events/events.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useCommand } from '../../connection/useCommand.ts'
import { DateTimeField, momentIn, momentValue } from '../../ui/DateTimeField.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { numberIn } from '../../ui/textRules.ts'
import styles from './Events.module.css'

interface CommunityDialogProps {
  /** Null for a new one. */
  readonly event: CommunityEvent | null
  readonly onClose: () => void
}

const minuteMs = 60_000

/** Announces a community event, or changes one. */
export function CommunityDialog({ event, onClose }: CommunityDialogProps) {
  const { serverNow } = useConnection()
  const create = useCommand(createCommunityEvent)
  const change = useCommand(changeCommunityEvent)
  // Another member of the staff may save while this is open: only what differs from here is the user's own change.
  const [begun] = useState(() => draftOf(event))
  const [draft, setDraft] = useState(begun)
  const put = (name: keyof Draft) => (value: string) => setDraft((before) => ({ ...before, [name]: value }))
  const hasStarted = event?.status === 'active'
  const used = event ? change : create
  const submit = async () => {
    const fields = fieldsOf(draft)
    if (!fields) return
    const answer = event
      ? await change.run({ event: event.id, ...changedFields(fields, draft, begun) })
      : await create.run(fields)
    if (answer.ok) onClose()
  }
  const name = event ? `Edit ${event.title}` : 'New community event'
  return (
    <Dialog title={name} onClose={onClose}>
      <DialogBody>
        <Form
          label={name}
          action={event ? 'Save' : 'Announce event'}
          busyLabel={used.busy ? 'Saving…' : null}
          problem={used.refusal?.message ?? null}
          onDismiss={used.dismiss}
          onSubmit={() => void submit()}
          onCancel={onClose}
        >
          <Field
            label="Title"
            needed="Enter a title."
            longest={longestEventTitle}
            value={draft.title}
            onValue={put('title')}
            autoFocus
          />
          <Field
            label="Description"
            longest={longestEventDescription}
            value={draft.description}
            onValue={put('description')}
          />
          <DateTimeField
            label="Starts"
            needed="Enter a date and a time."
            value={draft.start}
            onValue={put('start')}
            now={serverNow()}
            disabled={hasStarted}
            check={(at) => (event === null && at <= serverNow() ? 'That time has passed. Enter a later one.' : null)}
          />
          <DurationAndPlaces draft={draft} put={put} />
          <Field
            label="Rewards"
            hint="In your own words. You give them out yourself."
            longest={longestRewards}
            value={draft.rewards}
            onValue={put('rewards')}
          />
        </Form>
      </DialogBody>
    </Dialog>
  )
}

const draftOf = (event: CommunityEvent | null) => ({
  title: event?.title ?? '',
  description: event?.description ?? '',
  start: event ? momentValue(event.startTime) : '',
  minutes: event ? String(event.duration / minuteMs) : '60',
  rewards: event?.rewards ?? '',
  capacity: event?.capacity ? String(event.capacity) : '',
})

type Draft = ReturnType<typeof draftOf>

interface DurationAndPlacesProps {
  readonly draft: Draft
  readonly put: (name: keyof Draft) => (value: string) => void
}

const DurationAndPlaces = ({ draft, put }: DurationAndPlacesProps) => (
  <div className={styles.pair}>
    <NumberField
      label="Duration in minutes"
      needed="Enter a duration."
      least={1}
      most={mostCommunityMinutes}
      value={draft.minutes}
      onValue={put('minutes')}
    />
    <NumberField
      label="Places"
      hint="Leave it empty for no limit."
      least={1}
      most={mostPlaces}
      value={draft.capacity}
      onValue={put('capacity')}
    />
  </div>
)

/** The fields for the hub; null while something is missing. */
function fieldsOf(draft: Draft) {
  const startTime = momentIn(draft.start)
  const minutes = numberIn(draft.minutes)
  if (startTime === null || minutes === null) return null
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    startTime,
    duration: Math.round(minutes * minuteMs),
    rewards: draft.rewards.trim(),
    capacity: numberIn(draft.capacity),
  }
}

/** Only what was changed: a start that was not stays exact, though its field has only minutes. */
const changedFields = (fields: NonNullable<ReturnType<typeof fieldsOf>>, draft: Draft, before: Draft) => ({
  ...(draft.title !== before.title && { title: fields.title }),
  ...(draft.description !== before.description && { description: fields.description }),
  ...(draft.start !== before.start && { startTime: fields.startTime }),
  ...(draft.minutes !== before.minutes && { duration: fields.duration }),
  ...(draft.rewards !== before.rewards && { rewards: fields.rewards }),
  ...(draft.capacity !== before.capacity && { capacity: fields.capacity }),
})
