import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { staffPresence } from './staffPresence.ts'

/** All staff who have this player selected now. */
export const reportPresence = defineCommand({
  name: 'staffPresence.report',
  permission: 'hub',
  input: z.object({ player: z.string(), people: staffPresence.schema.shape.people }),
  output: z.object({}),
  refusals: {},
})
