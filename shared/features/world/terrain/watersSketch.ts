import { type Line, line } from './line.ts'
import type { Blob } from './sketch.ts'

export interface Basin extends Blob {
  /** How deep the bed is dug, in metres. */
  readonly dug: number
  /** How many times longer than wide, and which way the long side points, in radians from east to south. */
  readonly stretch: number
  readonly turn: number
}

/** Beds of lakes. How far the water in them stands, the land around decides. */
export const basins: readonly Basin[] = [
  { x: 3057, y: 870, radius: 176, dug: 30, stretch: 1.45, turn: -0.7 },
  { x: 2203, y: 1424, radius: 96, dug: 20, stretch: 1.5, turn: 0.9 },
  { x: 3499, y: 1728, radius: 108, dug: 22, stretch: 1.6, turn: 1.3 },
  { x: 2940, y: 1641, radius: 50, dug: 12, stretch: 1.5, turn: 1.8 },
  { x: 1770, y: 1740, radius: 40, dug: 16, stretch: 1.4, turn: 2.4 },
  { x: 1270, y: 1630, radius: 38, dug: 14, stretch: 1.8, turn: 2.5 },
  { x: 2230, y: 3180, radius: 54, dug: 4, stretch: 1.6, turn: 0.5 },
  { x: 1905, y: 3395, radius: 44, dug: 4, stretch: 1.3, turn: 2.2 },
  { x: 3270, y: 2550, radius: 50, dug: 4, stretch: 1.5, turn: 0.2 },
  { x: 1235, y: 3170, radius: 48, dug: 6, stretch: 1.7, turn: 1.9 },
]

const centralRiver = line(
  '2203,1424 2290,1610 2470,1790 2600,2010 2560,2240 2430,2430 2400,2660 2240,2870 2190,3090 2059,3307 2080,3500 2020,3900',
)

/** The valleys of the larger rivers, each down to the sea. */
export const valleys: readonly Line[] = [
  [...line('2080,1020 2260,1180'), ...centralRiver],
  [...line('2800,1480 2940,1641 2860,1880'), ...centralRiver.slice(3)],
  [...line('2180,2560'), ...centralRiver.slice(6)],
  line('3499,1728 3590,1930 3900,2090'),
  line('3050,2400 3180,2640 3370,2760 3740,2900'),
  line('1330,1760 1050,1820 800,1990 300,2200'),
  line('1480,2420 1300,2700 1260,3000 1235,3170 1320,3450 1310,3900'),
  line('1000,2520 560,2560'),
  line('760,2900 980,3180 1235,3170 1320,3450 1310,3900'),
  [...line('1560,1640 1820,1560 2203,1424'), ...centralRiver.slice(1)],
]
