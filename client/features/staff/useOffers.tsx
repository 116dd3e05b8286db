import { type KeyboardEvent, useId, useState } from 'react'
import type { RosterEntry } from '../../../shared/features/roster/roster.ts'
import styles from './PlayerPicker.module.css'
import { placeWords } from './pickedPlayer.ts'

const stepOf = (key: string) => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)

/** Around the list; from outside of it (-1) to its first or its last. */
const nextAt = (at: number, step: number, count: number) => (Math.max(at, step < 0 ? 0 : -1) + step + count) % count

/** The list under a field: arrows go through it, Enter takes, Escape closes. What the field needs for it is `field`. */
export function useOffers(offers: readonly RosterEntry[], take: (entry: RosterEntry) => void) {
  const id = useId()
  const [at, setAt] = useState<number | null>(null)
  const shown = at !== null && offers.length > 0
  const close = () => setAt(null)
  const open = () => setAt(-1)
  const field = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': shown,
    'aria-controls': shown ? id : undefined,
    'aria-activedescendant': shown && offers[at] ? `${id}-${at}` : undefined,
    onKeyDown: keysOf({ offers, at, setAt, take }),
    onInput: open,
    onClick: open,
    onBlur: close,
  } as const
  const list = shown ? (
    <div id={id} className={styles.offers} role="listbox" aria-label="In the game">
      {offers.map((entry, index) => (
        <Offer
          key={entry.id}
          id={`${id}-${index}`}
          entry={entry}
          isAt={index === at}
          onTake={() => {
            take(entry)
            close()
          }}
        />
      ))}
    </div>
  ) : null
  return { list, field }
}

interface Keys {
  readonly offers: readonly RosterEntry[]
  /** The one that the arrows have reached, -1 before the first; null while the list is shut. */
  readonly at: number | null
  readonly setAt: (at: number | null) => void
  readonly take: (entry: RosterEntry) => void
}

const keysOf =
  ({ offers, at, setAt, take }: Keys) =>
  (event: KeyboardEvent) => {
    const step = stepOf(event.key)
    if (step !== 0 && offers.length > 0) {
      event.preventDefault()
      setAt(nextAt(at ?? -1, step, offers.length))
    }
    if (at === null || offers.length === 0) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      setAt(null)
    }
    if (event.key !== 'Enter') return
    const entry = offers[at]
    if (entry) {
      event.preventDefault()
      take(entry)
    }
    setAt(null)
  }

interface OfferProps {
  readonly id: string
  readonly entry: RosterEntry
  readonly isAt: boolean
  readonly onTake: () => void
}

const Offer = ({ id, entry, isAt, onTake }: OfferProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and hears the keys
  <div
    id={id}
    className={styles.offer}
    role="option"
    tabIndex={-1}
    aria-selected={isAt}
    // Before the field loses the focus, which would close the list.
    onPointerDown={(event) => event.preventDefault()}
    onClick={onTake}
  >
    <span className={styles.name}>{entry.name || entry.id}</span>
    <span className={styles.place}>{placeWords(entry)}</span>
  </div>
)
