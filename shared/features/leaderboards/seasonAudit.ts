import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { holdersOf } from '../../engine/document.ts'

const did = {
  endSeason: 'ended season {season}',
  monthlyOn: 'switched monthly seasons on, in season {season}',
  monthlyOff: 'switched monthly seasons off, in season {season}',
} as const

/** Owners who ended a season, or changed when seasons end. */
export const seasonAudit = defineArchive({
  kind: 'seasonAudit',
  schema: z.object({
    act: z.enum(Object.keys(did) as [keyof typeof did, ...(keyof typeof did)[]]),
    ...actorShape,
    /** The number of the season that was under way. */
    season: z.int(),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: { act: 'event', season: 'event', ...actorOwners },
  erased: 'emptied',
  audited: ({ season, ...row }) => ({ ...row, subject: 'leaderboards', did: did[row.act], detail: { season } }),
})
