import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineQuery } from '../../engine/query.ts'
import { GameAct } from './backups.ts'

/** The longest time back to which a game is set, ms: 31 days. */
export const longestRollbackMs = 31 * 86_400_000

/** The saves of the game were set back to this time, by its host or by hand. */
export const recordRollback = defineCommand({
  name: 'backups.recordRollback',
  permission: 'ownerPanel',
  input: z.object({
    /** Epoch ms: of the backup that was put back. */
    since: z.number(),
  }),
  output: z.object({ id: z.string() }),
  refusals: {
    future: 'This time is in the future. Enter the time of the backup that was restored.',
    tooOld: 'This is more than 31 days ago. The hub lists only the last 31 days.',
  },
})

/** Ticks off what staff have settled by the usual commands, or takes the tick away. */
export const settleLost = defineCommand({
  name: 'backups.settleLost',
  permission: 'ownerPanel',
  input: z.object({ rollback: z.string().max(64), delivery: z.string().max(64), isSettled: z.boolean() }),
  output: z.object({}),
  refusals: { gone: 'This is not listed any more.' },
})

/** What hub and game no longer agree on after a rollback, newest first. */
export const lostActs = defineQuery({
  name: 'backups.lostActs',
  permission: 'ownerPanel',
  input: z.object({ rollback: z.string().max(64) }),
  output: z.object({
    acts: z.array(GameAct),
    /** Whether there are more, older ones, which are not listed. */
    isCut: z.boolean(),
  }),
  refusals: { gone: 'This is not listed any more.' },
  perMinute: 60,
})
