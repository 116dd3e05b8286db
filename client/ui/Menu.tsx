import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './Menu.module.css'
import { type Alignment, placeBeside } from './placement.ts'

export interface MenuItem {
  readonly key: string
  readonly name: string
  readonly onChoose: () => void
  /** Why it cannot be chosen now; shown beside the name. */
  readonly disabled?: string | undefined
  /** A user loses something by it. Such items come last. */
  readonly danger?: boolean
  /** A drawing of 20 px before the name. */
  readonly icon?: ReactNode
  /** Says more about the item below its name. */
  readonly detail?: string | undefined
  /** Begins a new group, with a hairline above it. */
  readonly startsGroup?: boolean
}

interface MenuProps {
  /** The accessible name of the button, where its face is a drawing, and of the menu. */
  readonly label: string
  readonly face: ReactNode
  readonly items: readonly MenuItem[]
  /** Which edge of the menu is aligned with the button. */
  readonly align?: Alignment
  /** Styles the button; without it, it looks like a plain button. */
  readonly className?: string | undefined
}

/** A button that opens a list of actions below it. */
export function Menu({ label, face, items, align = 'end', className = styles.button }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {face}
      </button>
      {isOpen ? (
        <MenuList
          id={id}
          label={label}
          items={items}
          opener={button.current}
          place={(list) => button.current && placeBeside(list, button.current.getBoundingClientRect(), align)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

interface ContextMenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** In px of the window. */
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** The same list at a point of the window, for a right click. Mount it to open it; the focus returns where it was. */
export function ContextMenu({ label, items, at: { x, y }, onClose }: ContextMenuProps) {
  return (
    <MenuList
      // Another point is another menu.
      key={`${x} ${y}`}
      label={label}
      items={items}
      opener={null}
      place={(list) => placeBeside(list, { top: y, bottom: y, left: x, right: x }, 'start')}
      onClose={onClose}
    />
  )
}

interface MenuListProps {
  readonly id?: string
  readonly label: string
  readonly items: readonly MenuItem[]
  /** The button that opens and closes it, if there is one. */
  readonly opener: HTMLElement | null
  readonly place: (list: HTMLElement) => void
  readonly onClose: () => void
}

function MenuList({ id, label, items, opener, place, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  useOpenMenu(list, opener, place, onClose)
  const options = () => [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    const all = options()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = menuStep(
      event.key,
      at,
      all.map(({ textContent }) => textContent ?? ''),
    )
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault()
      onClose()
    } else if (next !== null) {
      event.preventDefault()
      all[next]?.focus()
    }
  }
  return (
    <div
      ref={list}
      id={id}
      className={styles.list}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {items.map(({ key, name, onChoose, disabled, danger = false, icon, detail, startsGroup = false }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          data-danger={danger || undefined}
          data-group={startsGroup || undefined}
          aria-disabled={disabled !== undefined || undefined}
          onClick={() => {
            if (disabled !== undefined) return
            onClose()
            onChoose()
          }}
        >
          {icon ? <span className={styles.icon}>{icon}</span> : null}
          <span>{name}</span>
          {(disabled ?? detail) ? <span className={styles.detail}>{disabled ?? detail}</span> : null}
        </button>
      ))}
    </div>
  )
}

/** Shows the list in the top layer, gives it the focus, and closes it at a press elsewhere. The focus returns where it was. */
function useOpenMenu(
  list: { readonly current: HTMLElement | null },
  opener: HTMLElement | null,
  place: (list: HTMLElement) => void,
  onClose: () => void,
) {
  const close = useRef(onClose)
  close.current = onClose
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useLayoutEffect(() => {
    const { current } = list
    const before = document.activeElement
    if (!current) return
    current.showPopover?.()
    place(current)
    current.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    return () => {
      // Not where the action that was chosen has moved the focus.
      const held = current.contains(document.activeElement) || document.activeElement === document.body
      if (held && before instanceof HTMLElement) before.focus()
    }
  }, [])
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Node) || list.current?.contains(target) || opener?.contains(target)) return
      close.current()
    }
    const onMove = () => close.current()
    document.addEventListener('pointerdown', onPress, true)
    addEventListener('resize', onMove)
    addEventListener('blur', onMove)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      removeEventListener('resize', onMove)
      removeEventListener('blur', onMove)
    }
  }, [list, opener])
}

/**
 * The item that a key moves to: arrows around the ends, Home, End, and a letter to the next item that begins with it.
 * @returns its index; null if the key moves nothing
 */
export function menuStep(key: string, at: number, names: readonly string[]): number | null {
  const { length } = names
  if (length === 0) return null
  if (key === 'ArrowDown') return (at + 1) % length
  if (key === 'ArrowUp') return (Math.max(at, 0) - 1 + length) % length
  if (key === 'Home') return 0
  if (key === 'End') return length - 1
  if (key.length !== 1 || key === ' ') return null
  const ahead = names.map((_, step) => (at + 1 + step) % length)
  return ahead.find((index) => names[index]?.toLowerCase().startsWith(key.toLowerCase())) ?? null
}
