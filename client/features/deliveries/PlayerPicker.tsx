import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useId, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Roster, type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { meAtom } from '../../connection/meAtom.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Field } from '../../ui/Field.tsx'
import { MeantPlayers } from './MeantPlayers.tsx'
import styles from './PlayerPicker.module.css'
import { offered, type PickedPlayer, picked, targetOf, typed } from './pickedPlayer.ts'
import { placeWords } from './placeWords.ts'
import { recentTargetsAtom } from './recentTargetsAtom.ts'

interface PlayerPickerProps {
  readonly label: string
  readonly chosen: PickedPlayer
  readonly onChoose: (player: PickedPlayer) => void
  readonly problem?: string | null
  /** Offers those on whom one has acted last. */
  readonly recent?: boolean
  readonly autoFocus?: boolean
}

const noPlayers: Roster['players'] = {}

/** Somebody in the game, found by a part of their name; whoever is not there is typed by their SteamID64. */
export function PlayerPicker({ label, chosen, onChoose, problem = null, recent = true, ...rest }: PlayerPickerProps) {
  const isSeen = useAtomValue(meAtom).may.includes('viewAllPositions')
  const { value, state } = useDocument(roster, mainServer)
  const players = value?.players ?? noPlayers
  const offers = offered(players, chosen.id === null ? chosen.text : '')
  const { list, field } = useOffers(offers, (entry) => onChoose(picked(entry)))
  return (
    <div className={styles.picker}>
      <div className={styles.anchor}>
        <Field
          {...rest}
          {...field}
          label={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={chosen.text}
          onValue={(text) => onChoose(typed(text))}
          problem={problem}
          hint={hintOf(isSeen, state, Object.keys(players).length)}
        />
        {list}
      </div>
      <MeantPlayers player={chosen} players={players} isSeen={isSeen && state === 'here'} onChoose={onChoose} />
      {recent ? <RecentTargets chosen={chosen} onChoose={onChoose} /> : null}
    </div>
  )
}

const hintOf = (isSeen: boolean, state: string, count: number) =>
  !isSeen
    ? 'The name as in the game, or the SteamID64.'
    : state === 'loading'
      ? 'Fetching who is in the game.'
      : `Name or SteamID64. ${count} in the game.`

/** The list under the field: arrows go through it, Enter takes, Escape closes. */
function useOffers(offers: readonly RosterEntry[], take: (entry: RosterEntry) => void) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const shown = isOpen && offers.length > 0
  const close = () => {
    setOpen(false)
    setAt(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && offers.length > 0) {
      event.preventDefault()
      setOpen(true)
      setAt((last) => (shown ? (Math.max(last, step < 0 ? 0 : -1) + step + offers.length) % offers.length : 0))
    } else if (event.key === 'Escape' && shown) {
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && shown) {
      const entry = offers[at]
      if (entry) {
        event.preventDefault()
        take(entry)
      }
      close()
    }
  }
  const field = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': shown,
    'aria-controls': shown ? id : undefined,
    'aria-activedescendant': shown && offers[at] ? `${id}-${at}` : undefined,
    onKeyDown,
    onInput: () => setOpen(true),
    onClick: () => setOpen(true),
    onBlur: close,
  } as const
  const list = shown ? (
    <div id={id} className={styles.offers} role="listbox" aria-label="In the game">
      {offers.map((entry, index) => (
        <Offer
          key={entry.id}
          id={`${id}-${index}`}
          entry={entry}
          isAt={index === at}
          onTake={() => {
            take(entry)
            close()
          }}
        />
      ))}
    </div>
  ) : null
  return { list, field }
}

interface OfferProps {
  readonly id: string
  readonly entry: RosterEntry
  readonly isAt: boolean
  readonly onTake: () => void
}

const Offer = ({ id, entry, isAt, onTake }: OfferProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and hears the keys
  <div
    id={id}
    className={styles.offer}
    role="option"
    tabIndex={-1}
    aria-selected={isAt}
    // Before the field loses the focus, which would close the list.
    onPointerDown={(event) => event.preventDefault()}
    onClick={onTake}
  >
    <span className={styles.name}>{entry.name || entry.id}</span>
    <span className={styles.place}>{placeWords(entry)}</span>
  </div>
)

function RecentTargets({ chosen, onChoose }: Pick<PlayerPickerProps, 'chosen' | 'onChoose'>) {
  const recent = useAtomValue(recentTargetsAtom)
  if (recent.length === 0) return null
  return (
    <fieldset className={styles.recent}>
      <legend className={styles.small}>Recent</legend>
      {recent.map((player) => (
        <button
          key={targetOf(player)}
          type="button"
          className={styles.chip}
          aria-pressed={targetOf(player) === targetOf(chosen)}
          onClick={() => onChoose(player)}
        >
          {player.text}
        </button>
      ))}
    </fieldset>
  )
}
