import { z } from 'zod'
import { defineArchive } from '../../engine/archive.ts'
import { defineDocument, holdersOf, nobody } from '../../engine/document.ts'

export const PositionView = z.object({
  name: z.string(),
  /** Live on the map, in the replay, on the timeline, or as a program reads the status of the server with its players. */
  at: z.enum(['map', 'replay', 'timeline', 'status']),
  from: z.number(),
})
export type PositionView = z.infer<typeof PositionView>

/** Who views all positions now, by `<account> <where>`, so that views cut short by a crash are recorded too. */
export const PositionViews = z.object({ open: z.record(z.string(), PositionView).default({}) })
export type PositionViews = z.infer<typeof PositionViews>

export const positionViews = defineDocument({
  kind: 'positionViews',
  schema: PositionViews,
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** `cut`: the hub stopped meanwhile, and `to` is when it was last known to run. */
export const ViewEntry = PositionView.extend({ account: z.string(), to: z.number(), cut: z.boolean() })
export type ViewEntry = z.infer<typeof ViewEntry>

/** Who viewed all positions, or looked at the timeline, and when: owners read it by time. */
export const pastPositionViews = defineArchive({
  kind: 'pastPositionViews',
  schema: ViewEntry,
  readableBy: holdersOf('runConsole'),
  persons: { account: 'account' },
  fields: {
    account: 'account',
    name: { emptied: 'account' },
    at: 'account',
    from: 'account',
    to: 'account',
    cut: 'account',
  },
  erased: 'emptied',
  audited: ({ account, name: _, ...detail }) => ({
    subject: 'positionViews',
    act: 'positionViews.view',
    did: `${detail.at === 'timeline' ? 'looked at the timeline' : 'watched all positions'} from {from} to {to}`,
    by: account,
    detail,
  }),
})
