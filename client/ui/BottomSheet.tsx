import { atom, useAtom } from 'jotai'
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './BottomSheet.module.css'
import { useRootMark } from './rootMark.ts'

interface BottomSheetProps {
  readonly label: string
  readonly children: ReactNode
}

const gripLabels: Readonly<Record<SheetHeight, string>> = {
  low: 'Raise the sheet',
  half: 'Raise the sheet fully',
  full: 'Lower the sheet',
}

/** A press that moved less than this, in px, is not a drag. */
const stillPx = 6

/** Beside its content where there is room; on a telephone a sheet at the lower edge that the user draws up. */
export function BottomSheet({ label, children }: BottomSheetProps) {
  const [height, setHeight] = useAtom(sheetHeightAtom)
  const sheet = useRef<HTMLElement>(null)
  const { moved, ...grip } = useGrip(sheet, setHeight)
  useRootMark('hasSheet')
  useRootMark('hasFullSheet', height === 'full')
  useGivingWay(sheet, height, setHeight)
  const expand = () => {
    if (height === 'low') setHeight('half')
  }
  return (
    <section ref={sheet} className={styles.sheet} data-height={height} aria-label={label}>
      <button
        type="button"
        className={styles.grip}
        aria-label={gripLabels[height]}
        onClick={() => !moved() && setHeight(heightAfterPress(height))}
        {...grip}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: any use of its content raises it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys arrive by focus */}
      <div className={styles.body} onFocus={expand} onClick={expand}>
        {children}
      </div>
    </section>
  )
}

/** A control behind the raised sheet that takes the focus by keyboard lowers it. */
function useGivingWay(
  sheet: { readonly current: HTMLElement | null },
  height: SheetHeight,
  setHeight: (height: SheetHeight) => void,
) {
  useEffect(() => {
    if (height === 'low') return
    const look = () => {
      const { activeElement } = document
      if (!activeElement?.matches(':focus-visible') || sheet.current?.contains(activeElement)) return
      const { left, top, width, height } = activeElement.getBoundingClientRect()
      // From the top down: a message may lie over both.
      for (const one of document.elementsFromPoint(left + width / 2, top + height / 2)) {
        if (activeElement.contains(one)) return
        if (sheet.current?.contains(one)) return setHeight('low')
      }
    }
    // The browser scrolls to what has the focus after the event.
    const onFocus = () => requestAnimationFrame(look)
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [sheet, height, setHeight])
}

/** Drags the sheet by its grip, past React, and lets it rest at the nearest height. */
function useGrip(sheet: { readonly current: HTMLElement | null }, rest: (height: SheetHeight) => void) {
  const held = useRef<{ readonly y: number; readonly height: number; moved: number } | null>(null)
  const wasMoved = useRef(false)
  const release = () => {
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
    onPointerUp: release,
    onPointerCancel: release,
  }
}

/** How far the bottom sheet is drawn up: its head, half of the screen, or all of it. */
type SheetHeight = 'low' | 'half' | 'full'

/** One sheet per page. A screen that shows something behind the sheet lowers it. */
export const sheetHeightAtom = atom<SheetHeight>('low')

/** Fractions of the screen's height; `low` is a few px. */
const fractions: readonly (readonly [SheetHeight, number])[] = [
  ['low', 0.1],
  ['half', 0.46],
  ['full', 0.9],
]

/** The height at which a sheet rests after its release at a fraction of the screen's height. */
export const heightNear = (fraction: number): SheetHeight =>
  fractions.reduce((best, next) => (Math.abs(next[1] - fraction) < Math.abs(best[1] - fraction) ? next : best))[0]

/** The height after a press on the grip: up by one, and from the top back to the bottom. */
export const heightAfterPress = (height: SheetHeight): SheetHeight =>
  height === 'low' ? 'half' : height === 'half' ? 'full' : 'low'
