import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { defineDocument, holdersOf, nobody } from '../../engine/document.ts'
import { longestRule, longestZone } from '../../engine/recurrenceLimits.ts'
import { mostCurrency } from '../ledger/accounts.ts'
import { PatronTier } from '../patrons/patrons.ts'

export const scheduleKinds = ['daily', 'weekly', 'monthly', 'custom'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]

/** `all` accounts, all patrons (`patreon`), the patrons of one tier, or accounts by name (`custom`). */
export const targetTypes = ['all', 'patreon', 'tier-specific', 'custom'] as const
export type TargetType = (typeof targetTypes)[number]

export const mostCampaigns = 50
export const mostDeleted = 5
/** Accounts that one campaign can name. */
export const mostNamed = 500
/** The last day of the month, whichever it is. Other days are 1 to 28, which every month has. */
export const lastDayOfMonth = 31
/** A run that the hub missed, since it was down, is made up for so long after its time; later it is skipped. */
export const latestRunMs = 12 * 3_600_000

/** Whole days of the time between two runs. */
export const mostIntervalDays = 366

/** When a campaign runs, by the clocks of a zone. */
const scheduleShape = {
  schedule: z.enum(scheduleKinds),
  /** Of `custom`: the time between two runs. Whole days alone keep the time of day over a change of clocks. */
  customDays: z.int().min(0).max(mostIntervalDays),
  customHours: z.int().min(0).max(23),
  customMinutes: z.int().min(0).max(59),
  /** Of `custom`: a rule of five fields in place of days, hours and minutes; '' for none. */
  customRule: z.string().max(longestRule),
  /** Of the IANA database, as Europe/Berlin. */
  zone: z.string().min(1).max(longestZone),
  /** As 18:30: of `daily`, `weekly` and `monthly`. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 18:30'),
  /** Of `weekly`: 0 for Sunday to 6 for Saturday. */
  weekday: z.int().min(0).max(6),
  /** Of `monthly`: 1 to 28, or 31 for the last day. */
  monthDay: z.union([z.int().min(1).max(28), z.literal(lastDayOfMonth)]),
}

/** Of a schedule with an interval of its own: `3 d 2 h`. */
export const intervalInWords = (one: {
  readonly customDays: number
  readonly customHours: number
  readonly customMinutes: number
}): string =>
  [`${one.customDays} d`, `${one.customHours} h`, `${one.customMinutes} min`]
    .filter((part) => !part.startsWith('0 '))
    .join(' ')

const defaults = { customDays: 0, customHours: 0, customMinutes: 0, customRule: '', weekday: 1, monthDay: 1 } as const
export const CampaignSchedule = z.strictObject({
  ...scheduleShape,
  customDays: scheduleShape.customDays.default(defaults.customDays),
  customHours: scheduleShape.customHours.default(defaults.customHours),
  customMinutes: scheduleShape.customMinutes.default(defaults.customMinutes),
  customRule: scheduleShape.customRule.trim().default(defaults.customRule),
  time: scheduleShape.time.default('12:00'),
  zone: scheduleShape.zone.default('UTC'),
  weekday: scheduleShape.weekday.default(defaults.weekday),
  monthDay: scheduleShape.monthDay.default(defaults.monthDay),
})
export type CampaignSchedule = z.output<typeof CampaignSchedule>

const Amount = z.int().min(0).max(mostCurrency).default(0)
/** What each recipient gets. */
export const CampaignCurrencies = z.strictObject({ voidPearls: Amount, razorTalons: Amount, sylvanShards: Amount })
export type CampaignCurrencies = z.output<typeof CampaignCurrencies>

/**
 * Why runs do not take place: the hub was down, the run before was not over, currency is switched off, an account that set it was erased, or
 * the one that set it last lost the right to set campaigns (`rights`).
 */
export const missedReasons = ['down', 'running', 'off', 'erased', 'rights'] as const

const Setters = z.array(z.string()).default([])
const When = z.number().nullable().default(null)

/** A gift of currency to many, again and again. All times are epoch ms. */
export const Campaign = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().default(''),
  ...CampaignSchedule.shape,
  targetType: z.enum(targetTypes),
  /** Of `tier-specific`. */
  patreonTier: PatronTier.default('None'),
  /** Accounts, of `custom`. */
  customUserIds: z.array(z.string()).default([]),
  currencies: CampaignCurrencies,
  isActive: z.boolean().default(true),
  nextRunDate: When,
  lastRun: When,
  /** How often somebody was paid. */
  totalDeliveries: z.int().nonnegative().default(0),
  createdDate: z.number(),
  /** From when on a `custom` time between two runs counts. */
  countsFrom: z.number(),
  /** Runs so far. */
  runs: z.int().nonnegative().default(0),
  /** The last run that did not take place; null after one that did. */
  missed: z
    .object({ at: z.number(), why: z.enum(missedReasons) })
    .nullable()
    .default(null),
  /** Only owners of the demo have saved it: it pays accounts of the demo, and any other campaign real ones. */
  demo: z.boolean().default(false),
  /** Accounts of users below owner who made, changed, activated or restored it, the latest last: it does not pay them. */
  setters: Setters,
})
export type Campaign = z.output<typeof Campaign>

