import type { RosterEntry } from '../../../shared/features/roster/roster.ts'
import { KindGlyph } from '../../map/KindGlyph.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import styles from './RosterFilters.module.css'
import { diets, isFiltering, noFilter, type RosterFilter, toggled, wild } from './rosterFilter.ts'
import { regionName } from './rosterOrder.ts'
import { type Tally, talliesOf } from './tallies.ts'
import type { FilterUse } from './useRosterFilter.ts'

interface RosterFiltersProps extends FilterUse {
  readonly entries: readonly RosterEntry[]
}

/** By what the map and the list are narrowed: words, diet, species, region. */
export function RosterFilters({ entries, filter, change }: RosterFiltersProps) {
  const tallies = talliesOf(entries)
  return (
    <search className={styles.filters} aria-label="Filter">
      <label className={styles.words}>
        <span className="unseen">Find a player, species or region</span>
        <input
          type="search"
          placeholder="Find a player, species or region"
          value={filter.search}
          maxLength={80}
          onChange={({ target }) => change({ search: target.value })}
        />
      </label>
      <DietChips tally={tallies.diets} chosen={filter.diets} onChange={(chosen) => change({ diets: chosen })} />
      <div className={styles.more}>
        <Several
          name="Species"
          tally={tallies.species}
          chosen={filter.species}
          said={(key) => key}
          onChange={(chosen) => change({ species: chosen })}
        />
        <Several
          name="Region"
          tally={tallies.regions}
          chosen={filter.regions}
          said={(key) => (key === wild ? 'In the wild' : regionName(key))}
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
  readonly tally: Tally
  readonly chosen: readonly string[]
  readonly onChange: (chosen: RosterFilter['species']) => void
}

function DietChips({ tally, chosen, onChange }: ChosenProps) {
  const shown = diets.filter((diet) => diet !== 'unknown' || tally.has(diet) || chosen.includes(diet))
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
          <span className={styles.count}>{tally.get(diet) ?? 0}</span>
        </button>
      ))}
    </fieldset>
  )
}

interface SeveralProps extends ChosenProps {
  readonly name: string
  readonly said: (key: string) => string
}

/** A list of which several may be chosen, folded away under its name. */
function Several({ name, tally, chosen, said, onChange }: SeveralProps) {
  const keys = [...new Set([...tally.keys(), ...chosen])].sort((a, b) => said(a).localeCompare(said(b), 'en'))
  const [only] = chosen
  const face = only === undefined ? name : chosen.length === 1 ? said(only) : `${name}: ${chosen.length}`
  return (
    <div className={styles.several} data-chosen={chosen.length > 0 || undefined}>
      <Disclosure title={`Filter by ${name.toLowerCase()}`} face={<span className={styles.face}>{face}</span>}>
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
                  <span>{said(key)}</span>
                  <span className={styles.count}>{tally.get(key) ?? 0}</span>
                </label>
              </li>
            ))}
            {keys.length === 0 ? <li className={styles.none}>Nobody is here to choose by.</li> : null}
          </ul>
        )}
      </Disclosure>
    </div>
  )
}
