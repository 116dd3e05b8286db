import { z } from 'zod'
import { defineArchive, originOwners, originShape } from '../../engine/archive.ts'
import { holdersOf } from '../../engine/document.ts'
import { roles } from '../../engine/permissions.ts'

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
    by: z.string(),
    role: z.enum(roles).nullable(),
    elevated: z.boolean(),
    /** The number of the season that was under way. */
    season: z.int(),
    ...originShape,
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: { act: 'event', by: 'by', role: 'event', elevated: 'by', season: 'event', ...originOwners },
  erased: 'emptied',
  audited: ({ season, ...row }) => ({ ...row, subject: 'leaderboards', did: did[row.act], detail: { season } }),
})
