import { useRef, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { changeEvent } from '../../../shared/features/events/commands.ts'
import { placeText } from '../../../shared/features/events/eventPlace.ts'
import { type ScheduledEvent, titleOf } from '../../../shared/features/events/events.ts'
import { server } from '../../../shared/features/server/server.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { numberIn } from '../../ui/textRules.ts'
import styles from './Events.module.css'
import { DurationField, type OpenDraft, PlacesField, RewardFields, TextFields } from './SchedulerFields.tsx'
import { PlaceFields, SchedulerMap } from './SchedulerMap.tsx'
import { NextStarts } from './SchedulerTimes.tsx'
import {
  durationMsOf,
  givenPlaceOf,
  openDraftOf,
  type PlaceDraft,
  placeDraftOf,
  placeProblem,
} from './schedulerDraft.ts'

interface ChangeEventProps {
  readonly event: ScheduledEvent
  readonly onClose: () => void
}

/** Changes what an event says and gives, when it begins and where it takes place. */
export function ChangeEvent({ event, onClose }: ChangeEventProps) {
  const { run, busy, refusal, dismiss } = useCommand(changeEvent)
  // Another member of the staff may save while this is open: only what differs from here is the user's own change.
  const [begun] = useState(() => draftOf(event))
  const [draft, setDraft] = useState(begun)
  const change = (part: Partial<ChangedDraft>) => setDraft((before) => ({ ...before, ...part }))
  const problem = usePlaceProblem(draft)
  const submit = async () => {
    if (draft.isPlacing && problem) return
    const answer = await run({ event: event.id, ...changesOf(draft, begun) })
    if (answer.ok) onClose()
  }
  const name = `Change ${titleOf(event)}`
  return (
    <Dialog title={name} onClose={onClose} size={draft.isPlacing ? 'wide' : 'usual'}>
      <DialogBody>
        <p>
          {event.series === null
            ? 'If you change when or where it takes place, everyone is notified.'
            : 'It recurs, so its rule sets its time. If you move it, everyone is notified.'}{' '}
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
          <ChangedPlace event={event} draft={draft} change={change} problem={problem} />
          <div className={styles.pair}>
            <DurationField draft={draft} change={change} />
            <PlacesField draft={draft} change={change} />
          </div>
          <RewardFields draft={draft} change={change} />
          {event.series === null ? null : (
            <Checkbox
              label="Change all later ones too"
              hint="Otherwise only this one is changed."
              checked={draft.andLater}
              onCheck={(andLater) => change({ andLater })}
            />
          )}
        </Form>
      </DialogBody>
    </Dialog>
  )
}

interface ChangedPlaceProps {
  readonly event: ScheduledEvent
  readonly draft: ChangedDraft
  readonly change: (part: Partial<ChangedDraft>) => void
  readonly problem: ReturnType<typeof placeProblem>
}

/** Where it takes place, in words; with the map when it is to take place elsewhere. One button for both ways, so that it keeps the focus. */
function ChangedPlace({ event, draft, change, problem }: ChangedPlaceProps) {
  const { isPlacing } = draft
  const head = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={head}>
        <p>Where: {placeText(event)}</p>
        <Button
          aria-expanded={isPlacing}
          onClick={() => change(isPlacing ? { ...placeDraftOf(event), isPlacing: false } : { isPlacing: true })}
        >
          {isPlacing ? 'Leave it where it is' : 'Move on the map'}
        </Button>
      </div>
      {isPlacing ? (
        <>
          <PlaceFields draft={draft} change={change} problem={problem?.text ?? null} />
          <SchedulerMap
            draft={draft}
            change={change}
            wrong={problem?.at ?? null}
            onLeave={() => head.current?.querySelector('button')?.focus()}
          />
        </>
      ) : null}
    </>
  )
}

function usePlaceProblem(draft: PlaceDraft) {
  const { value: game } = useDocument(server, mainServer)
  // Of a picture of the owner's own the hub does not know where land is.
  return placeProblem(draft, (game?.mapImage ?? null) === null)
}

interface ChangedDraft extends OpenDraft, PlaceDraft {
  /** In the zone of the event. */
  readonly wall: string
  /** Whether the map is open. */
  readonly isPlacing: boolean
  readonly andLater: boolean
}

const draftOf = (event: ScheduledEvent): ChangedDraft => ({
  ...openDraftOf(event),
  ...placeDraftOf(event),
  wall: event.wall ?? '',
  isPlacing: false,
  andLater: false,
})

/** Only what was changed: others may change the rest meanwhile. */
function changesOf(draft: ChangedDraft, before: ChangedDraft) {
  const amount = numberIn(draft.reward)
  const durationMs = durationMsOf(draft)
  const isOtherReward = draft.reward !== before.reward || draft.currency !== before.currency
  const place = givenPlaceOf(draft)
  const isOtherPlace = draft.isPlacing && JSON.stringify(place) !== JSON.stringify(givenPlaceOf(before))
  return {
    ...(draft.title !== before.title && { title: draft.title.trim() }),
    ...(draft.description !== before.description && { description: draft.description.trim() }),
    ...(draft.duration !== before.duration && durationMs !== null && { durationMs }),
    ...(draft.wall !== before.wall && { wall: draft.wall }),
    ...(isOtherPlace && { place }),
    ...(draft.capacity !== before.capacity && { capacity: numberIn(draft.capacity) }),
    ...(isOtherReward && { reward: amount === null ? null : { currency: draft.currency, amount } }),
    ...(draft.andLater && { andLater: true }),
  }
}
