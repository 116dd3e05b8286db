import { gatewayFrame, metresPerUnit } from '../frame.ts'
import type { Grid } from './grid.ts'

/** The island is as large as Gateway, so that its slopes are those of real hills. */
export const metresPerMapUnit = metresPerUnit(gatewayFrame)

export const metresPerStep = (grid: Pick<Grid, 'step'>): number => grid.step * metresPerMapUnit
