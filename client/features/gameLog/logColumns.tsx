import { createContext, useContext } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { LogAnimal, LogPlayer } from '../../../shared/features/gameLog/lines.ts'
import type {
  searchAdminActs,
  searchChat,
  searchKills,
  searchVisits,
} from '../../../shared/features/gameLog/queries.ts'
import { mapImage } from '../../../shared/features/mapImage/mapImage.ts'
import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import { server } from '../../../shared/features/server/server.ts'
import { gatewayFrame, type Point, toUnits } from '../../../shared/features/world/frame.ts'
import { whereaboutsAt, whereaboutsLabel } from '../../../shared/features/world/placeInWords.ts'
import { useDocument } from '../../connection/useDocument.ts'
import type { Column } from '../../ui/DataTableHead.tsx'
import { Ago } from '../../ui/Time.tsx'
import { spanAt } from '../replay/recordedSpans.ts'
import { timelineHref } from '../timeline/timelineHref.ts'
import styles from './GameLog.module.css'
import { LoggedAnimal, LoggedPlayer } from './LoggedPlayer.tsx'
import { channelNames, killerLabel, visitNote } from './logWords.ts'
import type { FoundRow } from './useLogPage.ts'

/** What the replay has recorded. Empty for staff who may not open it. */
export const RecordedSpans = createContext<readonly TimeSpan[]>([])

interface FighterProps {
  readonly player: LogPlayer | null
  readonly animal: LogAnimal | null
  /** In place of a player: `Natural causes`. */
  readonly otherwise: string
}

/** A player with their dinosaur, as one side of a fight. */
const Fighter = ({ player, animal, otherwise }: FighterProps) => (
  <span className={styles.fighter}>
    <span className={styles.cut}>{player ? <LoggedPlayer player={player} /> : otherwise}</span>
    <LoggedAnimal animal={animal} />
  </span>
)

function PlaceOfKill({ location }: { readonly location: Point }) {
  const configured = useDocument(server, mainServer).value?.frame ?? gatewayFrame
  const frame = useDocument(mapImage, mainServer).value?.calibration?.frame ?? configured
  const label = whereaboutsLabel(whereaboutsAt(toUnits(frame, location)))
  return (
    <span className={styles.cut} title={label}>
      {label}
    </span>
  )
}

function ReplayLink({ at }: { readonly at: number }) {
  if (!spanAt(useContext(RecordedSpans), at)) return null
  return (
    <Link href={`/replay?at=${at - beforeKillMs}`} className={styles.link}>
      Show on map
    </Link>
  )
}
/** The replay begins so long before a kill. */
const beforeKillMs = 10_000

const when = { name: 'When', isPlain: true, width: '88px' } as const

type KillRow = FoundRow<typeof searchKills>
/** The columns of kills. Places are for staff who see all positions. */
export const killColumnsFor = ({ seesPlaces }: { readonly seesPlaces: boolean }): readonly Column<KillRow>[] => [
  { ...when, cell: ({ row }) => <Ago at={row.happenedAt} /> },
  {
    name: 'Killer',
    width: 'minmax(240px, 1fr)',
    cell: ({ row }) => <Fighter player={row.killer} animal={row.killerAnimal} otherwise={killerLabel(row)} />,
  },
  {
    name: 'Victim',
    width: 'minmax(240px, 1fr)',
    cell: ({ row }) => <Fighter player={row.victim} animal={row.victimAnimal} otherwise="Erased player" />,
  },
  ...(seesPlaces ? placeColumns : []),
]

const placeColumns: readonly Column<KillRow>[] = [
  {
    name: 'Place',
    isPlain: true,
    width: 'minmax(136px, 0.7fr)',
    isEmpty: ({ row }) => row.location === null,
    cell: ({ row }) => (row.location ? <PlaceOfKill location={row.location} /> : null),
  },
  {
    name: 'Replay',
    isPlain: true,
    width: '184px',
    cell: ({ row }) => (
      <span>
        <Link href={timelineHref({ at: row.happenedAt })} className={styles.link}>
          Timeline
        </Link>{' '}
        <ReplayLink at={row.happenedAt} />
      </span>
    ),
  },
]

export const chatColumns: readonly Column<FoundRow<typeof searchChat>>[] = [
  { ...when, cell: ({ row }) => <Ago at={row.happenedAt} /> },
  {
    name: 'Channel',
    isPlain: true,
    width: '104px',
    cell: ({ row: { channel, group } }) => (
      <span className={styles.channel} data-channel={channel}>
        {channelNames[channel]}
        {group === null ? '' : ` ${group}`}
      </span>
    ),
  },
  {
    name: 'Player',
    isPlain: true,
    width: 'minmax(120px, 200px)',
    cell: ({ row: { player } }) =>
      player ? <LoggedPlayer player={player} /> : <span className={styles.soft}>Not clear who</span>,
  },
  {
    name: 'Message',
    isPlain: true,
    width: 'minmax(240px, 1fr)',
    cell: ({ row }) => (
      <span className={styles.message} dir="auto" title={row.text}>
        {row.text}
      </span>
    ),
  },
]

export const visitColumns: readonly Column<FoundRow<typeof searchVisits>>[] = [
  { ...when, cell: ({ row }) => <Ago at={row.happenedAt} /> },
  {
    name: 'Player',
    isPlain: true,
    width: 'minmax(120px, 240px)',
    cell: ({ row }) => <LoggedPlayer player={row.player} />,
  },
  { name: 'Event', isPlain: true, width: '80px', cell: ({ row }) => (row.act === 'join' ? 'Joined' : 'Left') },
  {
    name: 'Dinosaur',
    isPlain: true,
    width: 'minmax(164px, 240px)',
    isEmpty: ({ row }) => row.animal.species === null,
    cell: ({ row }) => <LoggedAnimal animal={row.animal} />,
  },
  {
    name: 'Note',
    isPlain: true,
    width: 'minmax(200px, 1fr)',
    isEmpty: ({ row }) => visitNote(row) === null,
    cell: ({ row }) => <span className={row.afterFightMs === null ? styles.soft : styles.hint}>{visitNote(row)}</span>,
  },
]

export const adminColumns: readonly Column<FoundRow<typeof searchAdminActs>>[] = [
  { ...when, cell: ({ row }) => <Ago at={row.happenedAt} /> },
  {
    name: 'By',
    width: 'minmax(120px, 200px)',
    cell: ({ row: { admin, by } }) =>
      admin ? (
        <LoggedPlayer player={admin} />
      ) : (
        <span className={styles.soft}>{by === 'rcon' ? 'RCON' : 'Unknown'}</span>
      ),
  },
  {
    name: 'Command',
    isPlain: true,
    width: 'minmax(160px, 1fr)',
    cell: ({ row }) => <span className={styles.cut}>{row.act ?? 'Unknown'}</span>,
  },
  {
    name: 'Target',
    width: 'minmax(120px, 1fr)',
    isEmpty: ({ row }) => row.target === null,
    cell: ({ row }) => (row.target ? <LoggedPlayer player={row.target} /> : null),
  },
  {
    name: 'Change',
    isPlain: true,
    width: 'minmax(120px, 1fr)',
    isEmpty: ({ row }) => row.before === null && row.after === null,
    cell: ({ row: { before, after } }) =>
      before !== null && after !== null ? `${before} → ${after}` : (after ?? before),
  },
]
