import { useAtomValue } from 'jotai'
import { findAccounts } from '../../../shared/features/roles/queries.ts'
import type { Roster, RosterEntry } from '../../../shared/features/roster/roster.ts'
import { meAtom } from '../../connection/meAtom.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Chip } from '../../ui/Chip.tsx'
import { ChipSet } from '../../ui/ChipSet.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { RoleBadge } from '../session/RoleBadge.tsx'
import styles from './PlayerPicker.module.css'
import { isNobody, meantBy, type PickedPlayer, picked } from './pickedPlayer.ts'
import { placeWords } from './placeWords.ts'

interface MeantPlayersProps {
  readonly player: PickedPlayer
  readonly players: Roster['players']
  /** Whether it is known who is in the game. */
  readonly isSeen: boolean
  readonly onChoose: (player: PickedPlayer) => void
}

/** Who is meant by what stands in the field: one with their facts, or namesakes to choose among. */
export function MeantPlayers({ player, players, isSeen, onChoose }: MeantPlayersProps) {
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
