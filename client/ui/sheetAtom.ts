import { atom } from 'jotai'

/** How far a sheet at the lower rim is drawn up: its head alone, half of the screen, or all of it. */
export type SheetHeight = 'low' | 'half' | 'full'

/** One sheet a page. Whoever shows something on what lies behind it lowers it. */
export const sheetHeightAtom = atom<SheetHeight>('low')
