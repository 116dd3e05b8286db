import { type Grid, sample } from '../../shared/features/world/terrain/grid.ts'
import { ramp } from '../../shared/features/world/terrain/shape.ts'
import { type Print, sheetSize } from './print.ts'
import { type Spot, scatter } from './scatter.ts'
import type { Survey } from './survey.ts'
import { drawConifer, drawCrown } from './trees.ts'

/** Map units between the trunks of a closed forest. */
const spacing = 8.6

/** Whether a tree stands on a spot: surely where the forest is dense, here and there in the open, never in water. */
const isGrown = ({ cover, water }: Survey, { x, y, chance }: Spot): boolean => {
  if ((water[Math.floor(y + 2) * sheetSize + Math.floor(x)] ?? 0) > 0) return false
  const density = sample(cover.forest, x, y)
  return chance < 0.94 * ramp(0.22, 0.62, density) + 0.02 * ramp(0.02, 0.2, density)
}

/** Trees one by one, from north to south, so that each stands before the one behind it. */
export const drawForest = (survey: Survey, shade: Grid, prints: readonly Print[]): void => {
  for (const spot of scatter(survey.seed + 11, spacing)) {
    if (!isGrown(survey, spot)) continue
    const metres = sample(survey.relief, spot.x, spot.y)
    const isHigh = metres + (spot.kind - 0.5) * 120 > 205
    const light = sample(shade, spot.x, spot.y)
    if (isHigh) drawConifer(prints, spot, light)
    else drawCrown(prints, spot, light)
  }
}
