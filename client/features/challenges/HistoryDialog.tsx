import { useState } from 'react'
import { cleanHistory } from '../../../shared/features/challenges/commands.ts'
import {
  type ChallengeDesk,
  cleanHistoryTo,
  figuresOf,
  type HistoryEntry,
  historyActions,
  historyStates,
} from '../../../shared/features/challenges/desk.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { DateTimeField, momentIn } from '../../ui/DateTimeField.tsx'
import { Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Price } from '../../ui/Price.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { On, useNow } from '../../ui/Time.tsx'
import { DifficultyBadge } from './ChallengeCard.tsx'
import styles from './Challenges.module.css'
import { type HistoryFilters, limitText, matchesFilters, noFilters } from './challengeTexts.ts'

interface HistoryDialogProps {
  readonly desk: ChallengeDesk
  readonly onClose: () => void
}

/** What became of sets, newest first, with filters, and figures of 7 and 30 days. */
export function HistoryDialog({ desk, onClose }: HistoryDialogProps) {
  const [filters, setFilters] = useState<HistoryFilters>(noFilters)
  const [isCleaning, setCleaning] = useState(false)
  const all = Object.values(desk.history).toSorted((one, other) => other.timestamp - one.timestamp)
  const shown = all.filter((entry) => matchesFilters(entry, filters, momentIn))
  const tooMany = all.length - cleanHistoryTo
  return (
    <Dialog title="Challenge history" size="wide" onClose={onClose}>
      <DialogBody>
        <Stack>
          <Figures desk={desk} />
          <Filters filters={filters} onFilters={setFilters} />
          {shown.length === 0 ? <p role="status">No history entries found matching your filters.</p> : null}
          <ul className={styles.entries} aria-label="History entries">
            {shown.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        </Stack>
      </DialogBody>
      <DialogActions>
        <Button disabled={tooMany <= 0} onClick={() => setCleaning(true)}>
          Clean up
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
      {isCleaning ? (
        <ConfirmCommand
          command={cleanHistory}
          input={{}}
          title={`Remove the ${tooMany} oldest ${tooMany === 1 ? 'entry' : 'entries'}?`}
          action="Clean up"
          busyLabel="Removing…"
          done={`The latest ${cleanHistoryTo} entries are left.`}
          onClose={() => setCleaning(false)}
        >
          <p>The latest {cleanHistoryTo} stay. The audit keeps what staff did.</p>
        </ConfirmCommand>
      ) : null}
    </Dialog>
  )
}

function Figures({ desk }: Pick<HistoryDialogProps, 'desk'>) {
  const now = useNow(60_000)
  return [7, 30].map((days) => {
    const { accepted, completed, approved, rejected, expired, updates, razorTalons, sylvanShards } = figuresOf(
      desk,
      now,
      days,
    )
    return (
      <StatRow key={days} label={`Last ${days} days`}>
        <Stat name={`Accepted, ${days} days`} value={accepted} detail={`${expired} ran out`} />
        <Stat name="Completed" value={completed} detail={`${approved} by staff, ${rejected} rejected`} />
        <Stat name="Updates" value={updates} />
        <Stat
          name="Paid"
          value={<Price currency="razorTalons" amount={razorTalons} />}
          detail={<Price currency="sylvanShards" amount={sylvanShards} />}
        />
      </StatRow>
    )
  })
}

const any = { key: '', name: 'Any' } as const
const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
const optionsOf = <Key extends string>(keys: readonly Key[]) => [
  any,
  ...keys.map((key) => ({ key, name: capitalised(key) })),
]

interface FiltersProps {
  readonly filters: HistoryFilters
  readonly onFilters: (filters: HistoryFilters) => void
}

const Filters = ({ filters, onFilters }: FiltersProps) => (
  <fieldset className={styles.fields}>
    <legend className="unseen">Filters</legend>
    <DateTimeField label="Start date" value={filters.from} onValue={(from) => onFilters({ ...filters, from })} />
    <DateTimeField label="End date" value={filters.to} onValue={(to) => onFilters({ ...filters, to })} />
    <Field
      label="Admin code"
      hint="How the entry was made: permission, species code or hub."
      value={filters.code}
      onValue={(code) => onFilters({ ...filters, code })}
    />
    <Select
      label="Action"
      options={optionsOf(historyActions)}
      value={filters.action}
      onValue={(action) => onFilters({ ...filters, action })}
    />
    <Select
      label="Status"
      options={optionsOf(historyStates)}
      value={filters.status}
      onValue={(status) => onFilters({ ...filters, status })}
    />
  </fieldset>
)

function Entry({ entry }: { readonly entry: HistoryEntry }) {
  const { action, kind, status, timestamp, scheduledFor, challengeCount, challenges, adminInfo } = entry
  const { cancelReason, cancelledAt } = entry
  return (
    <li className={styles.entry}>
      <h3>
        {capitalised(action)}: {challengeCount} {kind} {challengeCount === 1 ? 'challenge' : 'challenges'}
      </h3>
      <p className={styles.facts}>
        <strong>{capitalised(status)}</strong>
        <On at={timestamp} />
        {status === 'cancelled' ? null : (
          <span>
            {status === 'pending' ? 'due' : 'active'} <On at={scheduledFor} />
          </span>
        )}
        <span>admin code: {adminInfo.code}</span>
        {adminInfo.sessionId ? <span>session {adminInfo.sessionId.slice(0, 8)}</span> : null}
        {adminInfo.userAgent ? <span>{adminInfo.userAgent}</span> : null}
      </p>
      {cancelReason ? (
        <p>
          Cancelled
          {cancelledAt ? (
            <>
              {' '}
              <On at={cancelledAt} />
            </>
          ) : null}
          : {cancelReason}
        </p>
      ) : null}
      <details>
        <summary>Show the challenges</summary>
        <ul className={styles.preview}>
          {challenges.map(({ id, title, difficulty, category, reward, timeLimit }) => (
            <li key={id}>
              <span>{title}</span>
              <span className={styles.facts}>
                <DifficultyBadge challenge={{ difficulty }} />
                <span>{category}</span>
                <span>{limitText(timeLimit)}</span>
                <Price {...reward} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
