import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'

/** Asked by a node of the one who decides: with the answer comes all that was decided before it. Tells nothing by itself. */
export const latest = defineQuery({
  name: 'session.latest',
  permission: 'look',
  input: z.object({}),
  output: z.object({}),
})
