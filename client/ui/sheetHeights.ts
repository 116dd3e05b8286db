import type { SheetHeight } from './sheetAtom.ts'

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
