import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { RegionCounts } from './regionCounts.ts'

export const reportRegions = defineCommand({
  name: 'regions.report',
  permission: 'hub',
  input: z.object({ server: z.string(), regions: RegionCounts }),
  output: z.object({}),
  refusals: {},
})
