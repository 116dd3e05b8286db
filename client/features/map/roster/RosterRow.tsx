import { memo } from 'react'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { whereaboutsOf } from '../../../../shared/features/world/placeInWords.ts'
import { dietOf, speciesName } from '../../../../shared/features/world/species.ts'
import { KindGlyph } from '../../../map/KindGlyph.tsx'
import { Stroke } from '../../../ui/Stroke.tsx'
import styles from './RosterPanel.module.css'

interface RosterRowProps {
  readonly id: string
  readonly name: string
  /** Null while the player is choosing. */
  readonly species: string | null
  readonly growth: number
  readonly health: number
  readonly dead: boolean
  /** In words; '' while the player is choosing. */
  readonly place: string
  readonly chosen: boolean
  /** Whether the map follows this animal. */
  readonly followed: boolean
  /** Whether Tab reaches this row; one row of the table is the tab stop. */
  readonly isTabStop: boolean
}

/** Only the fields that the row shows: other changes do not render it again. */
export const rosterRow = ({ id, name, animal }: RosterEntry) => ({
  id,
  name: name === '' ? id : name,
  species: animal?.species ?? null,
  growth: animal?.growth ?? 0,
  health: animal?.health ?? 0,
  dead: animal?.dead ?? false,
  place: animal ? whereaboutsOf(animal) : '',
})

export const RosterRow = memo(function RosterRow(row: RosterRowProps) {
  return (
    <tr data-id={row.id} data-chosen={row.chosen || undefined} data-followed={row.followed || undefined}>
      <th scope="row">
        <button
          type="button"
          className={styles.choose}
          dir="auto"
          tabIndex={row.isTabStop ? 0 : -1}
          aria-pressed={row.chosen}
          disabled={row.species === null}
          title={row.name}
        >
          {row.name}
        </button>
        {row.species === null ? null : <FollowButton {...row} />}
      </th>
      {row.species === null ? (
        <td colSpan={4} className={styles.choosing}>
          choosing a dinosaur
        </td>
      ) : (
        <AnimalCells {...row} species={row.species} />
      )}
    </tr>
  )
})

function AnimalCells(row: RosterRowProps & { readonly species: string }) {
  const { species, growth, health, dead, place } = row
  return (
    <>
      <td data-column="species">
        <span className={styles.species} title={speciesName(species)}>
          <KindGlyph kind={dietOf(species)} />
          <span>{speciesName(species)}</span>
        </span>
      </td>
      <td className={styles.number} data-column="growth">
        {growth}%
      </td>
      <td className={styles.number} data-column="health" data-low={(!dead && health < 35) || undefined}>
        {dead ? 'dead' : `${health}%`}
      </td>
      <td className={styles.place} title={place}>
        {place}
      </td>
    </>
  )
}

const eye = 'M2 10c2-3.5 5-5 8-5s6 1.5 8 5c-2 3.5-5 5-8 5s-6-1.5-8-5zM10 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5'

interface FollowButtonProps {
  readonly name: string
  readonly followed: boolean
  /** Whether Tab reaches the button. */
  readonly isTabStop: boolean
}

/** Follows the dinosaur of a row or stops following it. The click is handled by the table. */
function FollowButton({ name, followed, isTabStop }: FollowButtonProps) {
  return (
    <button
      type="button"
      className={styles.follow}
      data-act="follow"
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={followed}
      aria-label={`Follow ${name}`}
      title={followed ? 'Stop following' : 'Follow'}
    >
      <Stroke size={16}>
        <path d={eye} />
      </Stroke>
    </button>
  )
}
