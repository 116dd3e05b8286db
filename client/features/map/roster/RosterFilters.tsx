import { useId } from 'react'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { regionName } from '../../../../shared/features/world/regions.ts'
import { dietOf, speciesName } from '../../../../shared/features/world/species.ts'
import { KindGlyph } from '../../../map/KindGlyph.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Notes } from '../../../ui/Labelled.tsx'
import { useSearchText } from '../../../ui/useSearchText.ts'
import styles from './RosterFilters.module.css'
import {
  diets,
  isFiltering,
  longestSearch,
  noFilter,
  type RosterFilter,
  type RosterFilterState,
  toggled,
  wild,
} from './rosterFilter.ts'

interface RosterFiltersProps extends RosterFilterState {
  readonly entries: readonly RosterEntry[]
}

/** Filters of map and list: search text, diet, species, region. */
export function RosterFilters({ entries, filter, change }: RosterFiltersProps) {
  const id = useId()
  const tallies = filterCountsOf(entries)
  const onSearch = (search: string) => change({ search })
  const sought = useSearchText({ name: 'roster', value: filter.search, onChange: onSearch, longest: longestSearch })
  return (
    <search className={styles.filters} aria-label="Filter">
      <div className={styles.search}>
        <label>
          <span className="unseen">Find a player, species or place</span>
          <input
            type="search"
            placeholder="Find a player, species or place"
            dir="auto"
            value={sought.text}
            aria-invalid={sought.problem !== null || undefined}
            aria-describedby={sought.problem === null ? undefined : `${id}-problem`}
            onChange={({ target }) => sought.change(target.value)}
          />
        </label>
        <Notes id={id} hint={null} problem={sought.problem} />
      </div>
      <DietChips counts={tallies.diets} chosen={filter.diets} onChange={(chosen) => change({ diets: chosen })} />
      <div className={styles.more}>
        <MultiSelect
          name="Species"
          counts={tallies.species}
          chosen={filter.species}
          labelOf={speciesName}
          onChange={(chosen) => change({ species: chosen })}
        />
        <MultiSelect
          name="Region"
          counts={tallies.regions}
          chosen={filter.regions}
          labelOf={(key) => (key === wild ? 'Outside all regions' : regionName(key))}
          onChange={(chosen) => change({ regions: chosen })}
        />
        {isFiltering(filter) ? (
          <button type="button" className={styles.clear} onClick={() => change(noFilter)}>
            Clear filters
          </button>
        ) : null}
      </div>
    </search>
  )
}

interface ChosenProps {
  readonly counts: Counts
  readonly chosen: readonly string[]
  readonly onChange: (chosen: RosterFilter['species']) => void
}

function DietChips({ counts, chosen, onChange }: ChosenProps) {
  const shown = diets.filter((diet) => diet !== 'unknown' || counts.has(diet) || chosen.includes(diet))
  return (
    <fieldset className={styles.diets} aria-label="Diet">
      {shown.map((diet) => (
        <button
          key={diet}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.includes(diet)}
          title={`Only ${diet === 'unknown' ? 'species of unknown diet' : `${diet}s`}`}
          onClick={() => onChange(toggled(chosen, diet))}
        >
          <KindGlyph kind={diet} />
          <span className={styles.diet}>{diet}s</span>
          <span className={styles.count}>{counts.get(diet) ?? 0}</span>
        </button>
      ))}
    </fieldset>
  )
}

interface MultiSelectProps extends ChosenProps {
  readonly name: string
  readonly labelOf: (key: string) => string
}

/** A folded list with multiple selection. */
function MultiSelect({ name, counts, chosen, labelOf, onChange }: MultiSelectProps) {
  const keys = [...new Set([...counts.keys(), ...chosen])].sort((a, b) => labelOf(a).localeCompare(labelOf(b), 'en'))
  const [only] = chosen
  const summary = only === undefined ? name : chosen.length === 1 ? labelOf(only) : `${name}: ${chosen.length}`
  return (
    <div className={styles.multiSelect} data-chosen={chosen.length > 0 || undefined}>
      <Disclosure title={`Filter by ${name.toLowerCase()}`} face={<span className={styles.selected}>{summary}</span>}>
        {() => (
          <ul className={styles.options}>
            {keys.map((key) => (
              <li key={key}>
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.includes(key)}
                    onChange={() => onChange(toggled(chosen, key))}
                  />
                  <span>{labelOf(key)}</span>
                  <span className={styles.count}>{counts.get(key) ?? 0}</span>
                </label>
              </li>
            ))}
            {keys.length === 0 ? <li className={styles.none}>No dinosaurs yet.</li> : null}
          </ul>
        )}
      </Disclosure>
    </div>
  )
}

/** Number of animals by key. */
type Counts = ReadonlyMap<string, number>

const countKeys = (keys: readonly string[]): Counts => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

interface FilterCounts {
  readonly species: Counts
  readonly diets: Counts
  readonly regions: Counts
}

/** Number of animals for each filter option, ignoring the active filter. */
const filterCountsOf = (entries: readonly RosterEntry[]): FilterCounts => {
  const animals = entries.flatMap(({ animal }) => animal ?? [])
  return {
    species: countKeys(animals.map(({ species }) => species)),
    diets: countKeys(animals.map(({ species }) => dietOf(species))),
    regions: countKeys(animals.map(({ region }) => region ?? wild)),
  }
}
