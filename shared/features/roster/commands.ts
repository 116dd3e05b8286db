import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { RosterEntry } from './roster.ts'

export const reportRoster = defineCommand({
  name: 'roster.report',
  permission: 'hub',
  input: z.object({
    server: z.string(),
    players: z.array(RosterEntry),
    readAt: z.number(),
    everyMs: z.number().positive(),
  }),
  output: z.object({}),
  refusals: {},
})
