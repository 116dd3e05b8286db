import { atom, useAtom } from 'jotai'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import styles from './BottomSheet.module.css'

interface SheetProps {
  readonly label: string
  readonly children: ReactNode
}

const gripWords: Readonly<Record<SheetHeight, string>> = {
  low: 'Draw the sheet up',
  half: 'Draw the sheet all the way up',
  full: 'Lower the sheet',
}

/** A press that moved less than this, in px, was not meant as a drag. */
const stillPx = 6

/** Beside what it belongs to where there is room; on a telephone a sheet at the lower rim that one draws up. */
export function Sheet({ label, children }: SheetProps) {
  const [height, setHeight] = useAtom(sheetHeightAtom)
  const sheet = useRef<HTMLElement>(null)
  const { moved, ...grip } = useGrip(sheet, setHeight)
  const raise = () => {
    if (height === 'low') setHeight('half')
  }
  return (
    <section ref={sheet} className={styles.sheet} data-height={height} aria-label={label}>
      <button
        type="button"
        className={styles.grip}
        aria-label={gripWords[height]}
        onClick={() => !moved() && setHeight(heightAfterPress(height))}
        {...grip}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: whoever reaches into it by any means wants to see it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys come by focus */}
      <div className={styles.body} onFocus={raise} onClick={raise}>
        {children}
      </div>
    </section>
  )
}

/** Drags the sheet by its grip, past React, and lets it rest at the nearest height. */
function useGrip(sheet: { readonly current: HTMLElement | null }, rest: (height: SheetHeight) => void) {
  const held = useRef<{ readonly y: number; readonly height: number; moved: number } | null>(null)
  const wasMoved = useRef(false)
  const letGo = () => {
    const { current } = sheet
    if (!held.current || !current) return
    wasMoved.current = held.current.moved >= stillPx
    if (wasMoved.current) rest(heightNear(current.offsetHeight / innerHeight))
    held.current = null
    current.style.height = ''
    delete current.dataset.held
  }
  return {
    /** Whether the press that has just ended was a drag. */
    moved: () => wasMoved.current,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      wasMoved.current = false
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { y: event.clientY, height: sheet.current?.offsetHeight ?? 0, moved: 0 }
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (!held.current || !sheet.current) return
      const by = held.current.y - clientY
      held.current.moved = Math.max(held.current.moved, Math.abs(by))
      sheet.current.dataset.held = ''
      sheet.current.style.height = `${Math.min(innerHeight * 0.9, Math.max(72, held.current.height + by))}px`
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
  }
}

/** How far a sheet at the lower rim is drawn up: its head alone, half of the screen, or all of it. */
type SheetHeight = 'low' | 'half' | 'full'

/** One sheet a page. Whoever shows something on what lies behind it lowers it. */
export const sheetHeightAtom = atom<SheetHeight>('low')

/** Parts of the screen's height; `low` is a few px and nearly nothing. */
const parts: readonly (readonly [SheetHeight, number])[] = [
  ['low', 0.1],
  ['half', 0.46],
  ['full', 0.9],
]

/** Where a sheet comes to rest that was let go at a part of the screen's height. */
export const heightNear = (part: number): SheetHeight =>
  parts.reduce((best, next) => (Math.abs(next[1] - part) < Math.abs(best[1] - part) ? next : best))[0]

/** What a press on the grip does: up by one, and from the top back to the bottom. */
export const heightAfterPress = (height: SheetHeight): SheetHeight =>
  height === 'low' ? 'half' : height === 'half' ? 'full' : 'low'
