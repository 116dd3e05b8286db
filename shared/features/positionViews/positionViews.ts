import { z } from 'zod'
import { defineDocument, nobody } from '../../engine/document.ts'

export const PositionView = z.object({
  name: z.string(),
  /** Live on the map, or in the replay. */
  at: z.enum(['map', 'replay']),
  from: z.number(),
})
export type PositionView = z.infer<typeof PositionView>

/** Who views all positions now, by `<account> <where>`, so that views cut short by a crash are recorded too. */
export const PositionViews = z.object({ open: z.record(z.string(), PositionView).default({}) })
export type PositionViews = z.infer<typeof PositionViews>

export const positionViews = defineDocument({
  kind: 'positionViews',
  schema: PositionViews,
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})
