import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { ComingRun, recurrenceRefusals } from '../../engine/recurrence.ts'
import { longestNameOrId } from '../profile/profile.ts'
import { featureOffText } from '../server/hubFeatures.ts'
import { Campaign, CampaignCurrencies, CampaignSchedule, mostCampaigns, mostNamed, runStatuses } from './campaigns.ts'

export const longestCampaignName = 60
export const longestCampaignDescription = 300

/** What an owner enters. `recipients` of `custom`: account ids, SteamIDs or names, which become `customUserIds`. */
export const CampaignFields = CampaignSchedule.extend({
  name: z.string().trim().min(1, 'Enter a name.').max(longestCampaignName),
  description: z.string().trim().max(longestCampaignDescription).default(''),
  targetType: Campaign.shape.targetType,
  patreonTier: Campaign.shape.patreonTier,
  recipients: z.array(z.string().trim().min(1).max(longestNameOrId)).max(mostNamed).default([]),
  currencies: CampaignCurrencies,
}).strict()
export type CampaignFields = z.output<typeof CampaignFields>
export type CampaignFieldsInput = z.input<typeof CampaignFields>

/** To whom a campaign gives what. */
export const CampaignTerms = Campaign.pick({
  targetType: true,
  patreonTier: true,
  customUserIds: true,
  currencies: true,
})
/** What a campaign says, as the page of an owner has it. */
export const CampaignSeen = CampaignTerms.extend({
  ...CampaignSchedule.shape,
  name: Campaign.shape.name,
  description: Campaign.shape.description,
})

export const scheduleRefusals = {
  ...recurrenceRefusals,
  neverFires: 'No date ever matches "{rule}", so this campaign would never run. Change the day or the month.',
  noInterval: 'Enter at least one day, hour or minute between two runs.',
  both: 'Enter either a rule, or days, hours and minutes.',
}
/** Of staff below an owner, who pay named recipients as by a grant. */
const above = 'One of the recipients has your role or a higher one. Take them off the list, or ask an owner.'
const notYourself =
  "You are one of the recipients, and you can't pay yourself. Take yourself off the list, or ask an owner."
const fieldRefusals = {
  ...scheduleRefusals,
  above,
  notYourself,
  nothing: 'Enter an amount in at least one currency.',
  noTier: 'Choose the tier that gets it.',
  noRecipients: 'Name at least one recipient.',
  unknown: 'No account was found for: {names}.',
  ambiguous: 'Several accounts have this name: {names}. Enter their SteamIDs instead.',
}
const gone = 'That campaign was deleted.'
const changedSince = (outcome: string, again: string) =>
  `Someone else changed this campaign in the meantime: it now gives {terms}. ${outcome} Check it, then ${again} again.`
const tooMany = `There are ${mostCampaigns} campaigns already. Delete one first.`
const off = featureOffText('realCurrency')

/** The first words of a message; the sentence of the refusal comes after them. */
export const createFailed = 'Failed to create campaign'
export const runFailed = 'Failed to execute campaign'
export const statusFailed = 'Failed to update campaign status'

/** Beside `ownerPanel`, which a token may hold alone. */
const givesCurrency = ['addCurrency'] as const

/** Creates a campaign, which is active. */
export const createCampaign = defineCommand({
  name: 'campaigns.create',
  permission: 'ownerPanel',
  alsoNeeds: givesCurrency,
  input: CampaignFields,
  output: z.object({ id: Id, nextRunDate: z.number() }),
  refusals: { ...fieldRefusals, tooMany },
})

/** Replaces what a campaign says. A run under way goes on as it began. */
export const changeCampaign = defineCommand({
  name: 'campaigns.change',
  permission: 'ownerPanel',
  alsoNeeds: givesCurrency,
  /** `seen`: what the owner saw when they changed it. If the campaign says something else by now, it stays as it is. */
  input: z.strictObject({ id: Id, fields: CampaignFields, seen: CampaignSeen.optional() }),
  output: z.object({ nextRunDate: z.number().nullable() }),
  refusals: { ...fieldRefusals, gone, changedSince: changedSince('Nothing of yours was saved.', 'save') },
})

