import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { staffPresence } from './staffPresence.ts'

/** Who of the staff has this player picked now: all of them. */
export const reportPresence = defineCommand({
  name: 'staffPresence.report',
  permission: 'hub',
  input: z.object({ player: z.string(), people: staffPresence.schema.shape.people }),
  output: z.object({}),
  refusals: {},
})
