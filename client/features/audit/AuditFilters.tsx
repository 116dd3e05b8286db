import { auditSubjects } from '../../../shared/engine/archive.ts'
import type { AuditKind } from '../../../shared/features/audit/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './Audit.module.css'
import { auditKindLabels } from './auditLabels.ts'

/** The search as its fields hold it. */
export interface AuditSearch {
  readonly text: string
  readonly actor: string
  readonly kinds: readonly AuditKind[]
  /** Local time in the format of a datetime field: `2026-11-21T16:00`. */
  readonly from: string
  readonly to: string
}

export const wholeAudit: AuditSearch = { text: '', actor: '', kinds: [], from: '', to: '' }

interface AuditFiltersProps {
  readonly search: AuditSearch
  readonly onSearch: (search: AuditSearch) => void
}

/** Filters the audit by text, actor, time and kind. */
export function AuditFilters({ search, onSearch }: AuditFiltersProps) {
  const { text, actor, kinds, from, to } = search
  return (
    <search className={styles.filters}>
      <Field
        label="Search"
        type="search"
        autoComplete="off"
        maxLength={200}
        hint="Names, ids, commands, arguments."
        value={text}
        onValue={(next) => onSearch({ ...search, text: next })}
      />
      <Field
        label="Actor"
        type="search"
        autoComplete="off"
        maxLength={100}
        hint="Part of the name, or the account id."
        value={actor}
        onValue={(next) => onSearch({ ...search, actor: next })}
      />
      <Field
        label="From"
        type="datetime-local"
        value={from}
        max={to || undefined}
        onValue={(next) => onSearch({ ...search, from: next })}
      />
      <Field
        label="To"
        type="datetime-local"
        value={to}
        min={from || undefined}
        onValue={(next) => onSearch({ ...search, to: next })}
      />
      <div className={styles.kindsRow}>
        <Kinds kinds={kinds} onKinds={(next) => onSearch({ ...search, kinds: next })} />
        <Button tone="quiet" disabled={!isFiltered(search)} onClick={() => onSearch(wholeAudit)}>
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
    {auditSubjects.map((kind) => {
      const isOn = kinds.includes(kind)
      return (
        <Chip
          key={kind}
          aria-pressed={isOn}
          onClick={() => onKinds(isOn ? kinds.filter((each) => each !== kind) : [...kinds, kind])}
        >
          {auditKindLabels[kind]}
        </Chip>
      )
    })}
  </ChipSet>
)

/** The filter of the query. */
export function filterOf({ text, actor, kinds, from, to }: AuditSearch) {
  const end = epochMsOf(to)
  return {
    text: text.trim(),
    actor: actor.trim(),
    kinds: [...kinds],
    from: epochMsOf(from),
    to: end === null ? null : end + minuteMs - 1,
  }
}

/** A minute includes all of its seconds. */
const minuteMs = 60_000
const epochMsOf = (text: string) => {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}

/** The address of the same search as a file. */
export function fileAddress(ending: 'csv' | 'jsonl', search: AuditSearch): string {
  const { text, actor, kinds, from, to } = filterOf(search)
  const values = { text, actor, kinds: kinds.join(), from: from?.toString() ?? '', to: to?.toString() ?? '' }
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
  return `/api/audit.${ending}${query && `?${query}`}`
}

export const isFiltered = ({ text, actor, kinds, from, to }: AuditSearch) =>
  `${text}${actor}${from}${to}`.trim() !== '' || kinds.length > 0
