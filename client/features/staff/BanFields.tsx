import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './AdminControls.module.css'
import { useDeliveries } from './deliveriesAtom.ts'

interface BanLengthChipsProps {
  readonly length: BanLength
  readonly onLength: (length: BanLength) => void
}

/** For how long a ban holds. */
export const BanLengthChips = ({ length, onLength }: BanLengthChipsProps) => (
  <ChipSet legend="Length of a ban">
    {[...banChoices, { key: 'custom', name: 'Custom days' } as const].map(({ key, name }) => (
      <Chip key={key} aria-pressed={key === length.key} onClick={() => onLength({ ...length, key })}>
        {name}
      </Chip>
    ))}
    {length.key === 'custom' ? (
      <div className={styles.days}>
        <Field
          label="Days"
          type="number"
          inputMode="numeric"
          min={1}
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

/** Why somebody is kicked or banned; what staff gave as a reason lately is a press away. */
export function ReasonField({ reason, onReason }: ReasonFieldProps) {
  const given = useDeliveries().all.map(({ detail }) => detail.reason?.trim() ?? '')
  const before = [...new Set(given)].filter(Boolean).slice(0, mostOffered)
  return (
    <>
      <Field label="Reason (optional)" autoComplete="off" maxLength={200} value={reason} onValue={onReason} />
      {before.length === 0 ? null : (
        <ChipSet legend="Reasons given before" place="unseen">
          {before.map((each) => (
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
/** As long as the hub takes: a hundred years. */
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
  /** As typed, for a length of one's own. */
  readonly days: string
}

export const permanently: BanLength = { key: 'permanent', days: '1' }

/** How long it lasts, ms, null for ever; or what is wrong with it. */
export function banDuration({ key, days }: BanLength): { readonly ms: number | null; readonly problem: string | null } {
  if (key !== 'custom') {
    const chosen = banChoices.find((choice) => choice.key === key)?.days ?? null
    return { ms: chosen === null ? null : chosen * dayMs, problem: null }
  }
  const typed = days.trim() === '' ? Number.NaN : Number(days)
  if (!Number.isInteger(typed) || typed < 1) return { ms: null, problem: 'Enter whole days, at least 1.' }
  if (typed > mostDays) return { ms: null, problem: `At most ${mostDays} days. A permanent ban has no end.` }
  return { ms: typed * dayMs, problem: null }
}
