import { z } from 'zod'
import { defineQuery } from '../engine/query.ts'

/** Up: a query for the hub's clock, epoch ms. A page asks several times and keeps the answer that came back fastest. */
export const clockReading = defineQuery({
  name: 'server.clock',
  permission: 'look',
  input: z.object({}),
  output: z.object({ now: z.number() }),
})
