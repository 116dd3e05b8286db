import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { dashboard } from '../../../shared/features/statistics/dashboard.ts'
import { readPlayersOnline, type Window } from '../../../shared/features/statistics/queries.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Plot } from '../../ui/Plot.tsx'
import { RollingNumber } from '../../ui/RollingNumber.tsx'
import { Range, StatisticPanel, useStatistic } from './StatisticPanel.tsx'
import styles from './Statistics.module.css'

const ranges = [
  { key: 'day', name: 'Last 24 hours', now: 'These 24 hours', before: 'The 24 hours before' },
  { key: 'week', name: 'Last 7 days', now: 'These 7 days', before: 'The week before' },
  { key: 'month', name: 'Last 30 days', now: 'These 30 days', before: 'The 30 days before' },
  { key: 'year', name: 'Last 12 months', now: 'These 12 months', before: 'The year before' },
] as const satisfies readonly { readonly key: Window; readonly name: string; readonly [_: string]: string }[]

/** Players online, with the same time before laid over. */
export function OnlinePlot() {
  const [range, setRange] = useState<Window>('day')
  const query = useStatistic(readPlayersOnline, { window: range })
  const { now, before } = ranges.find(({ key }) => key === range) ?? ranges[0]
  return (
    <StatisticPanel
      title="Players online"
      size="wide"
      query={query}
      isEmpty={(value) =>
        value.now.mean.every((each) => each === null) && value.before.mean.every((each) => each === null)
      }
      none="No players counted yet."
      from="now"
      hint="The first point appears within five minutes of the first answer from the game."
      action={<Range options={ranges} value={range} onValue={setRange} />}
    >
      {(value) => (
        <div className={styles.hero}>
          <OnlineNow />
          <Plot
            label="Players online"
            times={value.times}
            height={240}
            file={`players-online-${range}`}
            series={[
              { name: now, token: 'accent', values: value.now.mean },
              { name: before, token: 'edge', values: value.before.mean, isBehind: true },
            ]}
            sentence={sentenceOf(value, before)}
          />
        </div>
      )}
    </StatisticPanel>
  )
}

/** The figure of the whole page. */
function OnlineNow() {
  const { value } = useDocument(dashboard, mainServer)
  const { playersOnline, mostPlayers } = value ?? {}
  const slots = mostPlayers?.value ?? null
  return (
    <div className={styles.now}>
      <p className={styles.nowValue}>
        <RollingNumber value={playersOnline?.value ?? null} />
      </p>
      <p className={styles.soft}>
        {playersOnline?.why ?? (slots === null ? 'online now' : `online now, of ${slots} slots`)}
      </p>
    </div>
  )
}

const meanOf = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
const one = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

interface Online {
  readonly now: { readonly mean: readonly (number | null)[] }
  readonly before: { readonly mean: readonly (number | null)[] }
  readonly most: number | null
}

/** Mean and peak in words, and how they compare with the time before. */
function sentenceOf({ now, before, most }: Online, name: string): string {
  const [mean, earlier] = [meanOf(now.mean), meanOf(before.mean)]
  // The peak of the hour that runs is saved a little later than its mean.
  const peak = Math.max(most ?? 0, ...now.mean.map((value) => value ?? 0))
  if (mean === null) return 'Nothing was counted in this time: the hub or the game was down.'
  const shown = one.format(mean)
  const said = `On average, ${shown} ${shown === '1' ? 'player was' : 'players were'} online, and ${Math.round(peak)} at most.`
  if (earlier === null || earlier === 0) return said
  const change = Math.round((mean / earlier - 1) * 100)
  if (change === 0) return `${said} That is as many as ${inSentence(name)}.`
  return `${said} That is ${Math.abs(change)}% ${change > 0 ? 'more' : 'fewer'} than ${inSentence(name)}.`
}

const inSentence = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)
