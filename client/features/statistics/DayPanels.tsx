import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { type dayCounts, readDays } from '../../../shared/features/statistics/queries.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import type { QueryUse } from '../../connection/useQuery.ts'
import { Plot } from '../../ui/Plot.tsx'
import type { PlotSeries } from '../../ui/plotSeries.ts'
import { BarList } from './BarList.tsx'
import { Range, SectionHead, StatisticPanel, useStatistic } from './StatisticPanel.tsx'

const ranges = [
  { key: 7, name: 'Last 7 days' },
  { key: 30, name: 'Last 30 days' },
  { key: 90, name: 'Last 90 days' },
  { key: 365, name: 'Last 365 days' },
] as const
type Length = (typeof ranges)[number]['key']
type Days = z.output<typeof readDays.output>
type Count = (typeof dayCounts)[number]

/** What is counted by day: one query for all panels, over one range. */
export function DayPanels() {
  const [length, setLength] = useState<Length>(30)
  const query = useStatistic(readDays, { days: length })
  const shared = { query, length }
  return (
    <>
      <SectionHead title="Day by day" action={<Range options={ranges} value={length} onValue={setLength} />} />
      <NewAndReturning {...shared} />
      <Commands {...shared} />
      <Species {...shared} />
      <Fights {...shared} />
      <Gaps {...shared} />
    </>
  )
}

interface DayPanelProps {
  readonly query: QueryUse<typeof readDays>
  readonly length: Length
}

const totalOf = (values: readonly (number | null)[] | undefined) =>
  (values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0)
const isNothing = (counts: Days['counts'], ...names: readonly Count[]) =>
  names.every((name) => totalOf(counts[name]) === 0)
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const one = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const share = (part: number, all: number) => (all === 0 ? 0 : Math.round((part / all) * 100))

interface DayBarsProps {
  readonly label: string
  readonly file: string
  readonly days: readonly string[]
  readonly series: readonly PlotSeries[]
  readonly sentence: string
}

function DayBars({ days, ...plot }: DayBarsProps) {
  const times = useMemo(() => days.map((day) => Date.parse(day)), [days])
  return <Plot {...plot} times={times} shape="bars" isByDay height={200} />
}

const NewAndReturning = ({ query, length }: DayPanelProps) => (
  <StatisticPanel
    title="New and returning players"
    query={query}
    isEmpty={({ counts }) => isNothing(counts, 'players', 'newPlayers', 'returningPlayers')}
    none="No players counted yet."
    from="now"
  >
    {({ days, counts }) => {
      const [fresh, back] = [totalOf(counts.newPlayers), totalOf(counts.returningPlayers)]
      return (
        <DayBars
          label="New and returning players"
          file={`new-and-returning-${length}-days`}
          days={days}
          series={[
            { name: 'Returning', token: 'info', values: counts.returningPlayers },
            { name: 'New', token: 'accent', values: counts.newPlayers },
          ]}
          sentence={`New players in this period: ${whole.format(fresh)}. On a usual day ${share(fresh, fresh + back)}% of the players are new. Days begin at 00:00 UTC.`}
        />
      )
    }}
  </StatisticPanel>
)

const Commands = ({ query, length }: DayPanelProps) => (
  <StatisticPanel
    title="Commands to the game"
    query={query}
    isEmpty={({ outcomes }) => Object.values(outcomes).every((values) => totalOf(values) === 0)}
    none="No commands yet."
    from="now"
  >
    {({ days, outcomes, deliveries }) => {
      const sum = (...names: readonly string[]) =>
        days.map((_, at) => {
          const known = names.flatMap((name) => outcomes[name]?.[at] ?? [])
          return known.length === 0 ? null : known.reduce((all, value) => all + value, 0)
        })
      const done = sum('confirmed', 'done')
      const open = sum('unknown', 'manual')
      const failed = sum('refused', 'failed', 'dropped', 'cancelled')
      const all = totalOf(done) + totalOf(open) + totalOf(failed)
      const [most] = deliveries
      return (
        <DayBars
          label="Commands to the game"
          file={`commands-${length}-days`}
          days={days}
          series={[
            { name: 'Confirmed or done', token: 'good', values: done },
            { name: 'By hand or unknown', token: 'warn', values: open },
            { name: 'Refused, failed or cancelled', token: 'danger', values: failed },
          ]}
          sentence={`Commands that ended in this period: ${whole.format(all)}. Successful: ${share(totalOf(done), all)}%.${most ? ` Most often: ${most.name}.` : ''}`}
        />
      )
    }}
  </StatisticPanel>
)

const Species = ({ query, length }: DayPanelProps) => (
  <StatisticPanel
    title="Species played"
    query={query}
    isEmpty={({ species }) => species.length === 0}
    none="No dinosaurs counted yet."
    from="now"
  >
    {({ species }) => {
      const rows = species.map((row) => ({ ...row, name: speciesName(row.name) }))
      const all = rows.reduce((sum, { value }) => sum + value, 0)
      const [first] = rows
      return (
        <BarList
          label="Species played"
          what="Hours played"
          rows={rows}
          format={(value) => (value < 0.1 ? '< 0.1 h' : `${one.format(value)} h`)}
          file={`species-${length}-days`}
          sentence={first ? `${first.name} is played most: ${share(first.value, all)}% of all hours.` : ''}
        />
      )
    }}
  </StatisticPanel>
)

const Gaps = ({ query, length }: DayPanelProps) => (
  <StatisticPanel
    title="Time between visits"
    query={query}
    isEmpty={({ gaps }) => gaps.every(({ value }) => value === 0)}
    none="No return visits counted yet."
    from="now"
  >
    {({ gaps }) => {
      const all = gaps.reduce((sum, { value }) => sum + value, 0)
      const withinDay = gaps.slice(0, 4).reduce((sum, { value }) => sum + value, 0)
      return (
        <BarList
          label="Time between visits"
          what="Visits"
          rows={gaps}
          keepsAll
          format={(value) => whole.format(value)}
          file={`time-between-visits-${length}-days`}
          sentence={`${share(withinDay, all)}% of the players who came back were away for less than a day.`}
        />
      )
    }}
  </StatisticPanel>
)

/** Known from the game's log alone. */
const Fights = ({ query, length }: DayPanelProps) => (
  <StatisticPanel
    title="Deaths and kills"
    query={query}
    isEmpty={({ counts, fightsWhy }) => fightsWhy !== null || isNothing(counts, 'kills', 'deaths')}
    none={query.value?.fightsWhy ? 'Deaths and kills are not known.' : 'No deaths and kills yet.'}
    from="now"
    {...(query.value?.fightsWhy ? { hint: query.value.fightsWhy } : {})}
  >
    {({ days, counts }) => {
      const [kills, deaths] = [totalOf(counts.kills), totalOf(counts.deaths)]
      const other = counts.deaths.map((value, at) =>
        value === null ? null : Math.max(0, value - (counts.kills[at] ?? 0)),
      )
      return (
        <DayBars
          label="Deaths and kills"
          file={`deaths-and-kills-${length}-days`}
          days={days}
          series={[
            { name: 'Killed by players', token: 'carnivore', values: counts.kills },
            { name: 'Other deaths', token: 'unknown', values: other },
          ]}
          sentence={`Deaths in this period: ${whole.format(deaths)}. Killed by players: ${whole.format(kills)}.`}
        />
      )
    }}
  </StatisticPanel>
)
