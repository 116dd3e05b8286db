import { useAtomValue } from 'jotai'
import { type CSSProperties, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import { readHeat, type Window } from '../../../shared/features/statistics/queries.ts'
import { mapSize } from '../../../shared/features/world/frame.ts'
import { leastIslandWidth } from '../../../shared/features/world/islandPicture.ts'
import { placeInWords } from '../../../shared/features/world/placeInWords.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { islandAddress } from '../../map/mapImage.ts'
import { themeAtom } from '../../themes/themeAtom.ts'
import { isDark } from '../../themes/themes.ts'
import { DataBehind, type DataColumn } from '../../ui/DataBehind.tsx'
import { Bars } from './BarList.tsx'
import { Range, StatisticPanel, useStatistic } from './StatisticPanel.tsx'
import styles from './Statistics.module.css'

const ranges = [
  { key: 'day', name: 'Last 24 hours' },
  { key: 'week', name: 'Last 7 days' },
  { key: 'month', name: 'Last 30 days' },
  { key: 'year', name: 'Last 12 months' },
] as const satisfies readonly { readonly key: Window; readonly name: string }[]

interface Square {
  readonly x: number
  readonly y: number
  readonly hours: number
}

/** Where on the map animals are. What the hub counts leads to no player: see `leastInSquare`. */
export function MapHeatPanel() {
  const [range, setRange] = useState<Window>('week')
  const query = useStatistic(readHeat, { window: range })
  return (
    <StatisticPanel
      title="Where they are on the map"
      size="wide"
      query={query}
      isEmpty={({ squares }) => squares.length === 0}
      none="No crowds counted yet."
      hint="A square counts while at least three animals are in it."
      from="hour"
      action={<Range options={ranges} value={range} onValue={setRange} />}
    >
      {({ side, squares, until }) => (
        <>
          <div className={styles.islandRow}>
            <IslandHeat side={side} squares={squares} />
            <BusiestPlaces side={side} squares={squares} />
          </div>
          <p className={styles.soft}>{sentenceOf(until)}</p>
          <DataBehind
            label="Where they are on the map"
            isShown
            columns={columnsOf(side)}
            rows={squares.toSorted(byHours)}
            keyOf={({ x, y }) => `${x} ${y}`}
            file={`map-${range}`}
          />
        </>
      )}
    </StatisticPanel>
  )
}

function IslandHeat({ side, squares }: { readonly side: number; readonly squares: readonly Square[] }) {
  const own = useDocument(server, mainServer).value?.mapImage ?? null
  const dark = isDark(useAtomValue(themeAtom))
  const most = Math.max(1e-9, ...squares.map(({ hours }) => hours))
  return (
    <div className={styles.island}>
      <img src={own ?? islandAddress(dark, leastIslandWidth)} alt="" loading="lazy" />
      <svg
        viewBox={`0 0 ${side} ${side}`}
        role="img"
        aria-label="Map of where animals are. The table below shows the same."
      >
        {squares.map(({ x, y, hours }) => (
          <rect
            key={`${x} ${y}`}
            x={x}
            y={y}
            width={1}
            height={1}
            rx={0.15}
            className={styles.hot}
            // The root keeps quiet squares in sight beside the busiest.
            style={{ '--heat': Math.sqrt(hours / most) } as CSSProperties}
          />
        ))}
      </svg>
    </div>
  )
}

const placeOf = ({ x, y }: Square, side: number) =>
  placeInWords({ x: ((x + 0.5) * mapSize) / side, y: ((y + 0.5) * mapSize) / side })

const columnsOf = (side: number): readonly DataColumn<Square>[] => [
  { name: 'Place', value: (square) => placeOf(square, side) },
  { name: 'Column', value: ({ x }) => x },
  { name: 'Row', value: ({ y }) => y },
  { name: 'Animal hours', value: ({ hours }) => Math.round(hours * 100) / 100 },
]

const byHours = (one: Square, other: Square) => other.hours - one.hours
/** Rows beside the map. */
const listed = 10
const hours = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** The same in words: grid squares with their region, the busiest first. */
function BusiestPlaces({ side, squares }: { readonly side: number; readonly squares: readonly Square[] }) {
  const places = new Map<string, number>()
  for (const square of squares) {
    const place = placeOf(square, side)
    places.set(place, (places.get(place) ?? 0) + square.hours)
  }
  const all = squares.reduce((sum, square) => sum + square.hours, 0)
  const rows = [...places].map(([name, value]) => ({ name, value })).toSorted((one, other) => other.value - one.value)
  return (
    <Bars
      label="Busiest places"
      what="Animal hours"
      rows={rows.slice(0, listed)}
      format={(value) => `${hours.format(value)} h, ${Math.round((value / all) * 100)}%`}
    />
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

const sentenceOf = (until: number | null) =>
  `Hours of all animals together, in complete hours only${until === null ? '' : `, up to ${clock.format(until)}`}, and only while at least three were in a square.`
