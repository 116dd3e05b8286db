import { useState } from 'react'
import { readRetention } from '../../../shared/features/statistics/queries.ts'
import { DataBehind, type DataColumn } from '../../ui/DataBehind.tsx'
import { HeatCell, HeatTable } from './HeatTable.tsx'
import { Range, StatisticPanel, useStatistic } from './StatisticPanel.tsx'
import styles from './Statistics.module.css'

const ranges = [
  { key: 8, name: 'Last 8 weeks' },
  { key: 16, name: 'Last 16 weeks' },
  { key: 26, name: 'Last 26 weeks' },
] as const

interface Week {
  readonly week: string
  readonly joined: number
  readonly came: readonly number[]
}

/** Who stays: of the players who joined in a week, how many came back in each week after it. */
export function RetentionPanel() {
  const [weeks, setWeeks] = useState<8 | 16 | 26>(8)
  const query = useStatistic(readRetention, { weeks })
  return (
    <StatisticPanel
      title="Retention by week of joining"
      query={query}
      isEmpty={(value) => value.weeks.every(({ joined }) => joined === 0)}
      none="No new players counted yet."
      from="now"
      action={<Range options={ranges} value={weeks} onValue={setWeeks} />}
    >
      {(value) => (
        <>
          <Triangle weeks={value.weeks} />
          <p className={styles.soft}>{sentenceOf(value.weeks)}</p>
          <DataBehind
            label="Retention by week of joining"
            isShown
            columns={columns}
            rows={value.weeks.flatMap(({ week, joined, came }) =>
              came.map((count, after) => ({ week, joined, after: after + 1, count })),
            )}
            keyOf={({ week, after }) => `${week} ${after}`}
            file={`retention-${weeks}-weeks`}
          />
        </>
      )}
    </StatisticPanel>
  )
}

const columns: readonly DataColumn<{ week: string; joined: number; after: number; count: number }>[] = [
  { name: 'Week of joining', value: ({ week }) => week },
  { name: 'Joined', value: ({ joined }) => joined },
  { name: 'Weeks after', value: ({ after }) => after },
  { name: 'Came back', value: ({ count }) => count },
]

const dayName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const weekName = (week: string) => dayName.format(Date.parse(week))
const percent = (part: number, whole: number) => Math.round((part / whole) * 100)

function Triangle({ weeks }: { readonly weeks: readonly Week[] }) {
  const longest = Math.max(...weeks.map(({ came }) => came.length))
  const after = Array.from({ length: longest }, (_, index) => index + 1)
  return (
    <HeatTable
      label="Retention by week of joining"
      caption="Of the players who joined in each week, the percentage who came back in each later week"
      tracks="own"
    >
      <thead>
        <tr>
          <th scope="col">Joined</th>
          <th scope="col">Players</th>
          {after.map((week) => (
            <th key={week} scope="col">
              <span className="unseen">Week </span>+{week}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <WeekRow key={week.week} {...week} after={after} />
        ))}
      </tbody>
    </HeatTable>
  )
}

const WeekRow = ({ week, joined, came, after }: Week & { readonly after: readonly number[] }) => (
  <tr>
    <th scope="row">{weekName(week)}</th>
    <td className={styles.count}>{joined}</td>
    {after.map((at) => {
      const count = came[at - 1]
      if (count === undefined || joined === 0) return <td key={at} />
      const isRunning = at === came.length
      const title = `${count} of ${joined} came back in week ${at}${isRunning ? ", which isn't over yet" : ''}`
      return (
        <HeatCell key={at} level={count / joined} title={title} isRunning={isRunning}>
          {percent(count, joined)}%
        </HeatCell>
      )
    })}
  </tr>
)

/** What share came back in the first week after, over all weeks in which that week is over. */
function sentenceOf(weeks: readonly Week[]): string {
  if (weeks.every(({ came }) => came.length === 0))
    return 'These players joined this week. From next week on, this shows how many came back.'
  const over = weeks.filter(({ came, joined }) => came.length > 1 && joined > 0)
  const joined = over.reduce((sum, week) => sum + week.joined, 0)
  const running = "The last cell of each row is this week, which isn't over yet."
  if (joined === 0) return `A row is complete when a week after it is over. ${running}`
  const came = over.reduce((sum, week) => sum + (week.came[0] ?? 0), 0)
  return `Of ${joined} new ${joined === 1 ? 'player' : 'players'}, ${percent(came, joined)}% came back in the week after they joined. ${running}`
}
