import { useSetAtom } from 'jotai'
import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { longestRule } from '../../../shared/engine/recurrenceLimits.ts'
import { previewRestarts, scheduleRestarts, skipNextRestart } from '../../../shared/features/serverControl/commands.ts'
import {
  longestReason,
  mostApartMinutes,
  mostWaitMinutes,
  RestartSchedule,
  type RestartScheduleInput,
  serverControl,
} from '../../../shared/features/serverControl/serverControl.ts'
import { undoSetting } from '../../../shared/features/settings/changes.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Overtaken, useDraftOver } from '../../ui/draftOver.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RunTimes, ZoneField } from '../../ui/RunTimes.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { On } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady, StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { localZone } from '../../ui/wallTime.ts'
import { ControlButton, useControl } from './controlFailure.tsx'
import styles from './ServerControl.module.css'

/** Restarts that recur: the next one, and the schedule. */
export function SchedulePanel() {
  const source = useDocument(serverControl, mainServer)
  const control = source.value
  return (
    <DashboardPanel {...alwaysReady} title="Scheduled restarts">
      <StatefulContent {...statesOf(source, () => false, { title: '' })}>
        {control ? (
          <Stack>
            <Next />
            <ScheduleForm present={control.schedule} />
          </Stack>
        ) : null}
      </StatefulContent>
    </DashboardPanel>
  )
}

/** The next restart, which can be skipped. */
function Next() {
  const next = useDocument(serverControl, mainServer).value?.next
  if (!next) return <p>No restart is scheduled.</p>
  const { at, isSkipped, waitMinutes } = next
  return (
    <div className={styles.row}>
      <span>
        {isSkipped ? 'Skipped: ' : 'Next: '}
        <On at={at} />
        {waitMinutes > 0 && !isSkipped ? <span className={styles.soft}> or up to {waitMinutes} min later</span> : null}
      </span>
      <ControlButton
        command={skipNextRestart}
        input={{ server: mainServer, at, isSkipped: !isSkipped }}
        name={isSkipped ? "Don't skip" : 'Skip'}
        label={isSkipped ? "Don't skip the next restart" : 'Skip the next restart'}
      />
    </div>
  )
}

const everyOptions = [
  { key: 'daily', name: 'Every day' },
  { key: 'weekly', name: 'Every week' },
  { key: 'custom', name: 'By a cron rule' },
] as const
const weekdayOptions = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(
  (name, day) => ({ key: String(day), name }),
)

/** As typed. */
const Draft = RestartSchedule.extend({
  time: z.string(),
  rule: z.string(),
  zone: z.string(),
  reason: z.string(),
  waitMinutes: z.string(),
  apartMinutes: z.string(),
})
type Draft = z.infer<typeof Draft>
interface DraftProps {
  readonly draft: Draft
  readonly change: (fields: Partial<Draft>) => void
}

const draftOf = (schedule: RestartSchedule | null): Draft => {
  const one = RestartSchedule.parse(schedule ?? { zone: localZone() })
  return { ...one, waitMinutes: String(one.waitMinutes), apartMinutes: String(one.apartMinutes) }
}
const scheduleOf = ({ waitMinutes, apartMinutes, ...draft }: Draft): RestartScheduleInput => ({
  ...draft,
  waitMinutes: Number(waitMinutes),
  apartMinutes: Number(apartMinutes),
})

/** With its fields in one order, to be compared. */
const textOf = (schedule: RestartScheduleInput | null) => JSON.stringify(schedule && RestartSchedule.parse(schedule))

function ScheduleForm({ present }: { readonly present: RestartSchedule | null }) {
  const { draft, change, clear, saved, isOvertaken } = useDraftOver(
    'restart schedule',
    Draft,
    draftOf(present),
    textOf(present),
  )
  const { busy, give } = useControl(scheduleRestarts, (why) => `Failed to schedule restart: ${why}`)
  const { give: undo } = useControl(undoSetting, (why) => `Undo failed: ${why}`)
  const showToast = useSetAtom(showToastAtom)
  const save = async (schedule: RestartScheduleInput | null) => {
    const outcome = await give({ server: mainServer, schedule })
    if (!outcome.ok) return
    saved(textOf(schedule))
    const { change: id } = outcome.output
    const text = schedule === null ? 'Restarts are no longer scheduled.' : 'Restarts are scheduled.'
    showToast(text, id === null ? null : () => void undo({ change: id }))
  }
  return (
    <Form
      label="Scheduled restarts"
      action={present === null ? 'Schedule restarts' : 'Save schedule'}
      busyLabel={busy ? 'Saving…' : null}
      onSubmit={() => void save(scheduleOf(draft))}
    >
      {isOvertaken && !busy ? (
        <Overtaken onTake={clear}>
          Someone else changed this in the meantime: {present === null ? 'no restarts are scheduled' : inWords(present)}
          .
        </Overtaken>
      ) : null}
      <TimeFields draft={draft} change={change} />
      <ZoneField value={draft.zone} onZone={(zone) => change({ zone })} />
      <LimitFields draft={draft} change={change} />
      <NextRuns draft={draft} />
      {present === null ? null : <RemoveSchedule onRemove={() => void save(null)} />}
    </Form>
  )
}

