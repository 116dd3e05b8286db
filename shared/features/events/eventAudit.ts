import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { holdersOf } from '../../engine/document.ts'

const did = {
  schedule: 'scheduled the event {title}',
  scheduleSeries: 'scheduled the recurring event {title}',
  start: 'started the event {title}',
  change: 'changed the event {title}',
  changeSeries: 'changed the recurring event {title}',
  cancel: 'cancelled the event {title}',
  endSeries: 'ended the recurring event {title}',
  createCommunity: 'scheduled the community event {title}',
  changeCommunity: 'changed the community event {title}',
  removeCommunity: 'removed the community event {title}',
} as const

/** The text instead where staff moved it to another place. */
const placedDid: Readonly<Partial<Record<keyof typeof did, string>>> = {
  change: 'moved the event {title} from {fromPlace} to {toPlace}',
  changeSeries: 'moved the recurring event {title} from {fromPlace} to {toPlace}',
}

/** The text instead where staff moved it to another time. */
const movedDid: Readonly<Partial<Record<keyof typeof did, string>>> = {
  change: 'moved the event {title} from {from} to {to}',
  changeCommunity: 'moved the community event {title} from {from} to {to}',
}

/** Staff who scheduled, started, changed, moved or cancelled events. */
export const eventAudit = defineArchive({
  kind: 'eventAudit',
  schema: z.object({
    act: z.enum(Object.keys(did) as [keyof typeof did, ...(keyof typeof did)[]]),
    ...actorShape,
    /** Id of the event, or of the series. */
    event: z.string(),
    title: z.string(),
    /** Its time before and after it was moved, epoch ms; null where it was not. */
    from: z.number().nullable().default(null),
    to: z.number().nullable().default(null),
    /** Its place before and after it was moved, in words; null where it was not. */
    fromPlace: z.string().nullable().default(null),
    toPlace: z.string().nullable().default(null),
    /** Why it was cancelled; empty for none. */
    reason: z.string().default(''),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: {
    act: 'event',
    event: 'event',
    title: 'event',
    from: 'event',
    to: 'event',
    fromPlace: 'event',
    toPlace: 'event',
    reason: 'event',
    ...actorOwners,
  },
  erased: 'emptied',
  audited: ({ title, event, from, to, fromPlace, toPlace, reason, ...row }) => ({
    ...row,
    subject: 'events',
    did:
      (typeof to === 'number' && movedDid[row.act]) ||
      (typeof toPlace === 'string' && placedDid[row.act]) ||
      did[row.act],
    detail: { title, event, from, to, fromPlace, toPlace, reason },
  }),
})
