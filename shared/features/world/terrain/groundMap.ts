import type { River } from '../freshWaters.ts'
import { groundCode } from '../ground.ts'
import { cellAt, type Grid } from './grid.ts'
import type { Terrain } from './terrain.ts'

/** The kind of ground of every cell, and how deep the water of lakes and rivers is there in metres. */
export interface GroundMap {
  readonly codes: Uint8Array
  readonly freshDepth: Float32Array
}

/** Calls for every cell that a river runs through, with its width there in map units. */
const follow = (river: River, grid: Grid, visit: (cell: number, width: number) => void): void => {
  river.forEach((point, i) => {
    const before = river[i - 1] ?? point
    const paces = Math.ceil(Math.hypot(point.x - before.x, point.y - before.y) / (grid.step / 3)) || 1
    for (let pace = 0; pace < paces; pace++) {
      const part = pace / paces
      visit(cellAt(grid, before.x + (point.x - before.x) * part, before.y + (point.y - before.y) * part), point.width)
    }
  })
}

const [sea, lake, river, beach, swamp, forest, grass, rock] = (
  ['sea', 'lake', 'river', 'beach', 'swamp', 'forest', 'grass', 'rock'] as const
).map(groundCode) as [number, number, number, number, number, number, number, number]

export const createGroundMap = ({ heights, inland, cover, pools, rivers }: Terrain): GroundMap => {
  const freshDepth = new Float32Array(heights.values.length)
  const codes = new Uint8Array(heights.values.length)
  const dry = (cell: number) => {
    if ((cover.beach.values[cell] ?? 0) > 0.5) return beach
    if ((cover.swamp.values[cell] ?? 0) > 0.5) return swamp
    if ((cover.rock.values[cell] ?? 0) > 0.5) return rock
    return (cover.forest.values[cell] ?? 0) > 0.42 ? forest : grass
  }
  for (let cell = 0; cell < codes.length; cell++) codes[cell] = (inland.values[cell] ?? 0) > 0 ? dry(cell) : sea
  for (const line of rivers)
    follow(line, heights, (cell, width) => {
      if (codes[cell] === sea) return
      codes[cell] = river
      freshDepth[cell] = Math.max(freshDepth[cell] ?? 0, 0.2 + 0.13 * width)
    })
  for (const pool of pools)
    for (const cell of pool.cells) {
      codes[cell] = lake
      freshDepth[cell] = Math.max(0.1, pool.level - (heights.values[cell] ?? 0))
    }
  return { codes, freshDepth }
}
