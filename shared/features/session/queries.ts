import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'

/** Answered by the leader with nothing: a node that has the answer has received all earlier changes, too. */
export const latest = defineQuery({
  name: 'session.latest',
  permission: 'look',
  input: z.object({}),
  output: z.object({}),
})
