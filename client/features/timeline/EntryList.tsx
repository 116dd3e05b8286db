import { Fragment, type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import type { TimelineEntry } from '../../../shared/features/timeline/queries.ts'
import { whereaboutsAt, whereaboutsLabel } from '../../../shared/features/world/placeInWords.ts'
import { timeOf } from '../../ui/durations.ts'
import { deedOf, outcomeLabel, piecesOf, valueLabel } from '../audit/auditLabels.ts'
import { PlayerName } from '../players/PlayerName.tsx'
import styles from './EntryList.module.css'
import { LaneMark } from './LaneMark.tsx'
import { laneWords } from './lanes.ts'

interface EntryListProps {
  /** Oldest first. */
  readonly entries: readonly TimelineEntry[]
  /** The index of the entry at the shown moment; -1 before the first. */
  readonly current: number
  readonly onSeek: (at: number) => void
  /** Moves to the next entry, or to the one before. */
  readonly onStep: (by: 1 | -1) => void
}

/** What happened, as a list that follows the shown moment. Arrows go from entry to entry. */
export function EntryList({ entries, current, onSeek, onStep }: EntryListProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const frame = list.current
    const row = frame?.children[current]
    if (!frame || !(row instanceof HTMLElement)) return
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight]
    const isSeen = top >= frame.scrollTop && bottom <= frame.scrollTop + frame.clientHeight
    // Only this list is scrolled: the page stays where it is.
    if (!isSeen) frame.scrollTop = top - frame.clientHeight / 3
  }, [current])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (by === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <ol
      ref={list}
      className={styles.list}
      aria-label="What happened"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows go from entry to entry, and it scrolls
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {entries.map((entry, index) => (
        <EntryRow key={entry.key} entry={entry} isCurrent={index === current} onSeek={onSeek} />
      ))}
    </ol>
  )
}

interface EntryRowProps {
  readonly entry: TimelineEntry
  readonly isCurrent: boolean
  readonly onSeek: (at: number) => void
}

const EntryRow = memo(function EntryRow({ entry, isCurrent, onSeek }: EntryRowProps) {
  const { at, kind, place } = entry
  return (
    <li className={styles.row} data-lane={kind} aria-current={isCurrent ? 'step' : undefined}>
      <button type="button" className={styles.time} aria-label={`Go to ${timeOf(at)}`} onClick={() => onSeek(at)}>
        {timeOf(at)}
      </button>
      <LaneMark kind={kind} label={laneWords[kind].one} />
      <p className={styles.sentence}>
        <TimelineSentence entry={entry} />
        {place ? <span className={styles.place}>{whereaboutsLabel(whereaboutsAt(place))}</span> : null}
      </p>
    </li>
  )
})

interface SentenceProps {
  readonly entry: TimelineEntry
}

/** An entry as a sentence, worded as in the audit: each player's name opens their drawer. */
function TimelineSentence({ entry }: SentenceProps) {
  const { reason } = entry.detail
  const deed = deedOf(entry)
  return (
    <>
      <Person id={entry.by} name={entry.byName} otherwise="Someone" />{' '}
      {piecesOf(deed).map(({ text, isField }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
        <Fragment key={index}>{isField ? <FieldValue entry={entry} name={text} /> : text}</Fragment>
      ))}
      {typeof reason === 'string' && reason !== '' && !deed.includes('{reason}')
        ? `: “${withMarksShown(reason)}”`
        : null}
      {entry.delivery === null ? null : <span className={styles.outcome}> {outcomeLabel(entry)}</span>}
    </>
  )
}

/** A player or an account, whose name opens the drawer; a part of the hub or of the game, by its name. */
function Person({ id, name, otherwise }: { readonly id: string; readonly name: string; readonly otherwise: string }) {
  if (name.startsWith('The hub')) return <strong>The hub</strong>
  if (id === '') return <span className={styles.soft}>{name || otherwise}</span>
  return <PlayerName id={id} name={name} />
}

function FieldValue({ entry: { target, detail }, name }: SentenceProps & { readonly name: string }) {
  if (name === 'target')
    return target ? <Person id={target.id} name={target.name} otherwise="an erased player" /> : 'a player'
  const { destination } = detail
  if (name === 'destinationName' && typeof destination === 'string')
    return <PlayerName id={destination} name={String(detail.destinationName ?? '')} />
  const value = detail[name]
  return value === undefined ? '…' : valueLabel(name, value, detail)
}
