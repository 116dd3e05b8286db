import { useAtom, useSetAtom } from 'jotai'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import { chosenAtom, hoveredAtom, isSame, type MapTarget } from '../../../map/selection.ts'
import type { View } from '../../../map/view.ts'
import { sheetHeightAtom } from '../../../ui/BottomSheet.tsx'
import { cardId } from './VitalsCard.tsx'

/** Called when pointer or focus enters the rows, and when it leaves them. */
export interface Hold {
  onPointerEnter(): void
  onPointerLeave(): void
  onFocus(): void
  onBlur(): void
}

const rowIdOf = ({ target }: { readonly target: EventTarget }) =>
  target instanceof Element ? (target.closest('tr')?.dataset.id ?? null) : null

const isFollow = ({ target }: MouseEvent) => target instanceof Element && target.closest('[data-act=follow]') !== null

/**
 * Event handlers of the table body: arrow keys move between rows, the focused row is shown on the map, a press chooses
 * it, and a second press moves the focus to its card.
 * @param ids selectable rows in order
 * @param follow called with the id of a pressed follow button
 */
export function useRowKeys(ids: readonly string[], hold: Hold, follow: (id: string) => void) {
  const [chosen, choose] = useAtom(chosenAtom)
  const hover = useSetAtom(hoveredAtom)
  const [tabStop, setTabStop] = useState<string | null>(null)
  const hoverRow = (id: string | null) => {
    const target: MapTarget | null = id === null ? null : { kind: 'animal', id }
    hover((last) => (isSame(last, target) ? last : target))
  }

  const handlers = {
    ...hold,
    onClick(event: MouseEvent) {
      const id = rowIdOf(event)
      if (id === null || !ids.includes(id)) return
      if (isFollow(event)) return follow(id)
      // A key press on the chosen row moves the focus to its card.
      if (event.detail === 0 && isSame(chosen, { kind: 'animal', id })) document.getElementById(cardId)?.focus()
      choose({ kind: 'animal', id, by: 'list' })
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const next = rowAfterKey(ids, rowIdOf(event), event.key)
      if (next === null) return
      event.preventDefault()
      event.currentTarget.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(next)}"] button`)?.focus()
    },
    onFocus(event: FocusEvent) {
      hold.onFocus()
      setTabStop(rowIdOf(event))
      hoverRow(rowIdOf(event))
    },
    onBlur() {
      hold.onBlur()
      hoverRow(null)
    },
    onPointerOver: (event: PointerEvent) => hoverRow(rowIdOf(event)),
    onPointerLeave() {
      hold.onPointerLeave()
      hoverRow(null)
    },
  }
  /** The row that is the tab stop. */
  return { handlers, tabStop: tabStop !== null && ids.includes(tabStop) ? tabStop : (ids[0] ?? null) }
}

const pageRows = 10

const stepOf = (key: string, last: number): number | null => {
  switch (key) {
    case 'ArrowDown':
      return 1
    case 'ArrowUp':
      return -1
    case 'PageDown':
      return pageRows
    case 'PageUp':
      return -pageRows
    case 'Home':
      return -last
    case 'End':
      return last
    default:
      return null
  }
}

/** The row to which a key moves; null if the key has no effect. */
export const rowAfterKey = (ids: readonly string[], from: string | null, key: string): string | null => {
  const last = ids.length - 1
  const step = stepOf(key, last)
  const at = from === null ? -1 : ids.indexOf(from)
  if (step === null || at < 0) return null
  return ids[Math.min(last, Math.max(0, at + step))] ?? null
}

/** Returns a function that follows a player's animal and opens its card, or stops if it is already followed. */
export function useFollow(view: View) {
  const choose = useSetAtom(chosenAtom)
  const setSheetHeight = useSetAtom(sheetHeightAtom)
  return (id: string) => {
    if (view.followed() === id) return view.follow(null)
    // A choice by list would start a glide, which ends following, and one by pointer opens the drawer.
    choose({ kind: 'animal', id, by: 'keys' })
    setSheetHeight('low')
    view.follow(id)
  }
}
