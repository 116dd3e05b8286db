import { useAtomValue } from 'jotai'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { whereaboutsLabel } from '../../../shared/features/world/placeInWords.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { chosenAtom, hoveredAtom } from '../../map/selection.ts'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { useFriendLife, useFriends } from '../friends/friendList.ts'
import styles from '../map/roster/AnimalCard.module.css'
import { usePack } from './usePack.ts'

/** Details of the hovered or chosen animal of the pack or of a friend; more of them for the user's own animal. */
export function MemberCard({ me }: { readonly me: string }) {
  const own = useDocument(vitals, me).value
  const packState = usePack(me)
  const hovered = useAtomValue(hoveredAtom)
  const chosen = useAtomValue(chosenAtom)
  const id = hovered?.kind === 'animal' ? hovered.id : chosen?.kind === 'animal' ? chosen.id : null
  const pack = packState.name === 'here' ? packState : null
  const friends = useFriends(me)
  const life = useFriendLife(me)
  const member = id === null ? undefined : pack?.life.seen[id]
  // A member who has left the server stays in the pack's list, where it says so.
  const inPack = member?.goneAt === null ? member : undefined
  const animal = id === me ? own?.animal : id === null ? null : (inPack ?? life.seen[id]?.place)
  if (id === null || !animal) return null
  const { species, growth, dead } = animal
  const friend = friends.name === 'here' ? friends.list.find(({ account }) => account === id) : undefined
  return (
    <div className={styles.card}>
      <SpeciesArt species={species} view={growth < 50 ? 'young' : 'side'} size={64} />
      <p className={styles.name}>{id === me ? 'You' : (pack?.pack.members[id]?.name ?? friend?.name)}</p>
      <p className={styles.species}>
        {speciesName(species)}, {dead ? 'dead' : `${growth}% grown`}
      </p>
      {id === me && own?.animal && !dead ? (
        <p>
          health {own.animal.health}%, hunger {own.animal.hunger}%, thirst {own.animal.thirst}%
        </p>
      ) : null}
      <p>{whereaboutsLabel(animal)}</p>
    </div>
  )
}
