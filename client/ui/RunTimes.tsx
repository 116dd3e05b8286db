import { memo } from 'react'
import type { ComingRun } from '../../shared/engine/recurrence.ts'
import styles from './RunTimes.module.css'
import { Select } from './Select.tsx'
import { On } from './Time.tsx'
import { localZone, zoneInWords } from './wallTime.ts'

export type RunTime = Readonly<Omit<ComingRun, 'offset'>>

interface RunTimesProps {
  /** `Next starts`. */
  readonly label: string
  readonly runs: readonly RunTime[]
  readonly zone: string
  readonly isBusy: boolean
}

const changeNames = { forward: 'Clocks have gone forward', back: 'Clocks have gone back' } as const
const oddityNames = {
  skipped: 'Clocks skip this time, so it starts at the change',
  twice: 'Clocks show this time twice, so it starts at the first',
} as const

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
/** @param wall as 2026-11-23T20:00, the clocks of any zone */
const wallInWords = (wall: string) => dayAndTime.format(Date.parse(`${wall}Z`))

/** The next times of something that recurs, on the clocks of its zone, with what a change of clocks does to them. */
export const RunTimes = ({ label, runs, zone, isBusy }: RunTimesProps) => (
  <div className={styles.runs} aria-busy={isBusy}>
    <p>{label}</p>
    <ol aria-label={label}>
      {runs.map(({ at, wall, change, oddity }) => (
        <li key={at}>
          <span className={styles.figure}>{wallInWords(wall)}</span>{' '}
          <span className={styles.soft}>
            {zoneInWords(at, zone)}
            {zone === localZone() ? null : (
              <>
                ; for you <On at={at} />
              </>
            )}
          </span>
          {change ? <strong className={styles.mark}>{changeNames[change]}</strong> : null}
          {oddity ? <strong className={styles.mark}>{oddityNames[oddity]}</strong> : null}
        </li>
      ))}
    </ol>
  </div>
)

/** All zones that this browser knows, the user's own and UTC first. */
const zoneOptions = [...new Set([localZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
  key: zone,
  name: zone.replaceAll('_', ' '),
}))

interface ZoneFieldProps {
  readonly value: string
  readonly onZone: (zone: string) => void
}

/** Drawn again only for another zone: it has hundreds of options. */
export const ZoneField = memo(
  ({ value, onZone }: ZoneFieldProps) => (
    <Select label="Time zone" options={zoneOptions} value={value} onValue={onZone} />
  ),
  (before, after) => before.value === after.value,
)
