import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { findAccounts } from '../../../shared/features/roles/queries.ts'
import { type Roster, type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { meAtom } from '../../connection/handshake.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { CopyButton } from '../../ui/Button.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { AlsoPicked } from './OtherStaff.tsx'
import styles from './PlayerPicker.module.css'
import {
  idOf,
  isNobody,
  meantBy,
  offered,
  type PickedPlayer,
  picked,
  placeWords,
  recentTargetsAtom,
  targetOf,
  typed,
} from './pickedPlayer.ts'
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

interface MeantPlayersProps {
  readonly player: PickedPlayer
  readonly players: Roster['players']
  /** Whether it is known who is in the game. */
  readonly isSeen: boolean
  readonly onChoose: (player: PickedPlayer) => void
}

/** Who is meant by what stands in the field: one with their facts, or namesakes to choose among. */
function MeantPlayers({ player, players, isSeen, onChoose }: MeantPlayersProps) {
  if (isNobody(player) || !isSeen) return null
  const meant = meantBy(players, player)
  const [one] = meant
  if (!one) return <p className={styles.small}>Nobody in the game has that name or id now.</p>
  if (meant.length === 1) return <OneMeant entry={one} />
  return (
    <ChipSet legend={`${meant.length} have that name. Who is meant?`} place="soft">
      {meant.map((entry) => (
        <Chip key={entry.id} onClick={() => onChoose(picked(entry))}>
          {entry.id}, {placeWords(entry)}
        </Chip>
      ))}
    </ChipSet>
  )
}

function OneMeant({ entry }: { readonly entry: RosterEntry }) {
  const knowsRoles = useAtomValue(meAtom).may.includes('manageAdmins')
  return (
    <div className={styles.meant}>
      <p>
        <span className={styles.name}>{entry.name || entry.id}</span>{' '}
        {knowsRoles ? <RoleOf steamId={entry.id} /> : null}
        <span className={styles.place}>
          {placeWords(entry)} · <span className={styles.id}>{entry.id}</span>
        </span>
      </p>
      <CopyButton text={entry.id} what={`SteamID64 of ${entry.name || entry.id}`} />
    </div>
  )
}

/** Only whoever manages roles may look them up. */
function RoleOf({ steamId }: { readonly steamId: string }) {
  const person = useQuery(findAccounts, { text: steamId }).value?.people[0]
  return person ? <RoleBadge role={person.role} /> : null
}
