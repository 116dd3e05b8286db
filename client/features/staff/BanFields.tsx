import {
  type BanDuration,
  banDurations,
  banLengthMs,
  maxBanDays,
} from '../../../shared/features/deliveries/banLength.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Field, NumberField, numberIn } from '../../ui/Field.tsx'
import styles from './AdminControls.module.css'
import { useDeliveries } from './deliveriesAtom.ts'

interface BanLengthFieldProps {
  readonly length: BanLength
  readonly onLength: (length: BanLength) => void
}

/** The length of a ban. */
export const BanLengthField = ({ length, onLength }: BanLengthFieldProps) => (
  <ChipSet legend="Length of a ban">
    {banDurations.map((duration) => (
      <Chip
        key={duration}
        aria-pressed={duration === length.duration}
        onClick={() => onLength({ ...length, duration })}
      >
        {durationNames[duration]}
      </Chip>
    ))}
    {length.duration === 'custom' ? (
      <div className={styles.days}>
        <NumberField
          label="Days"
          least={1}
          value={length.days}
          onValue={(days) => onLength({ ...length, days })}
          problem={banDuration(length).problem}
        />
      </div>
    ) : null}
  </ChipSet>
)

interface ReasonFieldProps {
  readonly reason: string
  readonly onReason: (reason: string) => void
}

const mostOffered = 5

/** The reason of a kick or ban; recent reasons of staff are offered as chips. */
export function ReasonField({ reason, onReason }: ReasonFieldProps) {
  const reasons = useDeliveries().all.map(({ detail }) => detail.reason?.trim() ?? '')
  const recent = [...new Set(reasons)].filter(Boolean).slice(0, mostOffered)
  return (
    <>
      <Field label="Reason (optional)" autoComplete="off" maxLength={200} value={reason} onValue={onReason} />
      {recent.length === 0 ? null : (
        <ChipSet legend="Reasons given before" place="unseen">
          {recent.map((each) => (
            <Chip key={each} aria-pressed={each === reason.trim()} onClick={() => onReason(each)}>
              {each}
            </Chip>
          ))}
        </ChipSet>
      )}
    </>
  )
}

const durationNames: Readonly<Record<BanDuration, string>> = {
  permanent: 'Permanent',
  '1day': '1 day',
  '1week': '1 week',
  '1month': '1 month',
  '3months': '3 months',
  custom: 'Custom days',
}

interface BanLength {
  readonly duration: BanDuration
  /** As typed, for a custom length. */
  readonly days: string
}

export const permanently: BanLength = { duration: 'permanent', days: '1' }

/** The length in ms, null for a permanent ban; or the problem with it. */
export function banDuration({ duration, days }: BanLength): {
  readonly ms: number | null
  readonly problem: string | null
} {
  if (duration !== 'custom') return { ms: banLengthMs({ duration }), problem: null }
  const typed = numberIn(days)
  if (typed === null || !Number.isInteger(typed) || typed < 1)
    return { ms: null, problem: 'Enter whole days, at least 1.' }
  if (typed > maxBanDays) return { ms: null, problem: `At most ${maxBanDays} days. A permanent ban has no end.` }
  return { ms: banLengthMs({ duration, customDays: typed }), problem: null }
}
