import { useAtomValue } from 'jotai'
import { longestTarget } from '../../../shared/features/deliveries/commands.ts'
import { findAccounts } from '../../../shared/features/roles/queries.ts'
import type { Roster, RosterEntry } from '../../../shared/features/roster/roster.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { CopyButton } from '../../ui/Button.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { useIsGameLost } from '../server/LinkStatus.tsx'
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
  usePlayersInGame,
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

/** A player in the game, found by a part of the name; others are typed by SteamID64. */
export function PlayerPicker({ label, chosen, onChoose, problem = null, recent = true, ...rest }: PlayerPickerProps) {
  const isSeen = useAtomValue(accessAtom).may.includes('viewAllPositions')
  const { players, isRead } = usePlayersInGame()
  const online = `${Object.keys(players).length} ${useIsGameLost() ? 'last seen online' : 'online'}`
  const options = matchingPlayers(players, chosen.id === null ? chosen.text : '').map((entry) => ({
    key: entry.id,
    name: entry.name || entry.id,
    detail: isSeen ? placeLabel(entry) : entry.id,
    entry,
  }))
  return (
    <div className={styles.picker} data-picker>
      <Combobox
        {...rest}
        label={label}
        listLabel="In the game"
        longest={longestTarget}
        text={chosen.text}
        onText={(text) => onChoose(typedPlayer(text))}
        options={options}
        onPick={({ entry }) => onChoose(pickedPlayer(entry))}
        problem={problem}
        hint={isRead ? `Name or SteamID64. ${online}.` : 'Name or SteamID64.'}
      />
      <MatchedPlayers player={chosen} players={players} isSeen={isSeen} isRead={isRead} onChoose={onChoose} />
      <AlsoPicked player={idOf(players, chosen)} />
      {recent ? <RecentTargets chosen={chosen} onChoose={onChoose} /> : null}
    </div>
  )
}

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
  /** Whether places are readable. */
  readonly isSeen: boolean
  /** Whether it is known who is in the game. */
  readonly isRead: boolean
  readonly onChoose: (player: PickedPlayer) => void
}

/** The players that match the text: one with details, or several of the same name to choose from. */
function MatchedPlayers({ player, players, isSeen, isRead, onChoose }: MatchedPlayersProps) {
  if (isNoPlayer(player) || !isRead) return null
  const matches = matchesOf(players, player)
  const [one] = matches
  if (!one) return <p className={styles.small}>No player online has that name or SteamID64.</p>
  if (matches.length === 1) return <OneMatch entry={one} isSeen={isSeen} />
  return (
    <ChipSet legend={`${matches.length} players have that name. Choose one.`} place="soft">
      {matches.map((entry) => (
        <Chip key={entry.id} data-choice onClick={() => onChoose(pickedPlayer(entry))}>
          {isSeen ? `${entry.id}, ${placeLabel(entry)}` : entry.id}
        </Chip>
      ))}
    </ChipSet>
  )
}

function OneMatch({ entry, isSeen }: { readonly entry: RosterEntry; readonly isSeen: boolean }) {
  const knowsRoles = useAtomValue(accessAtom).may.includes('manageAdmins')
  return (
    <div className={styles.meant}>
      <p>
        <span className={styles.name}>{entry.name || entry.id}</span>{' '}
        {knowsRoles ? <RoleOf steamId={entry.id} /> : null}
        <span className={styles.place}>
          {isSeen ? `${placeLabel(entry)} · ` : ''}
          <span className={styles.id}>{entry.id}</span>
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