/** `every Monday at 04:00, UTC`. */
function inWords({ every, time, weekday, rule, zone, reason, waitMinutes, apartMinutes }: RestartSchedule) {
  const day = every === 'daily' ? 'day' : weekdayOptions[weekday]?.name
  const facts = [
    every === 'custom' ? `by the rule ${rule}` : `every ${day} at ${time}`,
    zone,
    waitMinutes > 0 && `up to ${waitMinutes} min later`,
    apartMinutes > 0 && `not within ${apartMinutes} min of a start`,
    reason && `“${reason}”`,
  ]
  return facts.filter(Boolean).join(', ')
}

const RemoveSchedule = ({ onRemove }: { readonly onRemove: () => void }) => (
  <p>
    <Button tone="quiet" flush onClick={onRemove}>
      Stop scheduling restarts
    </Button>
  </p>
)

const TimeFields = ({ draft, change }: DraftProps) => (
  <div className={styles.fields}>
    <Select label="Restart" options={everyOptions} value={draft.every} onValue={(every) => change({ every })} />
    {draft.every === 'weekly' ? (
      <Select
        label="Day"
        options={weekdayOptions}
        value={String(draft.weekday)}
        onValue={(day) => change({ weekday: Number(day) as Draft['weekday'] })}
      />
    ) : null}
    {draft.every === 'custom' ? (
      <Field
        label="Rule"
        hint="Minute, hour, day of the month, month, day of the week: 0 4 * * 1 is every Monday at 04:00."
        needed="Enter a rule."
        longest={longestRule}
        value={draft.rule}
        onValue={(rule) => change({ rule })}
      />
    ) : (
      <Field
        label="Time"
        type="time"
        needed="Enter a time."
        value={draft.time}
        onValue={(time) => change({ time: time.slice(0, 5) })}
      />
    )}
  </div>
)

const LimitFields = ({ draft, change }: DraftProps) => (
  <>
    <div className={styles.fields}>
      <NumberField
        label="Wait for an empty server"
        hint="For at most this many minutes; 0 doesn't wait."
        needed="Enter minutes, or 0."
        step={1}
        least={0}
        most={mostWaitMinutes}
        value={draft.waitMinutes}
        onValue={(waitMinutes) => change({ waitMinutes })}
      />
      <NumberField
        label="Skip after a recent start"
        hint="Minutes: a server that started less than this long ago is not restarted. 0 always restarts."
        needed="Enter minutes, or 0."
        step={1}
        least={0}
        most={mostApartMinutes}
        value={draft.apartMinutes}
        onValue={(apartMinutes) => change({ apartMinutes })}
      />
    </div>
    <Field
      label="Reason (optional)"
      hint="Players read it 30, 15, 5 and 1 minutes before."
      autoComplete="off"
      longest={longestReason}
      value={draft.reason}
      onValue={(reason) => change({ reason })}
    />
  </>
)

const typingMs = 300

/** What the hub makes of the schedule: the next five restarts, or why there are none. */
function NextRuns({ draft }: Pick<DraftProps, 'draft'>) {
  const current = JSON.stringify(scheduleOf(draft))
  const asked = useDebounced(current, typingMs)
  const parsed = RestartSchedule.safeParse(JSON.parse(asked))
  const isAsked = parsed.success && (parsed.data.every !== 'custom' || parsed.data.rule !== '')
  const { state, value, refusal } = useQuery(previewRestarts, isAsked ? parsed.data : null)
  if (!isAsked) return null
  if (refusal)
    return (
      <div data-wrong={asked === current || undefined} tabIndex={-1}>
        <Problem>{refusal.message}</Problem>
      </div>
    )
  return <RunTimes label="Next restarts" runs={value?.runs ?? []} zone={draft.zone} isBusy={state === 'loading'} />
}
