import { useAtom, useSetAtom } from 'jotai'
import { ContextMenu } from '../ui/Menu.tsx'
import { SpeciesArt } from '../ui/speciesArt/SpeciesArt.tsx'
import { choiceAtom, chosenAtom } from './selection.ts'

/** Asks which animal is meant where several lie under the pointer, or where a cluster cannot be opened further. */
export function MapChoice() {
  const [choice, setChoice] = useAtom(choiceAtom)
  const choose = useSetAtom(chosenAtom)
  if (!choice) return null
  return (
    <ContextMenu
      label={`${choice.markers.length} dinosaurs here`}
      at={choice.at}
      items={choice.markers.map(({ id, name, label, species, growth, dead }) => ({
        key: id,
        name: label || name || id,
        icon: <SpeciesArt species={species} view="side" size={24} />,
        detail: dead ? `${species}, dead` : `${species}, ${growth} % grown`,
        onChoose: () => choose({ kind: 'animal', id, by: 'map' }),
      }))}
      onClose={() => setChoice(null)}
    />
  )
}
