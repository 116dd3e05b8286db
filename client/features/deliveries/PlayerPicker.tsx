import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Roster, roster } from '../../../shared/features/roster/roster.ts'
import { meAtom } from '../../connection/meAtom.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Chip } from '../../ui/Chip.tsx'
import { ChipSet } from '../../ui/ChipSet.tsx'
import { Field } from '../../ui/Field.tsx'
import { AlsoPicked } from './AlsoPicked.tsx'
import { MeantPlayers } from './MeantPlayers.tsx'
import styles from './PlayerPicker.module.css'
import { idOf, offered, type PickedPlayer, picked, targetOf, typed } from './pickedPlayer.ts'
import { recentTargetsAtom } from './recentTargetsAtom.ts'
import { useOffers } from './useOffers.tsx'

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
      <AlsoPicked player={idOf(players, chosen)} />
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

function RecentTargets({ chosen, onChoose }: Pick<PlayerPickerProps, 'chosen' | 'onChoose'>) {
  const recent = useAtomValue(recentTargetsAtom)
  if (recent.length === 0) return null
  return (
    <ChipSet legend="Recent" place="beside">
      {recent.map((player) => (
        <Chip
          key={targetOf(player)}
          aria-pressed={targetOf(player) === targetOf(chosen)}
          onClick={() => onChoose(player)}
        >
          {player.text}
        </Chip>
      ))}
    </ChipSet>
  )
}
