import { type AuditKind, auditKinds } from '../../../shared/features/audit/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { ChipSet } from '../../ui/ChipSet.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './Audit.module.css'
import { type AuditWish, allOfIt, isNarrowed } from './auditFilter.ts'
import { auditKindWords } from './auditWords.ts'

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
