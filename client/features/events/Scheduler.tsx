import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { endSeries, scheduleEvent, startEvent } from '../../../shared/features/events/commands.ts'
import { eventSeries, eventTypes, titleOf } from '../../../shared/features/events/events.ts'
import { server } from '../../../shared/features/server/server.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Form } from '../../ui/Form.tsx'
import { Part } from '../../ui/Part.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { useMatches } from '../../ui/useIsNarrow.ts'
import { localZone } from '../../ui/wallTime.ts'
import { CancelQuestion } from './CancelQuestion.tsx'
import styles from './Events.module.css'
import { ruleInWords } from './recurrence.ts'
import { SchedulerFields } from './SchedulerFields.tsx'
import { PlaceFields, SchedulerMap } from './SchedulerMap.tsx'
import { SchedulerTimes } from './SchedulerTimes.tsx'
import { EventDraft, emptyDraft, fieldsOf, placeProblem, whenOf, withType } from './schedulerDraft.ts'
import { testEffectAtom } from './warning.ts'

interface SchedulerProps {
  readonly onScheduled: (event: string) => void
}

/** Schedules an event, or starts one at once: its fields beside the map on which its place or path is drawn. */
export function Scheduler({ onScheduled }: SchedulerProps) {
  const { value: draft, change: setDraft } = useDraft<EventDraft>('new event', EventDraft, emptyDraft(localZone()))
  const [isAsking, ask] = useState(false)
  const schedule = useCommand(scheduleEvent)
  const showToast = useSetAtom(showToastAtom)
  const { value: game } = useDocument(server, mainServer)
  // Of a picture of the owner's own the hub does not know where land is.
  const problem = placeProblem(draft, (game?.mapImage ?? null) === null)
  const isNow = draft.when === 'now'
  // Elsewhere the map is between the fields, where the place is asked for.
  const isBeside = useMatches('(min-width: 1101px)')
  const isHerdKnown = draft.type !== 'Great Migration' || (draft.species !== null && draft.population !== null)
  const change = (part: Partial<typeof draft>) => {
    schedule.dismiss()
    setDraft((before) => ({ ...before, ...part }))
  }
  /** What was typed since it was sent stays. */
  const empty = () => setDraft((now) => (JSON.stringify(now) === JSON.stringify(draft) ? emptyDraft(draft.zone) : now))
  const submit = async () => {
    if (problem || !isHerdKnown) return
    if (isNow) return ask(true)
    const when = whenOf(draft)
    if (!when) return
    // A time that the hub has refused is wrong in the form; one that it is still asked about it refuses here, in the same words.
    const answer = await schedule.run({ fields: fieldsOf(draft), zone: draft.zone, when })
    if (!answer.ok) return
    showToast(`${draft.title.trim() || draft.type} is scheduled.`)
    empty()
    onScheduled(answer.output.event)
  }
  const map = <SchedulerMap draft={draft} change={change} wrong={problem?.at ?? null} />
  return (
    <>
      <Part title="New event">
        <div className={styles.scheduler}>
          <Form
            label="New event"
            action={isNow ? 'Start now…' : 'Schedule event'}
            busyLabel={schedule.busy ? 'Scheduling…' : null}
            problem={schedule.refusal?.message ?? null}
            onDismiss={schedule.dismiss}
            onSubmit={() => void submit()}
          >
            <ChipSet legend="Type">
              {eventTypes.map((type) => (
                <Chip key={type} aria-pressed={draft.type === type} onClick={() => change(withType(draft, type))}>
                  {type}
                </Chip>
              ))}
            </ChipSet>
            <SchedulerFields draft={draft} change={change} />
            <PlaceFields draft={draft} change={change} problem={problem?.text ?? null} />
            {isBeside ? null : map}
            <SchedulerTimes draft={draft} change={change} />
          </Form>
          {isBeside ? map : null}
        </div>
      </Part>
      <TestEffects />
      {isAsking ? (
        <ConfirmCommand
          command={startEvent}
          input={{ fields: fieldsOf(draft) }}
          title={`Start ${draft.title.trim() || draft.type} now?`}
          action="Start now"
          busyLabel="Starting…"
          done={`${draft.title.trim() || draft.type} has started.`}
          onDone={empty}
          onClose={() => ask(false)}
        >
          <p>
            The warning shows on every open page, and the start is announced in the game. No one gets a reminder
            beforehand.
          </p>
        </ConfirmCommand>
      ) : null}
    </>
  )
}

/** Shows the warning and the effects of each type on this page alone. */
function TestEffects() {
  const test = useSetAtom(testEffectAtom)
  return (
    <Part
      title="Test the effects"
      description="Shows the warning and its effects on this page alone. Reduced motion on this device switches the effects off."
    >
      <Actions>
        {eventTypes.map((type) => (
          <Button key={type} onClick={() => test(type)}>
            Test {type}
          </Button>
        ))}
      </Actions>
    </Part>
  )
}

/** Recurring events, for staff, who end them here. */
export function SeriesList() {
  const all = Object.values(useDocument(eventSeries, mainServer).value?.series ?? {})
  const [ending, end] = useState<string | null>(null)
  const ended = all.find(({ id }) => id === ending)
  return (
    <Part title="Recurring events" description="There is always one scheduled event of each: the next.">
      {all.length === 0 ? <p className={styles.soft}>No recurring events.</p> : null}
      <ul className={styles.scores}>
        {all.map((series) => (
          <li key={series.id}>
            <span>
              <strong>{titleOf(series)}</strong>{' '}
              <span className={styles.soft}>
                {ruleInWords(series.rule)}, {series.zone.replaceAll('_', ' ')}
              </span>
            </span>
            <Button onClick={() => end(series.id)}>End {titleOf(series)}</Button>
          </li>
        ))}
      </ul>
      {ended ? (
        <CancelQuestion
          command={endSeries}
          input={{ series: ended.id }}
          hasReason
          title={`End the recurring ${titleOf(ended)}?`}
          action="End series"
          busyLabel="Ending…"
          done={`${titleOf(ended)} no longer recurs.`}
          onClose={() => end(null)}
        >
          <p>Its scheduled event is cancelled too.</p>
        </CancelQuestion>
      ) : null}
    </Part>
  )
}
