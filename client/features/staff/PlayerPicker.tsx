import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { findAccounts } from '../../../shared/features/roles/queries.ts'
import { type Roster, type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { CopyButton } from '../../ui/Button.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { AlsoPicked } from './OtherStaff.tsx'
import styles from './PlayerPicker.module.css'
import {
  idOf,
  isNoPlayer,
  matchesOf,
  matchingPlayers,
  type PickedPlayer,
  pickedPlayer,
  placeLabel,
  recentTargetsAtom,
  targetOf,
  typedPlayer,
} from './pickedPlayer.ts'

interface PlayerPickerProps {
  readonly label: string
  readonly chosen: PickedPlayer
  readonly onChoose: (player: PickedPlayer) => void
  readonly problem?: string | null
  /** Offers the players of the last commands. */
  readonly recent?: boolean
  readonly autoFocus?: boolean
}

const noPlayers: Roster['players'] = {}

/** A player in the game, found by a part of the name; others are typed by SteamID64. */
export function PlayerPicker({ label, chosen, onChoose, problem = null, recent = true, ...rest }: PlayerPickerProps) {
  const isSeen = useAtomValue(accessAtom).may.includes('viewAllPositions')
  const { value, state } = useDocument(roster, mainServer)
  const players = value?.players ?? noPlayers
  const options = matchingPlayers(players, chosen.id === null ? chosen.text : '').map((entry) => ({
    key: entry.id,
    name: entry.name || entry.id,
    detail: placeLabel(entry),
    entry,
  }))
  return (
    <div className={styles.picker}>
      <Picker
        {...rest}
        label={label}
        listLabel="In the game"
        maxLength={200}
        text={chosen.text}
        onText={(text) => onChoose(typedPlayer(text))}
        options={options}
        onPick={({ entry }) => onChoose(pickedPlayer(entry))}
        problem={problem}
        hint={hintOf(isSeen, state, Object.keys(players).length)}
      />
      <MatchedPlayers player={chosen} players={players} isSeen={isSeen && state === 'here'} onChoose={onChoose} />
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

interface MatchedPlayersProps {
  readonly player: PickedPlayer
  readonly players: Roster['players']
  /** Whether the roster is readable. */
  readonly isSeen: boolean
  readonly onChoose: (player: PickedPlayer) => void
}

/** The players that match the text: one with details, or several of the same name to choose from. */
function MatchedPlayers({ player, players, isSeen, onChoose }: MatchedPlayersProps) {
  if (isNoPlayer(player) || !isSeen) return null
  const matches = matchesOf(players, player)
  const [one] = matches
  if (!one) return <p className={styles.small}>Nobody in the game has that name or id now.</p>
  if (matches.length === 1) return <OneMatch entry={one} />
  return (
    <ChipSet legend={`${matches.length} have that name. Who is meant?`} place="soft">
      {matches.map((entry) => (
        <Chip key={entry.id} onClick={() => onChoose(pickedPlayer(entry))}>
          {entry.id}, {placeLabel(entry)}
        </Chip>
      ))}
    </ChipSet>
  )
}

function OneMatch({ entry }: { readonly entry: RosterEntry }) {
  const knowsRoles = useAtomValue(accessAtom).may.includes('manageAdmins')
  return (
    <div className={styles.meant}>
      <p>
        <span className={styles.name}>{entry.name || entry.id}</span>{' '}
        {knowsRoles ? <RoleOf steamId={entry.id} /> : null}
        <span className={styles.place}>
          {placeLabel(entry)} · <span className={styles.id}>{entry.id}</span>
        </span>
      </p>
      <CopyButton text={entry.id} what={`SteamID64 of ${entry.name || entry.id}`} />
    </div>
  )
}

/** Only staff who manage roles may read them. */
function RoleOf({ steamId }: { readonly steamId: string }) {
  const person = useQuery(findAccounts, { text: steamId }).value?.people[0]
  return person ? <RoleBadge role={person.role} /> : null
}
