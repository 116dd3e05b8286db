import { useState } from 'react'
import { z } from 'zod'
import { parseSearch } from '../../../shared/engine/search/parseSearch.ts'
import { Cause, causes } from '../../../shared/features/ledger/ledger.ts'
import { causeNames, ledgerSearch } from '../../../shared/features/ledger/ledgerSearch.ts'
import type { LedgerLine } from '../../../shared/features/ledger/queries.ts'
import { currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { CurrencyMark } from '../../ui/Price.tsx'
import { QueryField } from '../../ui/QueryField.tsx'
import { HelpButton, SearchHelp } from '../../ui/SearchHelp.tsx'
import { SpanFields, spanOf, spanShape } from '../../ui/SpanFields.tsx'
import { useNow } from '../../ui/Time.tsx'
import styles from './Ledger.module.css'

/** The search as the address holds it. `of` is the account of another player: `player` opens the player drawer. */
export const LedgerSearch = z.object({
  text: z.string().max(300).default(''),
  of: z.string().max(64).default(''),
  causes: z.array(Cause).default([]),
  currency: z.enum(['', ...currencies]).default(''),
  direction: z.enum(['', 'in', 'out']).default(''),
  ...spanShape,
})
export type LedgerSearch = z.infer<typeof LedgerSearch>

/** The filter of the query. A search that cannot be read is left out: the field says what is wrong with it. */
export function filterOf({ text, of, causes, currency, direction, from, to }: LedgerSearch) {
  return {
    player: of === '' ? null : of,
    text: parseSearch(ledgerSearch, text).ok ? text.trim() : '',
    causes: [...causes],
    currency: currency === '' ? null : currency,
    direction: direction === '' ? null : direction,
    ...spanOf({ from, to }),
  }
}

/** The address of the same search as a file. It has only the user's own operations. */
export function ledgerFileAddress(search: LedgerSearch): string {
  const { player: _, causes, ...filter } = filterOf(search)
  const values = { ...filter, causes: causes.join() }
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, `${value}`]],
  )
  const query = new URLSearchParams(given).toString()
  return `/api/ledger.csv${query && `?${query}`}`
}

interface LedgerFiltersProps {
  readonly search: LedgerSearch
  readonly onSearch: (change: Partial<LedgerSearch>) => void
}

const directionNames = { in: 'In', out: 'Out' } as const

/** The filters beside the search field: currency and direction, and behind a button kind and time. */
export const LedgerFilters = ({ search, onSearch }: LedgerFiltersProps) => (
  <>
    <ChipSet legend="Currency" place="unseen">
      {currencies.map((currency) => (
        <Chip
          key={currency}
          aria-pressed={search.currency === currency}
          onClick={() => onSearch({ currency: search.currency === currency ? '' : currency })}
        >
          <span className={styles.chip}>
            <CurrencyMark currency={currency} size={16} /> {currencyNames[currency]}
          </span>
        </Chip>
      ))}
    </ChipSet>
    <ChipSet legend="In or out" place="unseen">
      {(['in', 'out'] as const).map((direction) => (
        <Chip
          key={direction}
          aria-pressed={search.direction === direction}
          onClick={() => onSearch({ direction: search.direction === direction ? '' : direction })}
        >
          {directionNames[direction]}
        </Chip>
      ))}
    </ChipSet>
    <div className={styles.more}>
      <Disclosure face={narrowedLabel(search)} align="start" title="Kind and time">
        {() => (
          <div className={styles.fields}>
            <Kinds search={search} onSearch={onSearch} />
            <SpanFields span={search} onSpan={onSearch} />
          </div>
        )}
      </Disclosure>
    </div>
  </>
)

const narrowedLabel = ({ causes: [first, ...others], from, to }: LedgerSearch) => {
  const kind = first === undefined ? '' : others.length === 0 ? causeNames[first] : `${1 + others.length} kinds`
  const set = [kind, (from || to) && 'time set'].filter(Boolean)
  return set.length > 0 ? `Kind and time: ${set.join(', ')}` : 'Kind and time'
}

const Kinds = ({ search, onSearch }: LedgerFiltersProps) => (
  <ChipSet legend="Kind">
    {causes
      .filter((cause) => cause !== 'closed')
      .map((cause) => {
        const isOn = search.causes.includes(cause)
        const others = search.causes.filter((one) => one !== cause)
        return (
          <Chip
            key={cause}
            aria-pressed={isOn}
            onClick={() => onSearch({ causes: isOn ? others : [...others, cause] })}
          >
            {causeNames[cause]}
          </Chip>
        )
      })}
  </ChipSet>
)

interface SearchFieldProps {
  readonly search: LedgerSearch
  readonly lines: readonly LedgerLine[]
  readonly onText: (text: string) => void
}

/** The search with its suggestions, and a sheet of all that can be searched for. */
export function SearchField({ search: { text }, lines, onText }: SearchFieldProps) {
  const [isHelping, setHelping] = useState(false)
  return (
    <div className={styles.search}>
      <QueryField
        label="Search ledger"
        definition={ledgerSearch}
        rows={lines}
        text={text}
        onText={onText}
        parsed={parseSearch(ledgerSearch, text)}
        saved={[]}
        recent={[]}
        onUsed={() => {}}
        now={useNow(60_000)}
        hint="Word, or amount>500 is:out"
      />
      <HelpButton onPress={() => setHelping(true)} />
      {isHelping ? (
        <SearchHelp
          definition={ledgerSearch}
          onPick={(example) => {
            onText(`${text} ${example}`.trim())
            setHelping(false)
          }}
          onClose={() => setHelping(false)}
        />
      ) : null}
    </div>
  )
}
