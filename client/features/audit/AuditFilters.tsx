import { type AuditKind, auditKinds } from '../../../shared/features/audit/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './Audit.module.css'
import { auditKindWords } from './auditLabels.ts'

interface AuditFiltersProps {
  readonly wish: AuditWish
  readonly onWish: (wish: AuditWish) => void
}

/** What the lines are to hold: words, who, when, and of which kinds. */
export function AuditFilters({ wish, onWish }: AuditFiltersProps) {
  const { text, actor, kinds, from, to } = wish
  return (
    <search className={styles.filters}>
      <Field
        label="Search"
        type="search"
        autoComplete="off"
        maxLength={200}
        hint="Names, ids, commands, arguments."
        value={text}
        onValue={(next) => onWish({ ...wish, text: next })}
      />
      <Field
        label="Actor"
        type="search"
        autoComplete="off"
        maxLength={100}
        hint="Part of the name, or the account id."
        value={actor}
        onValue={(next) => onWish({ ...wish, actor: next })}
      />
      <Field
        label="From"
        type="datetime-local"
        value={from}
        max={to || undefined}
        onValue={(next) => onWish({ ...wish, from: next })}
      />
      <Field
        label="To"
        type="datetime-local"
        value={to}
        min={from || undefined}
        onValue={(next) => onWish({ ...wish, to: next })}
      />
      <div className={styles.kindsRow}>
        <Kinds kinds={kinds} onKinds={(next) => onWish({ ...wish, kinds: next })} />
        <Button tone="quiet" disabled={!isNarrowed(wish)} onClick={() => onWish(allOfIt)}>
          Clear filters
        </Button>
      </div>
    </search>
  )
}

interface KindsProps {
  readonly kinds: readonly AuditKind[]
  readonly onKinds: (kinds: readonly AuditKind[]) => void
}

const Kinds = ({ kinds, onKinds }: KindsProps) => (
  <ChipSet legend="Kinds" place="beside">
    {auditKinds.map((kind) => {
      const isOn = kinds.includes(kind)
      return (
        <Chip
          key={kind}
          aria-pressed={isOn}
          onClick={() => onKinds(isOn ? kinds.filter((each) => each !== kind) : [...kinds, kind])}
        >
          {auditKindWords[kind]}
        </Chip>
      )
    })}
  </ChipSet>
)

/** As it stands in the fields. */
interface AuditWish {
  readonly text: string
  readonly actor: string
  readonly kinds: readonly AuditKind[]
  /** In the reader's own time, as a field for moments writes it: `2026-11-21T16:00`. */
  readonly from: string
  readonly to: string
}

export const allOfIt: AuditWish = { text: '', actor: '', kinds: [], from: '', to: '' }

/** A whole minute is meant where a minute is named. */
const minuteMs = 60_000
const momentOf = (text: string) => {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}

/** What the hub is asked. */
export function filterOf({ text, actor, kinds, from, to }: AuditWish) {
  const end = momentOf(to)
  return {
    ...{ text: text.trim(), actor: actor.trim(), kinds: [...kinds], from: momentOf(from) },
    to: end === null ? null : end + minuteMs - 1,
  }
}

/** Where the same is fetched as a file. */
export function fileAddress(ending: 'csv' | 'jsonl', wish: AuditWish): string {
  const { text, actor, kinds, from, to } = filterOf(wish)
  const said = { text, actor, kinds: kinds.join(), from: from?.toString() ?? '', to: to?.toString() ?? '' }
  const query = new URLSearchParams(Object.entries(said).filter(([, value]) => value !== '')).toString()
  return `/api/audit.${ending}${query && `?${query}`}`
}

export const isNarrowed = ({ text, actor, kinds, from, to }: AuditWish) =>
  `${text}${actor}${from}${to}`.trim() !== '' || kinds.length > 0
