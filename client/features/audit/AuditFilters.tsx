import { z } from 'zod'
import { auditSubjects } from '../../../shared/engine/archive.ts'
import { AuditKind, longestAuditText } from '../../../shared/features/audit/queries.ts'
import { longestNameOrId } from '../../../shared/features/profile/profile.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Field } from '../../ui/Field.tsx'
import { SpanFields, spanOf, spanShape } from '../../ui/SpanFields.tsx'
import { useSearchText } from '../../ui/useSearchText.ts'
import styles from './Audit.module.css'
import { auditKindLabels } from './auditLabels.ts'

/** The search as the address holds it. */
export const AuditSearch = z.object({
  text: z.string().max(longestAuditText).default(''),
  actor: z.string().max(longestNameOrId).default(''),
  kinds: z.array(AuditKind).default([]),
  ...spanShape,
})
export type AuditSearch = z.infer<typeof AuditSearch>

interface AuditFiltersProps {
  readonly search: AuditSearch
  readonly onSearch: (change: Partial<AuditSearch>) => void
}

/** The filters beside the search field: kinds, and behind a button actor and time. */
export const AuditFilters = ({ search, onSearch }: AuditFiltersProps) => (
  <>
    <ChipSet legend="Kinds" place="unseen">
      {auditSubjects.map((kind) => {
        const { kinds } = search
        const isOn = kinds.includes(kind)
        return (
          <Chip
            key={kind}
            aria-pressed={isOn}
            onClick={() => onSearch({ kinds: isOn ? kinds.filter((each) => each !== kind) : [...kinds, kind] })}
          >
            {auditKindLabels[kind]}
          </Chip>
        )
      })}
    </ChipSet>
    <Disclosure face={narrowedLabel(search)} align="start" title="Actor and time">
      {() => <ActorAndTime search={search} onSearch={onSearch} />}
    </Disclosure>
  </>
)

const narrowedLabel = ({ actor, from, to }: AuditSearch) => {
  const set = [actor && 'actor', (from || to) && 'time'].filter(Boolean)
  return set.length > 0 ? `Actor and time: ${set.join(', ')} set` : 'Actor and time'
}

function ActorAndTime({ search: { actor, from, to }, onSearch }: AuditFiltersProps) {
  const onActor = (next: string) => onSearch({ actor: next })
  const sought = useSearchText({ name: 'actor', value: actor, onChange: onActor, longest: longestNameOrId })
  return (
    <div className={styles.fields}>
      <Field
        label="Actor"
        type="search"
        autoComplete="off"
        longest={longestNameOrId}
        hint="Part of the name, or the account ID."
        value={sought.text}
        problem={sought.problem}
        onValue={sought.change}
      />
      <SpanFields span={{ from, to }} onSpan={onSearch} />
    </div>
  )
}

/** The filter of the query. */
export function filterOf({ text, actor, kinds, from, to }: AuditSearch) {
  return {
    text: text.trim(),
    actor: actor.trim(),
    kinds: [...kinds],
    ...spanOf({ from, to }),
  }
}

/** The address of the same search as a file. */
export function fileAddress(ending: 'csv' | 'jsonl', search: AuditSearch): string {
  const { text, actor, kinds, from, to } = filterOf(search)
  const values = { text, actor, kinds: kinds.join(), from: from?.toString() ?? '', to: to?.toString() ?? '' }
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
  return `/api/audit.${ending}${query && `?${query}`}`
}
