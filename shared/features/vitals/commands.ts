import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { PlayerId } from '../../engine/ids.ts'
import { Vitals } from './vitals.ts'

export const reportVitals = defineCommand({
  name: 'vitals.report',
  permission: 'hub',
  input: z.object({
    player: PlayerId,
    readAt: z.number(),
    everyMs: z.number().positive(),
    online: z.boolean(),
    animal: Vitals.shape.animal.unwrap(),
    adult: Vitals.shape.adult,
  }),
  output: z.object({}),
  refusals: {},
})
