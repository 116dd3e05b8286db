import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import type { Roster, RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { whereaboutsLabel, whereaboutsOf } from '../../../../shared/features/world/placeInWords.ts'
import { speciesName } from '../../../../shared/features/world/species.ts'
import { chosenAtom, hoveredAtom } from '../../../map/selection.ts'
import { SpeciesArt } from '../../../ui/speciesArt/SpeciesArt.tsx'
import styles from './AnimalCard.module.css'

interface PlayersProps {
  readonly players: Roster['players']
}

/** A short description of the hovered animal. The chosen animal has a card of its own. */
export function AnimalCard({ players }: PlayersProps) {
  const hovered = useAtomValue(hoveredAtom)
  const chosen = useAtomValue(chosenAtom)
  if (hovered?.kind !== 'animal' || (chosen?.kind === 'animal' && chosen.id === hovered.id)) return null
  const entry = players[hovered.id]
  if (!entry?.animal) return null
  const { species, growth, health, dead, gender } = entry.animal
  return (
    <div className={styles.card}>
      <SpeciesArt species={species} view={growth < 50 ? 'young' : 'side'} size={64} />
      <p className={styles.name}>{entry.name || entry.id}</p>
      <p className={styles.species}>
        {speciesName(species)}
        {gender ? `, ${gender.toLowerCase()}` : ''}
      </p>
      <p>
        {growth}% grown, {dead ? 'dead' : `health ${health}%`}
      </p>
      <p>{whereaboutsLabel(entry.animal)}</p>
    </div>
  )
}

const sentenceOf = ({ name, id, animal }: RosterEntry) =>
  animal ? `${name || id}: ${speciesName(animal.species)}, ${animal.growth}% grown, ${whereaboutsOf(animal)}.` : ''

/** Announces a newly chosen animal to screen readers, once. */
export function ChosenAnnouncer({ players }: PlayersProps) {
  const chosen = useAtomValue(chosenAtom)
  const announced = useRef<{ chosen: typeof chosen; sentence: string }>({ chosen: null, sentence: '' })
  if (announced.current.chosen !== chosen) {
    const entry = chosen?.kind === 'animal' ? players[chosen.id] : undefined
    announced.current = { chosen, sentence: entry ? sentenceOf(entry) : '' }
  }
  return (
    <p className="unseen" role="status">
      {announced.current.sentence}
    </p>
  )
}
