import { longestRule } from '../../../shared/engine/recurrenceLimits.ts'
import { previewTimes } from '../../../shared/features/events/commands.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { CheckboxGroup } from '../../ui/Checkbox.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RunTimes, ZoneField } from '../../ui/RunTimes.tsx'
import { Select } from '../../ui/Select.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { weekdays } from './recurrence.ts'
import type { DraftPartProps } from './SchedulerFields.tsx'
import { type When, whenOf } from './schedulerDraft.ts'

const whenNames: Readonly<Record<When, string>> = { once: 'Once', again: 'Repeats', now: 'Right now' }
const repeatOptions = [
  { key: 'daily', name: 'Every day' },
  { key: 'weekdays', name: 'On certain days of the week' },
  { key: 'custom', name: 'By a rule of your own' },
] as const

/** When an event takes place, with what the hub makes of that: the next five starts, or why there are none. */
export function SchedulerTimes({ draft, change }: DraftPartProps) {
  return (
    <>
      <ChipSet legend="When">
        {(['once', 'again', 'now'] as const).map((when) => (
          <Chip key={when} aria-pressed={draft.when === when} onClick={() => change({ when })}>
            {whenNames[when]}
          </Chip>
        ))}
      </ChipSet>
      {draft.when === 'once' ? (
        <Field
          label="Date and time"
          type="datetime-local"
          needed="Enter a date and a time."
          value={draft.wall}
          onValue={(wall) => change({ wall: wall.slice(0, 16) })}
        />
      ) : null}
      {draft.when === 'again' ? <RepeatFields draft={draft} change={change} /> : null}
      {draft.when === 'now' ? null : (
        <>
          <ZoneField value={draft.zone} onZone={(zone) => change({ zone })} />
          <NextStarts when={whenOf(draft)} zone={draft.zone} />
        </>
      )}
    </>
  )
}

function RepeatFields({ draft, change }: DraftPartProps) {
  const { repeat, time, days, rule } = draft
  return (
    <>
      <Select label="Repeats" options={repeatOptions} value={repeat} onValue={(next) => change({ repeat: next })} />
      {repeat === 'custom' ? (
        <Field
          label="Rule"
          hint="Minute, hour, day of the month, month, day of the week: 0 20 * * 5 is every Friday at 20:00."
          needed="Enter a rule."
          longest={longestRule}
          value={rule}
          onValue={(next) => change({ rule: next })}
        />
      ) : (
        <Field
          label="Time of day"
          type="time"
          needed="Enter a time."
          value={time}
          onValue={(next) => change({ time: next.slice(0, 5) })}
        />
      )}
      {repeat === 'weekdays' ? (
        <CheckboxGroup
          legend="Days"
          options={weekdays}
          chosen={days}
          needed="Choose at least one day."
          onChoose={(next) => change({ days: next })}
        />
      ) : null}
    </>
  )
}

const typingMs = 300

interface NextStartsProps {
  readonly when: ReturnType<typeof whenOf>
  readonly zone: string
}

/** What the hub makes of a time or a rule: the next starts, or why there are none. */
export function NextStarts({ when: given, zone: givenZone }: NextStartsProps) {
  const when = useDebounced(JSON.stringify(given), typingMs)
  const zone = useDebounced(givenZone, typingMs)
  const parsed = JSON.parse(when) as typeof given
  const isCurrent = when === JSON.stringify(given) && zone === givenZone
  const { state, value, refusal } = useQuery(previewTimes, parsed ? { zone, when: parsed } : null)
  if (!parsed) return null
  if (refusal)
    return (
      <div data-wrong={isCurrent || undefined} tabIndex={-1}>
        <Problem>{refusal.message}</Problem>
      </div>
    )
  const runs = value?.runs ?? []
  return (
    <RunTimes label={runs.length > 1 ? 'Next starts' : 'Starts'} runs={runs} zone={zone} isBusy={state === 'loading'} />
  )
}
