import { useAtom, useSetAtom } from 'jotai'
import type { CSSProperties } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type RegionCounts, regionCounts } from '../../../shared/features/regions/regionCounts.ts'
import { regions } from '../../../shared/features/world/regions.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { chosenAtom, hoveredAtom } from '../../map/selection.ts'
import { lengthOf, timeOf, waitOf } from '../../ui/durations.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useNow } from '../../ui/Time.tsx'
import { useIsGameLost } from '../server/LinkStatus.tsx'
import styles from './RegionList.module.css'

/** The published number of dinosaurs by region. */
export function RegionList() {
  const { state, value } = useDocument(regionCounts, mainServer)
  if (state === 'refused')
    return (
      <EmptyState picture="gate" title="No access.">
        <p>You can't see the counts of this server.</p>
      </EmptyState>
    )
  if (!value || value.asOf === null) return <BeforeFirstCount firstAt={value?.firstAt ?? null} />
  return <RegionCountList counts={value} asOf={value.asOf} />
}

function BeforeFirstCount({ firstAt }: { readonly firstAt: number | null }) {
  const now = useNow()
  const isLost = useIsGameLost()
  return (
    <>
      <header className={styles.head}>
        <h2>Dinosaurs by region</h2>
      </header>
      <EmptyState picture="lantern" title={isLost ? 'No counts yet.' : 'Counting…'}>
        <p className={styles.note}>
          {isLost
            ? 'Counts start when the game link is up.'
            : firstAt === null
              ? 'Counts are a minute old, to keep players safe.'
              : firstAt > now
                ? `Counts are a minute old, to keep players safe. First count in ${waitOf(firstAt - now)}.`
                : 'First count in a moment.'}
        </p>
      </EmptyState>
    </>
  )
}

function RegionCountList({ counts, asOf }: { readonly counts: RegionCounts; readonly asOf: number }) {
  const now = useNow()
  const rows = regionRows(counts.counts)
  const isEmpty = rows.every(({ count }) => count === null)
  return (
    <>
      <header className={styles.head}>
        <h2>Dinosaurs by region</h2>
        <p className={styles.age}>
          Counted {lengthOf(now - asOf)} ago, at {timeOf(asOf)}. Counts below 3 aren't shown, nor are dinosaurs between
          the regions.
        </p>
      </header>
      {isEmpty ? (
        <EmptyState picture="tracks" title="Fewer than 3 everywhere.">
          <p>No region has 3 dinosaurs or more right now.</p>
        </EmptyState>
      ) : null}
      <ul className={styles.list}>
        {rows.map((row) => (
          <Row key={row.id} row={row} full={fillShare(row, rows)} />
        ))}
      </ul>
    </>
  )
}

const countLabel = ({ count }: RegionRow) => (count === null ? 'fewer than 3' : String(count))

function Row({ row, full }: { readonly row: RegionRow; readonly full: number }) {
  const [chosen, choose] = useAtom(chosenAtom)
  const hover = useSetAtom(hoveredAtom)
  const target = { kind: 'region', id: row.id } as const
  const leave = () => hover(null)
  const enter = () => hover(target)
  return (
    <li>
      <button
        type="button"
        className={styles.region}
        aria-pressed={chosen?.kind === 'region' && chosen.id === row.id}
        data-empty={row.count === null || undefined}
        style={{ '--full': full } as CSSProperties}
        onClick={() => choose({ ...target, by: 'list' })}
        onFocus={enter}
        onBlur={leave}
        onPointerEnter={enter}
        onPointerLeave={leave}
      >
        <span>{row.name}</span>
        <span className={styles.count} data-untold={row.count === null || undefined}>
          {countLabel(row)}
        </span>
      </button>
    </li>
  )
}

interface RegionRow {
  readonly id: string
  readonly name: string
  /** Null: none, or too few to be published. */
  readonly count: number | null
}

/** Every named region, the highest count first, then by name. */
export const regionRows = (counts: RegionCounts['counts']): RegionRow[] =>
  regions
    .map(({ id, name }) => ({ id, name, count: counts[id] ?? null }))
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0) || (a.name < b.name ? -1 : 1))

/** The count as a share of the highest count, 0 to 1, for a bar. */
export const fillShare = ({ count }: RegionRow, rows: readonly RegionRow[]): number =>
  (count ?? 0) / Math.max(1, ...rows.map((row) => row.count ?? 0))
