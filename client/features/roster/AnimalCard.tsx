import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { dietOf } from '../../../shared/features/world/species.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { chosenAtom, pointedAtom } from '../../map/attention.ts'
import { KindGlyph } from '../../map/KindGlyph.tsx'
import styles from './AnimalCard.module.css'
import { regionName } from './rosterOrder.ts'

/** What is known of the animal that is pointed at, or else chosen. */
export function AnimalCard() {
  const { value } = useDocument(roster, mainServer)
  const pointed = useAtomValue(pointedAtom)
  const chosen = useAtomValue(chosenAtom)
  const id = pointed?.kind === 'animal' ? pointed.id : chosen?.kind === 'animal' ? chosen.id : null
  const entry = id === null ? undefined : value?.players[id]
  if (!entry?.animal) return null
  const { species, growth, health, dead, slot, region, gender } = entry.animal
  return (
    <div className={styles.card}>
      <p className={styles.name}>{entry.name || entry.id}</p>
      <p className={styles.species}>
        <KindGlyph kind={dietOf(species)} />
        {species}
        {gender ? `, ${gender.toLowerCase()}` : ''}
      </p>
      <p>
        {growth} % grown, {dead ? 'dead' : `health ${health} %`}
      </p>
      <p>
        {regionName(region) || 'In the wild'}
        {slot === null ? ', not drawn for now' : ''}
      </p>
    </div>
  )
}

const sentenceOf = ({ name, id, animal }: RosterEntry) =>
  animal
    ? `${name || id}: ${animal.species}, ${animal.growth} % grown, ${regionName(animal.region) || 'in the wild'}.`
    : ''

/** Says once who was chosen. What changes about them afterwards is not said. */
export function ChosenAnnouncer() {
  const { value } = useDocument(roster, mainServer)
  const chosen = useAtomValue(chosenAtom)
  const said = useRef<{ chosen: typeof chosen; words: string }>({ chosen: null, words: '' })
  if (said.current.chosen !== chosen) {
    const entry = chosen?.kind === 'animal' ? value?.players[chosen.id] : undefined
    said.current = { chosen, words: entry ? sentenceOf(entry) : '' }
  }
  return (
    <p className="unseen" role="status">
      {said.current.words}
    </p>
  )
}
