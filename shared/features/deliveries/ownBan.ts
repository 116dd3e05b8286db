import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'

/** The asker's own ban, null without one or without a linked player. Of several that are in force it is the one that ends last. */
export const ownBan = defineQuery({
  name: 'deliveries.ownBan',
  permission: 'play',
  input: z.object({}),
  output: z.object({
    ban: z
      .object({
        reason: z.string(),
        /** Epoch ms; null for a permanent ban. */
        until: z.number().nullable(),
      })
      .nullable(),
  }),
  perMinute: 120,
})
