import { useState } from 'react'
import { type Circle, longestPersonId, mostPersons } from '../../../shared/features/timeline/queries.ts'
import { whereaboutsAt, whereaboutsLabel } from '../../../shared/features/world/placeInWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Select } from '../../ui/Select.tsx'
import { matchingPlayers, placeLabel, usePlayersInGame } from '../staff/pickedPlayer.ts'
import styles from './WhoAndWhere.module.css'

interface WhoProps {
  readonly persons: readonly string[]
  /** The name of a person; empty where no entry has it. */
  readonly nameOf: (id: string) => string
  readonly onPersons: (persons: string[]) => void
}

/** The persons whom the page is about: found by name among those in the game, or by their id. */
export function Who({ persons, nameOf, onPersons }: WhoProps) {
  const [text, setText] = useState('')
  const { players } = usePlayersInGame()
  const isFull = persons.length >= mostPersons
  const add = (id: string) => {
    setText('')
    if (id !== '' && !persons.includes(id)) onPersons([...persons, id])
  }
  const options = matchingPlayers(players, text).map((entry) => ({
    key: entry.id,
    name: entry.name || entry.id,
    detail: placeLabel(entry),
  }))
  const typed = text.trim()
  const isId = /^[0-9A-Za-z-]{6,64}$/.test(typed) && !options.some(({ name }) => name === typed)
  return (
    <section className={styles.who} aria-label="Players">
      {isFull ? null : (
        <div className={styles.picker}>
          <Combobox
            label="Player, SteamID64 or account"
            listLabel="In the game"
            longest={longestPersonId}
            text={text}
            onText={setText}
            options={options}
            onPick={({ key }) => add(key)}
          />
        </div>
      )}
      {typed !== '' && isId ? <Button onClick={() => add(typed)}>{`Add ${typed}`}</Button> : null}
      {persons.map((id) => (
        <Removable
          key={id}
          name={players[id]?.name || nameOf(id) || id}
          onRemove={() => onPersons(persons.filter((one) => one !== id))}
        />
      ))}
    </section>
  )
}

interface RemovableProps {
  readonly name: string
  readonly onRemove: () => void
}

const Removable = ({ name, onRemove }: RemovableProps) => (
  <button type="button" className={styles.removable} aria-label={`Remove ${name}`} onClick={onRemove}>
    {name} <span aria-hidden="true">×</span>
  </button>
)

const radii = [50, 100, 250, 500, 1_000, 2_000]

interface WhereProps {
  readonly place: Circle | null
  readonly metresPerUnit: number
  readonly isChoosing: boolean
  readonly onChoose: () => void
  readonly onPlace: (place: Circle | null) => void
  /** How many players the recorded map shows inside now; null where it shows none at all. */
  readonly inside: number | null
  readonly onAddInside: () => void
}

/** The circle on the map: chosen by a press, with its radius in metres. */
export function Where(props: WhereProps) {
  const { place, metresPerUnit, isChoosing, onChoose, onPlace, inside, onAddInside } = props
  if (!place)
    return (
      <section className={styles.who} aria-label="Place">
        <Button aria-pressed={isChoosing} onClick={onChoose}>
          {isChoosing ? 'Press the map' : 'Choose a place'}
        </Button>
      </section>
    )
  const metres = Math.round(place.radius * metresPerUnit)
  const options = [...new Set([...radii, metres])].sort((one, other) => one - other)
  return (
    <section className={styles.who} aria-label="Place">
      <Removable name={whereaboutsLabel(whereaboutsAt(place))} onRemove={() => onPlace(null)} />
      <Select
        label="Radius"
        hidesLabel
        options={options.map((one) => ({ key: String(one), name: `${one} m around` }))}
        value={String(metres)}
        onValue={(key) => onPlace({ ...place, radius: Number(key) / metresPerUnit })}
      />
      {inside === null ? null : (
        <Button disabled={inside === 0} onClick={onAddInside}>
          {inside === 0 ? 'No players inside now' : `Add the ${inside} inside now`}
        </Button>
      )}
    </section>
  )
}
