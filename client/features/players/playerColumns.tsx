import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { KnownPlayer } from '../../../shared/features/players/queries.ts'
import { onlinePlayers, roster } from '../../../shared/features/roster/roster.ts'
import { whereaboutsLabel } from '../../../shared/features/world/placeInWords.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { useDocument } from '../../connection/useDocument.ts'
import type { Column } from '../../ui/DataTableHead.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { Ago } from '../../ui/Time.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { healthAtom, isGameLost } from '../server/health.ts'
import styles from './PlayersScreen.module.css'

type PlayerColumn = Column<KnownPlayer>

interface Shown {
  readonly seesAnimals: boolean
  /** Whether the hub shows data of players, as the owner switched it. */
  readonly hasPlayerData: boolean
}

/** The columns that the reader may have. */
export const columnsFor = ({ seesAnimals, hasPlayerData }: Shown): readonly PlayerColumn[] => [
  player,
  status,
  ...(seesAnimals ? [dinosaur, growth, place] : []),
  ...(hasPlayerData ? [playTime] : []),
]

const player: PlayerColumn = {
  name: 'Player',
  sortKey: 'name',
  width: 'minmax(120px, 1.6fr)',
  cell: ({ name, id, role, isBanned }) => (
    <span className={styles.name}>
      <span className={styles.cut} dir="auto" title={name || id || ''}>
        {name || id || 'Unnamed'}
      </span>
      {role === 'player' ? null : <RoleBadge role={role} />}
      {isBanned ? <span className={styles.banned}>Banned</span> : null}
    </span>
  ),
}

const status: PlayerColumn = {
  name: 'Last seen',
  isPlain: true,
  sortKey: 'lastSeen',
  width: '88px',
  cell: (row) => <Status {...row} />,
}

/** Live: the answer of the query may be some seconds old. */
function Status({ id, isOnline, lastSeenAt }: KnownPlayer) {
  const { value } = useDocument(onlinePlayers, mainServer)
  const isLost = isGameLost(useAtomValue(healthAtom))
  const isHere = value?.isRead ? id !== null && Object.hasOwn(value.players, id) : isOnline
  if (isHere && isLost) return <span className={styles.soft}>Was online</span>
  if (isHere) return <span className={styles.online}>Online</span>
  return lastSeenAt === null ? <span className={styles.soft}>Never</span> : <Ago at={lastSeenAt} />
}

const dinosaur: PlayerColumn = {
  name: 'Dinosaur',
  isPlain: true,
  sortKey: 'species',
  width: 'minmax(164px, 1.4fr)',
  isEmpty: ({ animal }) => animal === null,
  cell: ({ animal }) =>
    animal ? (
      <span className={styles.dinosaur}>
        <SpeciesArt species={animal.species} view={animal.growth < 50 ? 'young' : 'side'} size={40} />
        <span className={styles.cut}>
          {speciesName(animal.species)}
          {animal.dead ? ' · dead' : ''}
        </span>
      </span>
    ) : null,
}

const growth: PlayerColumn = {
  name: 'Growth',
  sortKey: 'growth',
  width: '76px',
  figures: true,
  isEmpty: ({ animal }) => animal === null,
  cell: ({ animal }) => (animal ? `${animal.growth}%` : null),
}

const place: PlayerColumn = {
  name: 'Place',
  isPlain: true,
  width: 'minmax(140px, 1.5fr)',
  isEmpty: ({ animal, isOnline }) => !isOnline || animal === null,
  cell: ({ id, isOnline }) => (isOnline && id !== null ? <Place id={id} /> : null),
}

/** From the live roster: the list itself holds no places. */
function Place({ id }: { readonly id: string }) {
  const animal = useDocument(roster, mainServer).value?.players[id]?.animal
  return animal ? <span className={styles.cut}>{whereaboutsLabel(animal)}</span> : null
}

const playTime: PlayerColumn = {
  name: 'Play time',
  sortKey: 'playTime',
  width: '84px',
  figures: true,
  isEmpty: ({ playMs }) => playMs === 0,
  cell: ({ playMs }) => (playMs === 0 ? null : lengthOf(playMs)),
}
