import type { KeyboardEvent, ReactNode } from 'react'
import {
  type BanDuration,
  banDurations,
  banLengthMs,
  maxBanDays,
} from '../../../shared/features/deliveries/banLength.ts'
import { pastBans } from '../../../shared/features/deliveries/queries.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { On, useNow } from '../../ui/Time.tsx'
import { numberIn, textProblem } from '../../ui/textRules.ts'
import styles from './BanFields.module.css'
import { banLengthLabel } from './deliveryLabels.ts'

/** A ban as it is filled in. It starts without a length: none is the default. */
export interface BanChoice {
  readonly duration: BanDuration | null
  /** As typed, for a custom length. */
  readonly days: string
  readonly reason: string
}

export const emptyBan: BanChoice = { duration: null, days: '', reason: '' }

const longestReason = 200

interface ReadBan {
  /** The length in ms, null for a permanent ban; undefined until there is one. */
  readonly durationMs: number | null | undefined
  /** What is wrong with a field, and how to mend it; null where it is right. */
  readonly problems: { readonly length: string | null; readonly days: string | null; readonly reason: string | null }
}

export function readBan({ duration, days, reason }: BanChoice): ReadBan {
  const length = duration === null ? 'Choose how long the ban lasts.' : null
  const typed = numberIn(days)
  const isCustom = duration === 'custom'
  const daysProblem = isCustom ? problemOfDays(typed) : null
  const isRead = length === null && daysProblem === null
  return {
    durationMs: isRead ? banLengthMs({ duration, customDays: isCustom ? typed : null }) : undefined,
    problems: {
      length,
      days: daysProblem,
      reason: textProblem(reason, { needed: 'Enter a reason, or choose one below.', longest: longestReason }),
    },
  }
}

function problemOfDays(days: number | null): string | null {
  if (days === null || !Number.isInteger(days) || days < 1) return 'Enter whole days, at least 1.'
  return days > maxBanDays ? `Enter at most ${maxBanDays} days, or choose Permanent.` : null
}

interface BanFieldsProps {
  /** The SteamID64; null where it is not known. */
  readonly player: string | null
  readonly choice: BanChoice
  readonly onChoice: (choice: BanChoice) => void
  /** Whether problems are shown: after the first attempt. */
  readonly isTried: boolean
}

/** The reason and the length of a ban, in words and with its end, and the player's earlier bans. */
export function BanFields({ player, choice, onChoice, isTried }: BanFieldsProps) {
  const { durationMs, problems } = readBan(choice)
  return (
    <div className={styles.fields}>
      <ChipSet legend="Length of the ban">
        {banDurations.map((duration) => (
          <Chip
            key={duration}
            aria-pressed={duration === choice.duration}
            onClick={() => onChoice({ ...choice, duration })}
          >
            {durationNames[duration]}
          </Chip>
        ))}
      </ChipSet>
      {choice.duration === 'custom' ? (
        <WithoutEnter>
          <NumberField
            label="Days"
            least={1}
            most={maxBanDays}
            value={choice.days}
            onValue={(days) => onChoice({ ...choice, days })}
            problem={isTried || choice.days !== '' ? problems.days : null}
          />
        </WithoutEnter>
      ) : null}
      {isTried && problems.length ? (
        <p className={styles.problem} role="alert">
          {problems.length}
        </p>
      ) : null}
      {durationMs === undefined ? null : <BanEnd durationMs={durationMs} />}
      <WithoutEnter>
        <Field
          label="Reason"
          autoComplete="off"
          longest={longestReason}
          value={choice.reason}
          onValue={(reason) => onChoice({ ...choice, reason })}
          problem={isTried ? problems.reason : null}
        />
      </WithoutEnter>
      <ReasonChips reason={choice.reason} onReason={(reason) => onChoice({ ...choice, reason })} />
      {player === null ? null : <PastBans player={player} />}
    </div>
  )
}

/** Enter in a field does nothing: what harms a player is done by its button alone. */
export function WithoutEnter({ children }: { readonly children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops a key of the fields inside
    <div onKeyDown={onKeyDown}>{children}</div>
  )
}

/** The end of a ban that starts now. */
const BanEnd = ({ durationMs }: { readonly durationMs: number | null }) => {
  const now = useNow()
  return (
    <p className={styles.end}>
      Banned <strong>{banLengthLabel(durationMs)}</strong>
      {durationMs === null ? (
        '. The ban has no end; staff can lift it.'
      ) : (
        <>
          , until <On at={now + durationMs} /> your time.
        </>
      )}
    </p>
  )
}

/** Reasons that staff give most. */
export const reasonPresets = ['Cheating', 'Griefing', 'Harassment', 'Combat logging', 'Mixed packing', 'Ban evasion']

interface ReasonChipsProps {
  readonly reason: string
  readonly onReason: (reason: string) => void
}

const ReasonChips = ({ reason, onReason }: ReasonChipsProps) => (
  <ChipSet legend="Usual reasons" place="unseen">
    {reasonPresets.map((preset) => (
      <Chip key={preset} aria-pressed={preset === reason.trim()} onClick={() => onReason(preset)}>
        {preset}
      </Chip>
    ))}
  </ChipSet>
)

/** The latest bans and unbans of a player, for staff who may ban. */
export function PastBans({ player }: { readonly player: string }) {
  const { state, value, refusal } = useQuery(pastBans, { player })
  if (state === 'refused') return <p className={styles.soft}>Past bans: {refusal?.message}</p>
  if (value === null) return <p className={styles.soft}>Loading past bans…</p>
  if (value.bans.length === 0) return <p className={styles.soft}>No past bans.</p>
  return (
    <section aria-label="Past bans" className={styles.past}>
      <h3>Past bans</h3>
      <ul>
        {value.bans.map(({ at, act, byName, reason, durationMs }) => (
          <li key={`${at} ${act}`}>
            <On at={at} /> · {act === 'ban' ? `Banned ${banLengthLabel(durationMs)}` : 'Unbanned'}
            {byName ? ` by ${byName}` : ''}
            {reason ? ` · ${reason}` : ''}
          </li>
        ))}
      </ul>
    </section>
  )
}

const durationNames: Readonly<Record<BanDuration, string>> = {
  '1day': '1 day',
  '1week': '1 week',
  '1month': '1 month',
  '3months': '3 months',
  custom: 'Custom days',
  permanent: 'Permanent',
}
