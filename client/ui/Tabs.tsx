import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './Tabs.module.css'
import { scrollEdges, useScrollEdges } from './useScrollEdges.ts'

export interface Tab<Key extends string> {
  readonly key: Key
  readonly name: string
  /** A number beside the name. */
  readonly count?: number | null
}

interface TabsProps<Key extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Key>[]
  readonly chosen: Key
  readonly onChoose: (key: Key) => void
  /** The panel of the chosen tab. */
  readonly children: ReactNode
}

/** The tab that a key goes to, around the ends; null if it goes nowhere. */
function tabStep(key: string, at: number, length: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % length
  if (key === 'ArrowLeft') return (at - 1 + length) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : null
}

/** Where the row goes on it fades; the chosen tab is clear of that. In px, as in `ScrollEdges.module.css`. */
const fadePx = 48

/** Scrolls a row that is wider than the page, and not the page, as an address may open a tab that is not in view. */
function bringIntoView(row: HTMLElement, tab: HTMLElement) {
  const [own, its] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  const left = its.left - (tab.previousElementSibling ? fadePx : 0)
  const right = its.right + (tab.nextElementSibling ? fadePx : 0)
  if (left < own.left) row.scrollLeft -= own.left - left
  else if (right > own.right) row.scrollLeft += right - own.right
}

/** Also once fonts and counts have come, with which tabs become wider; until the user scrolls the row. */
function keepInView(row: HTMLElement, tab: HTMLElement) {
  const bring = () => bringIntoView(row, tab)
  bring()
  const resized = new ResizeObserver(bring)
  for (const one of row.children) resized.observe(one)
  const stop = () => resized.disconnect()
  for (const act of scrollActs) row.addEventListener(act, stop, { passive: true, once: true })
  return () => {
    stop()
    for (const act of scrollActs) row.removeEventListener(act, stop)
  }
}

/** By which a user scrolls a row. */
const scrollActs = ['wheel', 'touchmove'] as const

/** A few panels in one place. Arrows, Home and End go from tab to tab, Tab goes into the panel. */
export function Tabs<Key extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Key>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  useScrollEdges(row)
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-tab="${chosen}"]`)
    return row.current && tab ? keepInView(row.current, tab) : undefined
  }, [chosen])
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === chosen)
    const step = tabStep(event.key, at, tabs.length)
    const next = step === null ? undefined : tabs[step]
    if (!next) return
    event.preventDefault()
    onChoose(next.key)
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }
  return (
    <>
      <div
        ref={row}
        className={`${styles.tabs} ${scrollEdges}`}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ key, name, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-tab={key}
            className={styles.tab}
            aria-selected={key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {name}
            {count === undefined || count === null ? null : <span className={styles.count}>{count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className={styles.panel} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  )
}
