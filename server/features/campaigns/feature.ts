import {
  campaignAudit,
  campaignHistory,
  campaignMarks,
  campaignRuns,
  campaigns,
} from '../../../shared/features/campaigns/campaigns.ts'
import * as commands from '../../../shared/features/campaigns/commands.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { followLostRights } from '../session/lostRights.ts'
import { textsFor } from './named.ts'
import * as rules from './rules.ts'
import { advance, endRunsSetBy, forgetInRuns, recipientsOf } from './runs.ts'
import { previewRuns, problemOf } from './schedule.ts'

/** Gifts of currency to many by schedule: the campaigns, their runs and the history. */
export const campaignsFeature: Feature = {
  name: 'campaigns',
  documents: [campaigns, campaignRuns, campaignMarks],
  archives: [campaignHistory, campaignAudit],
  commands: [
    implement(commands.createCampaign, rules.createCampaign),
    implement(commands.changeCampaign, rules.changeCampaign),
    implement(commands.setCampaignActive, rules.setCampaignActive),
    implement(commands.runCampaign, rules.runCampaign),
    implement(commands.deleteCampaign, rules.deleteCampaign),
    implement(commands.restoreCampaign, rules.restoreCampaign),
    implement(commands.fireCampaign, rules.fireDue),
    implement(commands.advanceRun, advance),
  ],
  queries: [
    implementQuery(commands.previewSchedule, (context, { campaign, ...schedule }) => {
      const { now, refuse } = context
      const problem = problemOf(schedule, now)
      if (problem) return refuse(problem.code, problem.values)
      const edited = campaign === null ? null : rules.campaignOf(context, campaign)
      const countsFrom = edited && rules.isSameSchedule(edited, schedule) ? edited.countsFrom : now
      return { runs: previewRuns(schedule, now, countsFrom) }
    }),
    implementQuery(commands.readNamed, (context, { id }) => {
      const one = rules.campaignOf(context, id) ?? context.refuse('gone')
      return { recipients: textsFor(context, one.customUserIds, one.demo) }
    }),
    implementQuery(commands.countRecipients, (context, { id }) => {
      const one = rules.campaignOf(context, id) ?? context.refuse('gone')
      const setters = rules.settersWith(context.principal, one.setters)
      return { recipients: recipientsOf(context, { ...one, setters }) }
    }),
    implementQuery(commands.readCampaignHistory, async ({ page }, { before, limit }) => {
      const { rows, next } = await page(campaignHistory, { before, limit })
      const runs = rows.map(
        ({ row: { id, title: campaignName, executedDate, recipientCount, skipped, currencies } }) => {
          const counts = { recipientCount, skipped, currencies, status: 'completed' as const }
          return { id, campaignName, executedDate, ...counts }
        },
      )
      return { runs, next }
    }),
  ],
  derivations: [
    followLostRights(
      (context, account, lost) => {
        if (!lost.includes('ownerPanel') && !lost.includes('addCurrency')) return
        rules.pauseSetBy(context, account)
        endRunsSetBy(context, account)
      },
      { keepsSession: false },
    ),
  ],
  removals: [
    { kind: campaigns, remove: rules.forgetAccount },
    { kind: campaignRuns, remove: forgetInRuns },
  ],
}
