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
    {[...banChoices, { key: 'custom', name: 'Custom days' } as const].map(({ key, name }) => (
      <Chip key={key} aria-pressed={key === length.key} onClick={() => onLength({ ...length, key })}>
        {name}
      </Chip>
    ))}
    {length.key === 'custom' ? (
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

const dayMs = 24 * 3_600_000
/** The limit of the hub: a hundred years. */
const mostDays = 36_600

const banChoices = [
  { key: 'permanent', name: 'Permanent', days: null },
  { key: '1d', name: '1 day', days: 1 },
  { key: '1w', name: '1 week', days: 7 },
  { key: '1m', name: '1 month', days: 30 },
  { key: '3m', name: '3 months', days: 90 },
] as const

interface BanLength {
  readonly key: (typeof banChoices)[number]['key'] | 'custom'
  /** As typed, for a custom length. */
  readonly days: string
}

export const permanently: BanLength = { key: 'permanent', days: '1' }

/** The length in ms, null for a permanent ban; or the problem with it. */
export function banDuration({ key, days }: BanLength): { readonly ms: number | null; readonly problem: string | null } {
  if (key !== 'custom') {
    const chosen = banChoices.find((choice) => choice.key === key)?.days ?? null
    return { ms: chosen === null ? null : chosen * dayMs, problem: null }
  }
  const typed = numberIn(days)
  if (typed === null || !Number.isInteger(typed) || typed < 1)
    return { ms: null, problem: 'Enter whole days, at least 1.' }
  if (typed > mostDays) return { ms: null, problem: `At most ${mostDays} days. A permanent ban has no end.` }
  return { ms: typed * dayMs, problem: null }
}
