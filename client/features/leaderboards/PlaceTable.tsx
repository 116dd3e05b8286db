import { numberText } from '../../../shared/engine/numberText.ts'
import type { Board, Place } from '../../../shared/features/leaderboards/leaderboards.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Price } from '../../ui/Price.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { Avatar } from '../account/Avatar.tsx'
import { playTimeLabel } from '../account/PlayRecord.tsx'
import { PlayerName } from '../players/PlayerName.tsx'
import styles from './Leaderboards.module.css'

interface PlaceTableProps {
  readonly caption: string
  readonly board: Board
  readonly places: readonly Place[]
  /** The account of the user of the page; null for a guest. */
  readonly own: string | null
}

/** Places with names and scores. The first three have a crown, silver and bronze. */
export const PlaceTable = ({ caption, board, places, own }: PlaceTableProps) => (
  <table className={styles.table}>
    <caption className="unseen">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Place</th>
        <th scope="col">Player</th>
        <th scope="col" data-figures>
          {scoreNames[board]}
        </th>
      </tr>
    </thead>
    <tbody>
      {places.map((place) => (
        <tr key={place.rank} data-own={(own !== null && place.account === own) || undefined}>
          <td>
            <Rank rank={place.rank} />
          </td>
          <td>
            <Player account={place.account} isOwn={place.account === own} />
          </td>
          <td data-figures>
            <ScoreCell board={board} place={place} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const scoreNames: Readonly<Record<Board, string>> = {
  kd: 'Ratio',
  razorTalons: 'Balance',
  sylvanShards: 'Balance',
  playTime: 'Played',
}

const medals = ['Crown', 'Silver', 'Bronze'] as const
const crown = 'M3 15.500 2.500 6.500l4 3.500L10 4l3.500 6 4-3.500-.5 9zM3.500 17.500h13'
const medal = 'M7 2.500 5.500 8M13 2.500 14.500 8M10 7.500a5 5 0 1 0 .01 0zM10 10.500v4'

function Rank({ rank }: { readonly rank: number }) {
  const name = medals[rank - 1]
  return (
    <span className={styles.rank} data-medal={name?.toLowerCase()}>
      {name ? (
        <span className={styles.medal}>
          <Stroke size={22}>
            <path d={rank === 1 ? crown : medal} />
          </Stroke>
          <span className="unseen">{name}, </span>
        </span>
      ) : null}
      <span>{numberText(rank)}</span>
    </span>
  )
}

function Player({ account, isOwn }: { readonly account: string | null; readonly isOwn: boolean }) {
  if (account === null) return <span className={styles.soft}>Not listed any more</span>
  return <ListedPlayer account={account} isOwn={isOwn} />
}

function ListedPlayer({ account, isOwn }: { readonly account: string; readonly isOwn: boolean }) {
  const known = useDocument(profile, account).value
  return (
    <span className={styles.player}>
      <Avatar name={known?.name ?? ''} picture={known?.avatar ?? ''} />
      {known ? <PlayerName id={account} name={known.name || 'Player'} /> : <span className={styles.soft}>…</span>}
      {isOwn ? <span className={styles.you}>You</span> : null}
    </span>
  )
}

const ratios = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function ScoreCell({ board, place: { score, kills, deaths } }: { readonly board: Board; readonly place: Place }) {
  // The hub rounds the play time of others down, to ten minutes or to hours.
  if (board === 'playTime') return score === 0 ? 'Under 10 min' : playTimeLabel(score)
  if (board !== 'kd') return <Price currency={board} amount={score} />
  return (
    <>
      {ratios.format(score)}
      {kills === null || deaths === null ? null : (
        <span className={styles.detail}>
          {kills} {kills === 1 ? 'kill' : 'kills'}, {deaths} {deaths === 1 ? 'death' : 'deaths'}
        </span>
      )}
    </>
  )
}
