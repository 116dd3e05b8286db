import { useAtomValue } from 'jotai'
import { z } from 'zod'
import { numberText } from '../../../shared/engine/numberText.ts'
import {
  type Board,
  boards,
  leaderboards,
  leastFights,
  listKeyOf,
  neighbours,
  type Window,
  windows,
  windowsOf,
} from '../../../shared/features/leaderboards/leaderboards.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Ago } from '../../ui/Time.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { IfOn } from '../server/FeatureOff.tsx'
import styles from './Leaderboards.module.css'
import { ListedSetting, OwnPlace } from './OwnPlace.tsx'
import { PlaceTable } from './PlaceTable.tsx'
import { KeptSeason, SeasonChoice, SeasonControls } from './Seasons.tsx'

const LeaderboardsAddress = z.object({
  tab: z.enum(boards).default('kd'),
  window: z.enum(windows).default('all'),
  /** The number of a season that is kept; '' for the present lists. */
  season: z.string().max(6).default(''),
})

export const boardNames: Readonly<Record<Board, string>> = {
  kd: 'K/D Ratio',
  razorTalons: 'Razor Talons',
  sylvanShards: 'Sylvan Shards',
  playTime: 'Play Time',
}
const windowNames: Readonly<Record<Window, string>> = {
  all: 'All time',
  '30': '30 days',
  '7': '7 days',
  season: 'This season',
}
const roundingText = "Play time is rounded down here, so that it doesn't show who is in the game now."
const tabs = boards.map((key) => ({ key, name: boardNames[key] }))

/** Who has the most, by tab and window; the seasons that are kept; and whether one is listed. */
export function LeaderboardsScreen() {
  const { filters, setFilters } = useAddressFilters(LeaderboardsAddress)
  const { principal, may } = useAtomValue(accessAtom)
  const source = useDocument(leaderboards)
  const { tab, window, season } = filters
  const list = listKeyOf(tab, window)
  const states = statesOf(source, ({ publishedAt }) => publishedAt === null, {
    title: 'The leaderboards are being calculated.',
    children: 'They appear here within a minute.',
  })
  return (
    <BoardPage<Board>
      title="Leaderboards"
      lead="The ten best, and your own place. Counted every minute."
      tabs={tabs}
      chosen={tab}
      onChoose={(key) => setFilters({ tab: key })}
      {...states}
    >
      <IfOn feature={tab === 'kd' || tab === 'playTime' ? 'realPlayerData' : 'realCurrency'}>
        <div className={styles.board}>
          <SeasonChoice season={season} onChoose={(next) => setFilters({ season: next })} />
          {season !== '' ? (
            <KeptSeason key={season} number={season} board={tab} />
          ) : (
            <>
              {windowsOf[tab].length > 1 ? (
                <ChipSet legend="Window" place="unseen">
                  {windowsOf[tab].map((one) => (
                    <Chip
                      key={one}
                      aria-pressed={list === listKeyOf(tab, one)}
                      onClick={() => setFilters({ window: one })}
                    >
                      {windowNames[one]}
                    </Chip>
                  ))}
                </ChipSet>
              ) : null}
              {source.value ? (
                <Present board={tab} list={list} value={source.value} own={principal?.id ?? null} />
              ) : null}
            </>
          )}
          {principal ? <ListedSetting account={principal.id} /> : null}
          {may.includes('ownerPanel') ? <SeasonControls /> : null}
        </div>
      </IfOn>
    </BoardPage>
  )
}

interface PresentProps {
  readonly board: Board
  readonly list: ReturnType<typeof listKeyOf>
  readonly value: NonNullable<ReturnType<typeof useDocument<typeof leaderboards>>['value']>
  readonly own: string | null
}

/** The ten best as last published, and the user's place. */
function Present({ board, list, value: { lists, log, publishedAt }, own }: PresentProps) {
  const { places = {}, size = 0 } = lists[list] ?? {}
  const rows = Object.values(places).toSorted((one, other) => one.rank - other.rank)
  return (
    <>
      {board === 'kd' && log !== 'following' ? <LogNote log={log} /> : null}
      {rows.length === 0 ? (
        <EmptyState picture="tracks" title="No one is listed yet.">
          {board === 'kd'
            ? `You need at least ${leastFights} kills and deaths to be ranked.`
            : 'It fills as players play and trade.'}
        </EmptyState>
      ) : (
        <PlaceTable caption={`${boardNames[board]}: the ten best`} board={board} places={rows} own={own} />
      )}
      <p className={styles.soft}>
        {size === 1 ? '1 player is listed.' : `${numberText(size)} players are listed.`}{' '}
        {board === 'kd' && rows.length > 0 ? `You need at least ${leastFights} kills and deaths to be ranked. ` : ''}
        {board === 'playTime' && rows.length > 0 ? `${roundingText} ` : ''}
        {publishedAt === null ? null : (
          <>
            Last changed <Ago at={publishedAt} isInSentence />.
          </>
        )}
      </p>
      {own === null ? null : (
        <OwnPlace
          board={board}
          list={list}
          account={own}
          publishedAt={publishedAt}
          isAmongBest={rows.some(
            ({ account, rank }) => account === own && rank <= (size > rows.length ? rows.length - neighbours : size),
          )}
        />
      )}
    </>
  )
}

/** What is missing for kills and deaths. Nothing is made up in its place. */
const LogNote = ({ log }: { readonly log: 'off' | 'opening' | 'failing' | 'following' }) => (
  <p className={styles.missing} role="note">
    {log === 'off' ? (
      <>
        <strong>The game's log isn't connected.</strong> Kills and deaths come from it alone, so nothing is counted
        here. The owner can connect it: see Connections.
      </>
    ) : (
      <>
        <strong>The game's log can't be read right now.</strong> Kills and deaths are as of the last reading.
      </>
    )}
  </p>
)
