import { contours } from 'd3-contour'
import type { Cover } from '../../server/game/island/cover.ts'
import type { Grid } from '../../server/game/island/grid.ts'
import type { Lake } from '../../server/game/island/lakes.ts'
import type { River } from '../../server/game/island/rivers.ts'
import { createTerrain } from '../../server/game/island/terrain.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { pictureSize } from './mask.ts'
import { blurred, distanceTo, doubled, fillRings } from './raster.ts'

/** Everything that is computed before drawing. */
export interface Survey {
  readonly seed: number
  /** Metres, with the water surface in place of lake beds: the basis of contour lines and shading. */
  readonly relief: Grid
  /** The same at twice the resolution. */
  readonly fineRelief: Grid
  readonly cover: Cover
  readonly rivers: readonly River[]
  readonly lakes: readonly Lake[]
  /** The rings of the coast, land on the inner side. */
  readonly coast: readonly (readonly Point[])[]
  /** Water coverage of every pixel, 0 to 255. */
  readonly water: Uint8Array
  /** Distance from the shore in water, map units; 0 on land. */
  readonly offShore: Grid
  /** Smoothed depth of sea and lakes below their surface in metres, as negative numbers. */
  readonly seabed: Grid
}

const terrainCells = 1024

/** Rings around the area above a value, in map units. */
export const ringsAt = (grid: Grid, level: number): Point[][] =>
  contours()
    .size([grid.cells, grid.cells])
    // The type requires an array; any list of numbers works.
    .contour(grid.values as unknown as number[], level)
    .coordinates.flat()
    .map((ring) => ring.map(([x = 0, y = 0]) => ({ x: x * grid.step, y: y * grid.step })))

const lakeRings = (lakes: readonly Lake[]) => lakes.flatMap(({ outline, islets }) => [outline, ...islets])

/** Water coverage of every pixel: outside the coast or inside a lake. */
const waterCover = (coast: Survey['coast'], lakes: readonly Lake[]): Uint8Array => {
  const land = fillRings(coast)
  const lake = fillRings(lakeRings(lakes))
  return land.map((cover, pixel) => Math.min(255, 255 - cover + (lake[pixel] ?? 0)))
}

/** Distances from the shore, at every second pixel. */
const measureOffShore = (water: Uint8Array): Grid => {
  const cells = pictureSize / 2
  const isLand = new Uint8Array(cells * cells)
  for (let row = 0; row < cells; row++)
    for (let column = 0; column < cells; column++)
      if ((water[row * 2 * pictureSize + column * 2] ?? 0) < 128) isLand[row * cells + column] = 1
  return blurred(distanceTo(isLand, cells), 1)
}

export const createSurvey = (seed: number): Survey => {
  const { heights, inland, pools, lakes, rivers, cover } = createTerrain(seed, terrainCells)
  const relief = { ...heights, values: heights.values.map((height) => Math.max(height, 0)) }
  for (const pool of pools) for (const cell of pool.cells) relief.values[cell] = pool.level
  const seabed = { ...heights, values: heights.values.map((height) => Math.min(height, 0)) }
  for (const { level, cells } of pools)
    for (const cell of cells) seabed.values[cell] = 0.6 * ((heights.values[cell] ?? 0) - level)
  const coast = ringsAt(inland, 0)
  const water = waterCover(coast, lakes)
  const offShore = measureOffShore(water)
  return {
    seed,
    relief,
    fineRelief: doubled(relief),
    cover,
    rivers,
    lakes,
    coast,
    water,
    offShore,
    seabed: blurred(seabed, 5),
  }
}

/** The dry share of a pixel, 0 to 1, for inks that stay on land. */
export const onLand = ({ water }: Survey) => {
  return (pixel: number): number => 1 - (water[pixel] ?? 0) / 255
}
