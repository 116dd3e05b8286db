export const leastIslandWidth = 1_024

/** Widths and heights in which the island's own picture is served, px, from the largest to the smallest. */
export const islandWidths = [4_096, 2_048, leastIslandWidth] as const

/** Name of the file of one size. @param width one of `islandWidths` */
export const islandFile = (dark: boolean, width: number) => `island-${dark ? 'night' : 'day'}-${width}.webp`