/** The campaigns of a server. The key is the server. */
export const campaigns = defineDocument({
  kind: 'campaigns',
  schema: z.object({
    campaigns: z.record(z.string(), Campaign).default({}),
    /** The latest `mostDeleted` that were deleted, which can be restored. */
    deleted: z.record(z.string(), Campaign).default({}),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  about: 'several',
  // That an owner wrote down an account's id is nothing about its user. Who set a campaign is in the audit.
  exported: null,
  erased: 'byFeature',
  typedTexts: ['campaigns.*.name', 'campaigns.*.description', 'deleted.*.name', 'deleted.*.description'],
  audited: 'campaignAudit',
})

/** A run that is under way. It pays some accounts at a time, in a fixed order, and `bucket` and `after` say how far it is. */
const Run = z.object({
  id: z.string(),
  campaign: z.string(),
  campaignName: z.string(),
  /** The nth run of its campaign: what was paid to an account is noted by it. */
  number: z.int().positive(),
  /** Accounts that are made later get nothing of it. */
  startedAt: z.number(),
  targetType: z.enum(targetTypes),
  patreonTier: PatronTier,
  /** Of `custom`; an erased account is ''. */
  accounts: z.array(z.string()),
  currencies: CampaignCurrencies,
  demo: z.boolean(),
  /** Account of the user who pressed Run Now; null for a run by schedule. */
  by: z.string().nullable(),
  /** Those of the campaign, and the user who pressed Run Now if they are not an owner. */
  setters: Setters,
  bucket: z.int().nonnegative().default(0),
  /** The last one of the bucket that is done; '' for none. */
  after: z.string().default(''),
  recipientCount: z.int().nonnegative().default(0),
  /** Who got nothing, since a wallet was full. */
  skipped: z.int().nonnegative().default(0),
  /** From 0 to 1. */
  progress: z.number().default(0),
})
export type CampaignRun = z.output<typeof Run>

/** The runs that are under way. The key is the server. */
export const campaignRuns = defineDocument({
  kind: 'campaignRuns',
  schema: z.object({ runs: z.record(z.string(), Run).default({}) }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  typedTexts: ['runs.*.campaignName'],
  audited: 'campaignAudit',
})

/** The last run of each campaign that paid an account, by campaign: so that none pays it twice. The key is the account id. */
export const campaignMarks = defineDocument({
  kind: 'campaignMarks',
  schema: z.object({ paid: z.record(z.string(), z.int()).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'account',
  // What was paid is in the ledger, which is exported.
  exported: null,
  // An account that is made again is younger than the runs under way, and gets nothing of them.
  erased: 'cleared',
  audited: null,
})

export const runStatuses = ['completed', 'processing'] as const

/** Runs that are over: the history. */
export const campaignHistory = defineArchive({
  kind: 'campaignHistory',
  schema: z.object({
    id: z.string(),
    campaign: z.string(),
    title: z.string(),
    /** Epoch ms of its start. */
    executedDate: z.number(),
    endedAt: z.number(),
    recipientCount: z.int(),
    skipped: z.int(),
    currencies: CampaignCurrencies,
    by: z.string().nullable(),
  }),
  readableBy: holdersOf('ownerPanel'),
  persons: { by: 'by' },
  fields: {
    id: 'event',
    campaign: 'event',
    title: 'event',
    executedDate: 'event',
    endedAt: 'event',
    recipientCount: 'event',
    skipped: 'event',
    currencies: 'event',
    by: 'by',
  },
  erased: 'emptied',
  audited: null,
})

const did = {
  create: 'created the campaign {title}',
  change: 'changed the campaign {title}',
  pause: 'paused the campaign {title}',
  activate: 'activated the campaign {title}',
  delete: 'deleted the campaign {title}',
  restore: 'restored the campaign {title}',
  run: 'ran the campaign {title}',
} as const

/** Owners who created, changed, paused, ran, deleted or restored campaigns. */
export const campaignAudit = defineArchive({
  kind: 'campaignAudit',
  schema: z.object({
    act: z.enum(Object.keys(did) as [keyof typeof did, ...(keyof typeof did)[]]),
    ...actorShape,
    campaign: z.string(),
    title: z.string(),
    /** To whom it gives what, and when. */
    terms: z.string(),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: {
    act: 'event',
    campaign: 'event',
    title: 'event',
    terms: 'event',
    ...actorOwners,
  },
  erased: 'emptied',
  audited: ({ campaign, title, terms, ...row }) => ({
    ...row,
    subject: 'campaigns',
    did: did[row.act],
    detail: { title, terms, campaign },
  }),
})
