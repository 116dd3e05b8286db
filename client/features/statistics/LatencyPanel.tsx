import { useState } from 'react'
import { readLatency } from '../../../shared/features/statistics/queries.ts'
import { Plot } from '../../ui/Plot.tsx'
import { Range, StatisticPanel, useStatistic } from './StatisticPanel.tsx'

const ranges = [
  { key: 'day', name: 'Last 24 hours' },
  { key: 'week', name: 'Last 7 days' },
  { key: 'month', name: 'Last 30 days' },
] as const
type Values = readonly (number | null)[]
interface Percentiles {
  readonly p50: Values
  readonly p95: Values
  readonly p99: Values
  readonly count: Values
}

const kinds = {
  link: {
    title: 'Link latency',
    none: 'No answer from the game measured yet.',
    file: 'link-latency',
    about: 'Times may be overstated by up to 40%.',
  },
  delivery: {
    title: 'Game command latency',
    none: 'No command to the game has ended yet.',
    file: 'game-command-latency',
    about: 'From the order to the outcome. Times may be overstated by up to 40%.',
  },
  command: {
    title: 'User command latency',
    none: 'No command of a user has been timed yet.',
    file: 'user-command-latency',
    about:
      "Commands of users that were done, from their arrival to the acknowledgement. With several nodes, the leader measures; the way from the others to it isn't included. Times may be overstated by up to 100%.",
  },
} as const

/** How long the game takes to answer the hub, commands to it from order to outcome, or commands of users to be acknowledged. */
export function LatencyPanel({ of }: { readonly of: keyof typeof kinds }) {
  const [range, setRange] = useState<'day' | 'week' | 'month'>('day')
  const query = useStatistic(readLatency, { window: range })
  const { title, none, file, about } = kinds[of]
  return (
    <StatisticPanel
      title={title}
      query={query}
      isEmpty={(value) => value[of].p50.every((each) => each === null)}
      none={none}
      {...(of === 'command' && query.value?.commandsUntimed ? { hint: untimed } : {})}
      from="now"
      action={<Range options={ranges} value={range} onValue={setRange} />}
    >
      {(value) => (
        <Plot
          label={title}
          times={value.times}
          unit="ms"
          file={`${file}-${range}`}
          series={[
            { name: 'Half within', token: 'accent', values: rounded(value[of].p50) },
            { name: '95% within', token: 'info', values: rounded(value[of].p95) },
            { name: '99% within', token: 'warn', values: rounded(value[of].p99) },
          ]}
          sentence={`${sentenceOf(value[of])} ${about}${of === 'command' && value.commandsUntimed > 0 ? ` ${untimed}` : ''}`}
        />
      )}
    </StatisticPanel>
  )
}

/** Why steps with commands have no times. */
const untimed = 'Commands that an earlier release counted were not timed and appear as –.'
const rounded = (values: Values) => values.map((value) => (value === null ? null : Math.round(value)))
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

function sentenceOf({ p50, p99, count }: Percentiles): string {
  const known = (values: Values) => values.filter((value) => value !== null)
  const all = known(count).reduce((sum, value) => sum + value, 0)
  const usual = known(p50).toSorted((one, other) => one - other)
  const middle = usual[Math.floor(usual.length / 2)] ?? 0
  const worst = Math.max(0, ...known(p99))
  return `${whole.format(all)} measured. Usually half took at most ${whole.format(middle)} ms; in the slowest step 99% took at most ${whole.format(worst)} ms.`
}
