import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { ServerId } from '../../engine/ids.ts'
import { SelectedBy } from './staffPresence.ts'

/** All staff who have this player selected now. */
export const reportPresence = defineCommand({
  name: 'staffPresence.report',
  permission: 'hub',
  input: z.object({ server: ServerId, player: z.string(), people: SelectedBy }),
  output: z.object({}),
  refusals: {},
})