/** Pauses or activates a campaign. A run under way goes on. */
export const setCampaignActive = defineCommand({
  name: 'campaigns.setActive',
  permission: 'ownerPanel',
  alsoNeeds: givesCurrency,
  input: z.strictObject({ id: Id, isActive: z.boolean() }),
  output: z.object({ nextRunDate: z.number().nullable() }),
  refusals: { ...scheduleRefusals, gone, above, notYourself },
})

/** Starts a run at once. The next one by schedule stays. */
export const runCampaign = defineCommand({
  name: 'campaigns.run',
  permission: 'ownerPanel',
  alsoNeeds: givesCurrency,
  /** `seen`: to whom it gives what, as the owner confirmed it. If that is different by now, no one is paid. */
  input: z.strictObject({ id: Id, seen: CampaignTerms.optional() }),
  output: z.object({ run: z.string() }),
  refusals: {
    gone,
    off,
    above,
    notYourself,
    changedSince: changedSince('No one was paid.', 'run it'),
    paused: 'This campaign is paused. Activate it first.',
    running: 'A run of this campaign is under way. Wait until it is done.',
  },
})

export const deleteCampaign = defineCommand({
  name: 'campaigns.delete',
  permission: 'ownerPanel',
  input: z.strictObject({ id: Id }),
  output: z.object({}),
  refusals: { gone, running: 'A run of this campaign is under way. Wait until it is done, then delete it.' },
})

/** Brings a campaign back that was deleted, with all that it counts. A time that it missed meanwhile is left out. */
export const restoreCampaign = defineCommand({
  name: 'campaigns.restore',
  permission: 'ownerPanel',
  alsoNeeds: givesCurrency,
  input: z.strictObject({ id: Id }),
  output: z.object({ nextRunDate: z.number().nullable() }),
  refusals: { gone: 'It was deleted too long ago to be restored.', tooMany, above, notYourself },
})

/** A campaign's time has come. Nothing where it was paused or deleted meanwhile. */
export const fireCampaign = defineCommand({
  name: 'campaigns.fire',
  permission: 'hub',
  input: z.object({ id: z.string() }),
  output: z.object({}),
  refusals: {},
})

/** Pays some more accounts of a run. */
export const advanceRun = defineCommand({
  name: 'campaigns.advance',
  permission: 'hub',
  input: z.object({ run: z.string() }),
  output: z.object({}),
  refusals: {},
})

/** The next five runs of a schedule, before it is saved. `campaign`: the one that is edited; where its schedule is the same, it counts on. */
export const previewSchedule = defineQuery({
  name: 'campaigns.previewSchedule',
  permission: 'ownerPanel',
  input: CampaignSchedule.extend({ campaign: Id.nullable().default(null) }),
  output: z.object({
    runs: z.array(ComingRun),
  }),
  refusals: scheduleRefusals,
})

/** How many accounts would be paid now: goes through all accounts. */
export const countRecipients = defineQuery({
  name: 'campaigns.countRecipients',
  permission: 'ownerPanel',
  input: z.strictObject({ id: Id }),
  output: z.object({ recipients: z.int() }),
  refusals: { gone },
  perMinute: 20,
})

/** The accounts that a campaign names, as an owner would type them: a name that leads to one account alone, otherwise a SteamID, otherwise an id. */
export const readNamed = defineQuery({
  name: 'campaigns.named',
  permission: 'ownerPanel',
  input: z.strictObject({ id: Id }),
  output: z.object({ recipients: z.array(z.string()) }),
  refusals: { gone },
  perMinute: 20,
})

/** Runs that are over, the latest first. */
export const readCampaignHistory = defineQuery({
  name: 'campaigns.history',
  permission: 'ownerPanel',
  input: z.strictObject({ before: z.int().nullable().default(null), limit: z.int().min(1).max(100).default(25) }),
  output: z.object({
    runs: z.array(
      z.object({
        id: z.string(),
        campaignName: z.string(),
        executedDate: z.number(),
        recipientCount: z.int(),
        skipped: z.int(),
        currencies: CampaignCurrencies,
        status: z.enum(runStatuses),
      }),
    ),
    next: z.int().nullable(),
  }),
})
