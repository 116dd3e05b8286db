/** Headings are 64ths of a turn, clockwise from east: the map's x points east and its y south. */
export const HEADINGS = 64
export const HEADING_BITS = 6
/** Not told, and the animal has not moved yet. */
export const UNKNOWN_HEADING = -1

/** Where this displacement points; a displacement of nothing keeps the heading there was. */
export function headingOf(stepX: number, stepY: number, before: number): number {
  if (stepX === 0 && stepY === 0) return before
  return Math.round((Math.atan2(stepY, stepX) * HEADINGS) / (2 * Math.PI)) & (HEADINGS - 1)
}
