import { useState } from 'react'
import { readHours } from '../../../shared/features/statistics/queries.ts'
import { DataBehind, type DataColumn } from '../../ui/DataBehind.tsx'
import { HeatCell, HeatTable } from './HeatTable.tsx'
import { Range, StatisticPanel, useStatistic } from './StatisticPanel.tsx'
import styles from './Statistics.module.css'

const ranges = [
  { key: 4, name: 'Last 4 weeks' },
  { key: 12, name: 'Last 12 weeks' },
  { key: 52, name: 'Last 52 weeks' },
] as const
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** When players come: the mean of players online by day of the week and hour. */
export function HoursPanel() {
  const [weeks, setWeeks] = useState<4 | 12 | 52>(4)
  const query = useStatistic(readHours, { weeks })
  return (
    <StatisticPanel
      title="Players by day and hour"
      size="wide"
      query={query}
      isEmpty={({ mean }) => mean.every((day) => day.every((value) => value === null))}
      none="No complete hour yet."
      from="hour"
      action={<Range options={ranges} value={weeks} onValue={setWeeks} />}
    >
      {({ mean }) => (
        <>
          <HoursTable mean={mean} />
          <p className={styles.soft}>{sentenceOf(mean)}</p>
          <DataBehind
            label="Players by day and hour"
            isShown
            columns={columns}
            rows={mean.flatMap((day, weekday) => day.map((value, hour) => ({ weekday, hour, value })))}
            keyOf={({ weekday, hour }) => weekday * 24 + hour}
            file={`players-by-hour-${weeks}-weeks`}
          />
        </>
      )}
    </StatisticPanel>
  )
}

type Mean = readonly (readonly (number | null)[])[]

const columns: readonly DataColumn<{ weekday: number; hour: number; value: number | null }>[] = [
  { name: 'Day', value: ({ weekday }) => weekdays[weekday] ?? '' },
  { name: 'Hour (UTC)', value: ({ hour }) => hourName(hour) },
  { name: 'Players online', value: ({ value }) => value },
]

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

function HoursTable({ mean }: { readonly mean: Mean }) {
  const most = Math.max(1, ...mean.flat().map((value) => value ?? 0))
  return (
    <HeatTable
      label="Players by day and hour"
      caption="Players online on average, by day of the week and hour, UTC"
      tracks="even"
    >
      <thead>
        <tr>
          <td />
          {hours.map((hour) => (
            <th key={hour} scope="col">
              <span className={hour % 3 === 0 ? undefined : 'unseen'}>{hourName(hour).slice(0, 2)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays.map((weekday, index) => (
          <tr key={weekday}>
            <th scope="row">{weekday.slice(0, 3)}</th>
            {hours.map((hour) => {
              const value = mean[index]?.[hour] ?? null
              const shown = value === null ? null : whole.format(value)
              return (
                <HeatCell
                  key={hour}
                  level={value === null ? null : value / most}
                  title={`${weekday}, ${hourName(hour)}: ${shown ?? 'not counted'}`}
                >
                  {shown ?? '–'}
                </HeatCell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </HeatTable>
  )
}

function sentenceOf(mean: Mean): string {
  const cells = mean.flatMap((day, weekday) =>
    day.flatMap((value, hour) => (value === null ? [] : [{ weekday, hour, value }])),
  )
  const [fullest, quietest] = [
    cells.reduce((one, other) => (other.value > one.value ? other : one)),
    cells.reduce((one, other) => (other.value < one.value ? other : one)),
  ]
  const named = ({ weekday, hour, value }: (typeof cells)[number]) =>
    `${weekdays[weekday]} at ${hourName(hour)} (${whole.format(value)} on average)`
  if (fullest === quietest) return `Counted so far: ${named(fullest)}. Hours are UTC.`
  return `Busiest on ${named(fullest)}, quietest on ${named(quietest)}. Hours are UTC: a restart disturbs least when it is quiet.`
}
