import type { Point } from '../../../shared/features/world/frame.ts'

/** Points joined in order, in map units. */
export type Line = readonly (readonly [x: number, y: number])[]

/** Parses a line from `x,y x,y …`. */
const line = (points: string): Line =>
  points
    .trim()
    .split(/\s+/)
    .map((point) => {
      const [x = Number.NaN, y = Number.NaN] = point.split(',').map(Number)
      return [x, y]
    })

/*
 * A sketch of the island, to which the seed adds bays, valleys and bends: the shore, ranges, lowlands and rivers, such
 * that every region matches its name. All in map units.
 */

export interface Blob extends Point {
  readonly radius: number
}

interface Range {
  readonly line: Line
  /** How far from its line a range reaches. */
  readonly reach: number
  /** 1 is the highest range of the island. */
  readonly height: number
}

/** Land that stays low; `lift` is the remaining share of the uplift. */
interface Lowland extends Blob {
  readonly lift: number
}

/** From the north-west corner clockwise; the first point is also the last. */
export const shore = line(`
  720,930 930,640 1250,500 1400,640 1470,900 1590,870 1650,640 1880,560 2160,360 2500,420
  2690,610 2780,640 2850,420 3100,310 3380,330 3640,560 3620,780 3430,900 3450,1040 3690,1130
  3880,1360 3960,1640 3900,1900 3680,1990 3620,2110 3740,2250 3860,2480 3760,2730 3540,2830 3500,2960
  3590,3190 3330,3480 3090,3420 2990,3190 2830,3060 2740,3140 2700,3400 2520,3680 2280,3780 2010,3640
  1790,3690 1620,3610 1500,3420 1400,3540 1340,3740 1080,3720 760,3560 500,3260 400,2920 560,2690
  820,2600 840,2500 600,2400 410,2250 320,2060 240,1800 340,1560 560,1480 760,1450 790,1370
  580,1280 520,1120 720,930
`)

export const islets: readonly Blob[] = [
  { x: 3468, y: 3714, radius: 95 },
  { x: 3625, y: 3600, radius: 40 },
  { x: 3330, y: 3790, radius: 30 },
  { x: 250, y: 1330, radius: 52 },
  { x: 190, y: 1455, radius: 26 },
  { x: 3850, y: 840, radius: 62 },
  { x: 3760, y: 700, radius: 30 },
  { x: 1640, y: 390, radius: 44 },
  { x: 300, y: 2620, radius: 58 },
  { x: 1010, y: 3870, radius: 36 },
  { x: 3880, y: 2830, radius: 46 },
]

export const ranges: readonly Range[] = [
  {
    line: line('930,1570 1130,1400 1344,1274 1560,1120 1760,900'),
    reach: 230,
    height: 0.86,
  },
  {
    line: line('1344,1274 1440,1620 1565,1942 1740,2230 1700,2560'),
    reach: 290,
    height: 1,
  },
  {
    line: line('1565,1942 1250,2130 980,2290'),
    reach: 210,
    height: 0.55,
  },
  {
    line: line('2640,1270 2980,1300 3330,1290'),
    reach: 230,
    height: 0.5,
  },
  {
    line: line('3080,1500 3130,1850 3420,2130'),
    reach: 240,
    height: 0.46,
  },
  {
    line: line('2080,720 2330,830 2600,920 2640,1270'),
    reach: 200,
    height: 0.34,
  },
  {
    line: line('2830,690 3010,610 3250,560 3420,720'),
    reach: 170,
    height: 0.34,
  },
  {
    line: line('2760,2500 2690,2850'),
    reach: 220,
    height: 0.36,
  },
  {
    line: line('2760,2500 2860,2200 3090,1900'),
    reach: 150,
    height: 0.24,
  },
  {
    line: line('1560,3230 1660,3420'),
    reach: 150,
    height: 0.2,
  },
]

export const lowlands: readonly Lowland[] = [
  { x: 1068, y: 2998, radius: 520, lift: 0.2 },
  { x: 2059, y: 3307, radius: 430, lift: 0.02 },
  { x: 3180, y: 2640, radius: 330, lift: 0.02 },
  { x: 534, y: 1817, radius: 190, lift: 0.3 },
  { x: 2203, y: 1424, radius: 170, lift: 0.2 },
  { x: 3057, y: 870, radius: 230, lift: 0.3 },
  { x: 3499, y: 1728, radius: 170, lift: 0.2 },
]

/** Where the forest is dense. */
export const jungles: readonly Blob[] = [
  { x: 2449, y: 1061, radius: 520 },
  { x: 2173, y: 2114, radius: 470 },
  { x: 2860, y: 2080, radius: 330 },
  { x: 1150, y: 830, radius: 330 },
  { x: 2700, y: 3020, radius: 300 },
  { x: 3640, y: 1420, radius: 260 },
]

/** Where grass grows instead of trees. */
export const meadows: readonly Blob[] = [
  { x: 1068, y: 2998, radius: 640 },
  { x: 1330, y: 3420, radius: 300 },
  { x: 534, y: 1817, radius: 260 },
  { x: 2960, y: 1900, radius: 180 },
  { x: 1760, y: 3060, radius: 220 },
  { x: 3400, y: 3060, radius: 200 },
]

/** Where low ground is wet. */
export const marshes: readonly Blob[] = [
  { x: 2059, y: 3307, radius: 480 },
  { x: 3180, y: 2640, radius: 400 },
  { x: 3180, y: 960, radius: 120 },
  { x: 2180, y: 1560, radius: 110 },
]

export interface Basin extends Blob {
  /** Depth of the bed, metres. */
  readonly dug: number
  /** Ratio of length to width, and the direction of the long side, in radians from east to south. */
  readonly stretch: number
  readonly turn: number
}

/** Lake beds. The water level results from the land around. */
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
