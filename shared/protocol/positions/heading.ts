/** Headings are 64ths of a turn, clockwise from east: the map's x points east and its y south. */
export const HEADINGS = 64
export const HEADING_BITS = 6
/** Not told, and the animal has not moved yet. */
export const UNKNOWN_HEADING = -1

/** Where an animal looks: where it last went, smoothed, or as it was told. Worked out only where it is shown. */
export function headingOf({ aimX, aimY, heading }: { aimX: number; aimY: number; heading: number }): number {
  if (aimX === 0 && aimY === 0) return heading
  return Math.round((Math.atan2(aimY, aimX) * HEADINGS) / (2 * Math.PI)) & (HEADINGS - 1)
}
