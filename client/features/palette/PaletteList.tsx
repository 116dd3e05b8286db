import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { placeIcons } from '../../shell/placeIcons.ts'
import { CloseMark, Stroke } from '../../ui/Stroke.tsx'
import { IconButton } from '../../ui/Tooltip.tsx'
import styles from './Palette.module.css'
import type { PaletteEntry } from './paletteEntries.ts'
import { isFirstChoice, type PaletteSection } from './paletteSearch.ts'

interface PaletteListProps {
  /** Of the field: what is asked for. */
  readonly label: string
  readonly query: string
  readonly onQuery: (query: string) => void
  /** What the entries are about: the player or the action; Backspace in the empty field removes it. */
  readonly about: string | null
  readonly onBack: () => void
  readonly sections: readonly PaletteSection[]
  /** Whether Enter takes the first entry before the arrows were used. A harmful one never is. */
  readonly hasFirstChoice: boolean
  /** Of the list: the count, or what is in progress. */
  readonly status: string
  readonly onTake: (entry: PaletteEntry) => void
  readonly onClose: () => void
  /** Below the field: what is wrong, or missing. */
  readonly children: ReactNode
}

/** A field with a list in groups: arrows, Home and End go through it, Tab goes to the next group, Enter takes. */
export function PaletteList(props: PaletteListProps) {
  const { label, query, onQuery, about, onBack, sections, status, onTake, onClose, children } = props
  const id = useId()
  const { at, onKeyDown } = useReached(props, id)
  const entries = sections.flatMap((section) => section.entries)
  return (
    <>
      <div className={styles.head}>
        <Stroke>
          <path d={searchPath} />
        </Stroke>
        {about === null ? null : (
          <button type="button" className={styles.about} aria-label={`${about}: remove`} onClick={onBack}>
            <span>{about}</span>
            <Stroke size={16}>
              <path d="M5 5l10 10M15 5 5 15" />
            </Stroke>
          </button>
        )}
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type into it
          autoFocus
          className={styles.field}
          role="combobox"
          aria-label={label}
          placeholder={label}
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={entries[at] ? `${id}-${at}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
          enterKeyHint="go"
          value={query}
          onChange={({ target }) => onQuery(target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton label="Close" tone="quiet" keys="Esc" onPress={onClose}>
          <CloseMark />
        </IconButton>
      </div>
      {children}
      {entries.length > 0 ? (
        <div id={`${id}-list`} className={styles.list} role="listbox" aria-label="Results">
          {sections.map((section, index) => (
            <Section
              key={section.group}
              id={id}
              section={section}
              from={sections.slice(0, index).reduce((count, one) => count + one.entries.length, 0)}
              at={at}
              onTake={onTake}
            />
          ))}
        </div>
      ) : null}
      <footer className={styles.foot}>
        <p role="status">{status}</p>
        <p className={styles.keys} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Tab</kbd> next group <kbd>Enter</kbd> open
        </p>
      </footer>
    </>
  )
}

export const searchPath = 'm13 13 5 5M3 8.5a5.5 5.5 0 1 0 11 0 5.5 5.5 0 0 0-11 0z'

interface SectionProps {
  readonly id: string
  readonly section: PaletteSection
  /** The index of its first entry in the whole list. */
  readonly from: number
  readonly at: number
  readonly onTake: (entry: PaletteEntry) => void
}

function Section({ id, section: { group, entries }, from, at, onTake }: SectionProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not part of a listbox
    <div role="group" aria-labelledby={`${id}-${group}`}>
      <p id={`${id}-${group}`} className={styles.group} role="presentation">
        {group}
      </p>
      {entries.map((entry, index) => (
        <Option
          key={entry.key}
          id={`${id}-${from + index}`}
          entry={entry}
          isAt={from + index === at}
          onTake={() => onTake(entry)}
        />
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly isAt: boolean
  readonly onTake: () => void
}

const Option = ({ id, entry: { name, detail, why, icon, isHarmful }, isAt, onTake }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
  <div
    id={id}
    className={styles.option}
    role="option"
    tabIndex={-1}
    aria-selected={isAt}
    aria-disabled={why !== null || undefined}
    data-harm={isHarmful || undefined}
    onPointerDown={(event) => event.preventDefault()}
    onClick={() => why === null && onTake()}
  >
    <Stroke>
      <path d={icon === 'action' ? actionPath : icon === 'setting' ? settingPath : placeIcons[icon]} />
    </Stroke>
    <span className={styles.name}>{name}</span> <span className={styles.detail}>{why ?? detail}</span>
  </div>
)

const actionPath = 'M11 2.5 4.5 11.5H10L9 17.5l6.500-9H10z'
const settingPath = 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4'

/** The entry that the keys have reached, by its index, and the keys of the field. */
function useReached({ label, query, sections, hasFirstChoice, onTake, onBack }: PaletteListProps, id: string) {
  const entries = sections.flatMap((section) => section.entries.map((entry) => ({ entry, group: section.group })))
  const asked = `${label} ${query}`
  const [reached, setReached] = useState({ asked, key: '' })
  // The entry itself, not its place: others may arrive before it.
  const kept = reached.asked === asked ? entries.findIndex((one) => keyOf(one) === reached.key) : -1
  const first = hasFirstChoice && isFirstChoice(entries[0]?.entry) ? 0 : -1
  const at = kept >= 0 ? kept : first
  useEffect(() => {
    // In a block, since some browsers return a promise, which is not a cleanup function.
    document.getElementById(`${id}-${at}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, at])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && query === '') onBack()
    const next = entries[nextAt(event, at, entries)]
    if (next) {
      event.preventDefault()
      setReached({ asked, key: keyOf(next) })
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const taken = entries[at]?.entry
    if (taken && taken.why === null) onTake(taken)
  }
  return { at, onKeyDown }
}

interface Listed {
  readonly entry: PaletteEntry
  readonly group: string
}
const keyOf = ({ entry, group }: Listed) => `${group} ${entry.key}`

/** Where a key leads; -1 if nowhere. Tab leaves the list after its last group, and before its first. */
function nextAt({ key, shiftKey }: KeyboardEvent, at: number, entries: readonly Listed[]): number {
  const count = entries.length
  if (count === 0) return -1
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1
  if (key !== 'Tab') return -1
  const starts = entries.flatMap(({ group }, index) => (group === entries[index - 1]?.group ? [] : [index]))
  const group = starts.findLastIndex((start) => start <= at)
  return starts[shiftKey ? group - 1 : group + 1] ?? -1
}
