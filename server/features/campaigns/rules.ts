import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import {
  type Campaign,
  type CampaignSchedule,
  campaignAudit,
  campaignRuns,
  campaigns,
  intervalInWords,
  lastDayOfMonth,
  latestRunMs,
  mostCampaigns,
  mostDeleted,
} from '../../../shared/features/campaigns/campaigns.ts'
import type * as commands from '../../../shared/features/campaigns/commands.ts'
import { type CampaignFields, fireCampaign } from '../../../shared/features/campaigns/commands.ts'
import { amountsInWords } from '../../../shared/features/world/amounts.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import type { PersonRemoval } from '../../engine/feature.ts'
import type { Actor, Context, Rule } from '../../engine/rule.ts'
import { isSameValue, plain } from '../../engine/transaction.ts'
import { accountOf, actorRow } from '../account/rules.ts'
import { checkRank } from '../ledger/grants.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import { accountsNamed } from './named.ts'
import { beginRun, resumeRun } from './runs.ts'
import { isWrong, nextAfterLast, nextOf, problemOf, ruleOf } from './schedule.ts'

type Reads = Pick<Context, 'read'>
type Refusing = Context & { refuse(code: string, values?: Readonly<Record<string, string | number>>): never }

export function campaignOf({ read }: Reads, id: string): Readonly<Campaign> | null {
  const { campaigns: all } = read(campaigns, mainServer)
  return Object.hasOwn(all, id) ? (all[id] ?? null) : null
}

export const createCampaign: Rule<typeof commands.createCampaign> = (context, given) => {
  const { read, edit, newId, now, refuse, actor } = context
  const own = checked(context as never, given)
  if (Object.keys(read(campaigns, mainServer).campaigns).length >= mostCampaigns) return refuse('tooMany')
  const id = newId()
  edit(campaigns, mainServer).campaigns[id] = {
    ...own,
    id,
    isActive: true,
    nextRunDate: null,
    lastRun: null,
    totalDeliveries: 0,
    createdDate: now,
    countsFrom: now,
    runs: 0,
    missed: null,
    setters: settersWith(actor, []),
  }
  const nextRunDate = awaitNext(context, id) ?? refuse('neverFires', { rule: ruleOf(own) ?? '' })
  audit(context, 'create', id)
  return { id, nextRunDate }
}

export const changeCampaign: Rule<typeof commands.changeCampaign> = (context, { id, fields, seen }) => {
  const before = campaignOf(context, id) ?? context.refuse('gone')
  const own = checked(context as never, fields, before)
  if (seen && !says(before, seen) && !says(before, own))
    return context.refuse('changedSince', { terms: termsOf(before) })
  // The time between two runs counts on as it did, unless it is another one.
  const isSame = isSameSchedule(before, own)
  const { actor, now } = context
  // What an owner saves is the owner's.
  const setters = settersWith(actor, actor.role === 'owner' ? [] : before.setters)
  Object.assign(campaignIn(context, id), own, { setters }, isSame ? {} : { countsFrom: now })
  const nextRunDate = isSame ? before.nextRunDate : awaitNext(context, id)
  audit(context, 'change', id)
  return { nextRunDate }
}

/** Whether each of these fields of the campaign is so. */
const says = (one: Campaign, fields: Partial<Campaign>) =>
  Object.entries(fields).every(([field, value]) => isSameValue(one[field as keyof Campaign], value))

const scheduleFields = [
  'schedule',
  'customDays',
  'customHours',
  'customMinutes',
  'customRule',
  'zone',
  'time',
  'weekday',
  'monthDay',
] as const satisfies readonly (keyof CampaignSchedule)[]
export const isSameSchedule = (one: CampaignSchedule, other: CampaignSchedule) =>
  scheduleFields.every((field) => one[field] === other[field])

export const setCampaignActive: Rule<typeof commands.setCampaignActive> = (context, { id, isActive }) => {
  const { now, refuse } = context
  const before = campaignOf(context, id) ?? refuse('gone')
  if (before.isActive === isActive) return { nextRunDate: before.nextRunDate }
  const problem = isActive ? problemOf(before, now) : null
  if (problem) return refuse(problem.code, problem.values)
  if (isActive) checkRecipients(context, before.customUserIds)
  const setters = isActive ? settersWith(context.actor, before.setters) : before.setters
  Object.assign(campaignIn(context, id), { isActive, missed: null, setters: [...setters] })
  const nextRunDate = awaitNext(context, id)
  audit(context, isActive ? 'activate' : 'pause', id)
  return { nextRunDate }
}

export const deleteCampaign: Rule<typeof commands.deleteCampaign> = (context, { id }) => {
  const { edit, schedule, refuse } = context
  if (!campaignOf(context, id)) return refuse('gone')
  if (isRunning(context, id)) return refuse('running')
  audit(context, 'delete', id)
  schedule.cancel(timerOf(id))
  const { campaigns: all, deleted } = edit(campaigns, mainServer)
  deleted[id] = plain(campaignIn(context, id))
  delete all[id]
  for (const oldest of Object.keys(deleted).slice(0, -mostDeleted)) delete deleted[oldest]
  return {}
}

export const restoreCampaign: Rule<typeof commands.restoreCampaign> = (context, { id }) => {
  const { read, edit, refuse } = context
  const before = read(campaigns, mainServer)
  const kept = Object.hasOwn(before.deleted, id) ? plain(before.deleted[id]) : undefined
  if (!kept) return refuse('gone')
  if (Object.keys(before.campaigns).length >= mostCampaigns) return refuse('tooMany')
  checkRecipients(context, kept.customUserIds)
  const { campaigns: all, deleted } = edit(campaigns, mainServer)
  delete deleted[id]
  all[id] = { ...kept, setters: settersWith(context.actor, kept.setters) }
  const nextRunDate = awaitNext(context, id)
  audit(context, 'restore', id)
  return { nextRunDate }
}

export const runCampaign: Rule<typeof commands.runCampaign> = (context, { id, seen }) => {
  const { refuse, actor } = context
  const one = campaignOf(context, id) ?? refuse('gone')
  if (seen && !says(one, seen)) return refuse('changedSince', { terms: termsOf(one) })
  if (!one.isActive) return refuse('paused')
  if (!isOn(context)) return refuse('off')
  if (isRunning(context, id)) return refuse('running')
  checkRecipients(context, one.customUserIds)
  audit(context, 'run', id)
  const setters = settersWith(actor, one.setters)
  return { run: beginRun(context, { ...one, setters }, accountOf(actor)) }
}

/** A campaign's time has come. A run that is too late, that would overtake the one before, or that has no currency is noted and skipped. */
export const fireDue: Rule<typeof fireCampaign> = (context, { id }) => {
  const { now } = context
  const one = campaignOf(context, id)
  if (!one?.isActive || one.nextRunDate === null) return {}
  const { nextRunDate: planned } = one
  if (planned > now && !isWrong(one, planned, now)) return {}
  const why = isTooLate(one, planned, now) ? 'down' : isRunning(context, id) ? 'running' : isOn(context) ? null : 'off'
  if (why === null) beginRun(context, one, null)
  else campaignIn(context, id).missed = { at: planned, why }
  // A step that a fault of the program has stopped is tried again.
  if (why === 'running') resumeRun(context, id)
  awaitNext(context, id)
  return {}
}

/** Of several runs that were missed while the hub was down, only the latest counts. */
function isTooLate(one: Campaign, planned: number, now: number): boolean {
  if (now - planned <= latestRunMs) return false
  const latest = nextOf(one, now - latestRunMs - 1, one.countsFrom)
  return latest === null || latest > now
}

export const isRunning = ({ read }: Reads, campaign: string) =>
  Object.values(read(campaignRuns, mainServer).runs).some((run) => run.campaign === campaign)

const isOn = (context: Pick<Context, 'read' | 'setting'>) => isSwitchedOn(context, 'realCurrency')
const timerOf = (id: string) => `campaign ${id}`

/** Sets the timer of the next run, or removes that of a paused campaign. Returns the time of the run, epoch ms; null for never. */
function awaitNext(context: Context, id: string): number | null {
  const { schedule, now } = context
  const one = plain(campaignIn(context, id))
  const rule = ruleOf(one)
  const at = one.isActive ? nextAfterLast(one, now) : null
  if (at === null) schedule.cancel(timerOf(id))
  else if (rule === null) schedule.set(timerOf(id), at, fireCampaign.name, { id })
  else schedule.every(timerOf(id), { rule, zone: one.zone, missed: 'runOnce' }, fireCampaign.name, { id })
  campaignIn(context, id).nextRunDate = at
  return at
}

/** @throws for a campaign that is not there */
export function campaignIn({ edit }: Pick<Context, 'edit'>, id: string): Campaign {
  const found = edit(campaigns, mainServer).campaigns[id]
  if (!found) throw new Error(`There is no campaign "${id}"`)
  return found
}

/**
 * The fields as they are kept, with the accounts that an owner has named. It pays accounts of the demo while owners of the demo alone have saved
 * it, and real ones from then on.
 */
function checked(context: Refusing, { recipients, ...fields }: CampaignFields, before = { demo: true }) {
  const { read, refuse, actor, now } = context
  const problem = problemOf(fields, now)
  if (problem) return refuse(problem.code, problem.values)
  if (currencies.every((currency) => fields.currencies[currency] === 0)) return refuse('nothing')
  const isTier = fields.targetType === 'tier-specific'
  if (isTier && fields.patreonTier === 'None') return refuse('noTier')
  const isDemo = before.demo && read(account, accountOf(actor)).demo
  const customUserIds = fields.targetType === 'custom' ? accountsNamed(context, recipients, isDemo) : []
  if (fields.targetType === 'custom' && customUserIds.length === 0) return refuse('noRecipients')
  checkRecipients(context, customUserIds)
  return { ...fields, patreonTier: isTier ? fields.patreonTier : ('None' as const), customUserIds, demo: isDemo }
}

/** A campaign that an erased account set is paused: it would pay the same user, who signs in again. */
export const forgetAccount: PersonRemoval['remove'] = (context, { account: erased }) => {
  const { read, edit, now } = context
  const isOther = (one: string) => one !== erased
  for (const part of ['campaigns', 'deleted'] as const)
    for (const one of Object.values(plain(read(campaigns, mainServer)[part]))) {
      const { id, customUserIds, setters, isActive } = one
      const kept = [...customUserIds, ...setters].every(isOther) ? undefined : edit(campaigns, mainServer)[part][id]
      if (!kept) continue
      kept.customUserIds = customUserIds.filter(isOther)
      if (setters.every(isOther)) continue
      const missed = isActive ? ({ at: now, why: 'erased' } as const) : kept.missed
      Object.assign(kept, { setters: setters.filter(isOther), isActive: false, missed })
      if (part === 'campaigns') awaitNext(context, id)
    }
}

/** Campaigns that an account set last, and may no longer set, are paused until someone who may do so activates them again. */
export function pauseSetBy(context: Context, account: string) {
  const { read, edit, now } = context
  for (const part of ['campaigns', 'deleted'] as const)
    for (const { id, setters, isActive } of Object.values(plain(read(campaigns, mainServer)[part]))) {
      const kept = isActive && setters.at(-1) === account ? edit(campaigns, mainServer)[part][id] : undefined
      if (!kept) continue
      Object.assign(kept, { isActive: false, missed: { at: now, why: 'rights' } })
      if (part === 'campaigns') awaitNext(context, id)
    }
}

type Granting = Context & { refuse(code: 'above' | 'notYourself'): never }

/** To pay an account by name is a grant. */
function checkRecipients(context: Granting, accounts: readonly string[]) {
  for (const id of accounts) checkRank(context, id)
}

/** Owners are paid by what they set, as by what they give; others are not. */
export const settersWith = ({ role, id }: Actor, before: readonly string[]): string[] =>
  role === 'owner' || id === null ? [...before] : [...before.filter((one) => one !== id), id]

function audit(
  context: Context,
  act: 'create' | 'change' | 'pause' | 'activate' | 'delete' | 'restore' | 'run',
  id: string,
) {
  const one = campaignOf(context, id)
  if (!one) return
  context.archive(campaignAudit, {
    act,
    campaign: id,
    title: one.name,
    terms: termsOf(one),
    ...actorRow(context),
  })
}

/** As `100 Void Pearls to all, daily at 12:00 (UTC)`. */
function termsOf(one: Campaign): string {
  const whom = { all: 'all', patreon: 'all patrons', 'tier-specific': `${one.patreonTier} patrons` }
  const named = one.customUserIds.length
  const to = one.targetType === 'custom' ? `${named} account${named === 1 ? '' : 's'}` : whom[one.targetType]
  return `${amountsInWords(one.currencies)} to ${to}, ${whenOf(one)}`
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
function whenOf(one: Campaign): string {
  const at = `at ${one.time} (${one.zone})`
  if (one.schedule === 'daily') return `daily ${at}`
  if (one.schedule === 'weekly') return `each ${days[one.weekday]} ${at}`
  if (one.schedule === 'monthly')
    return `monthly on ${one.monthDay === lastDayOfMonth ? 'the last day' : `day ${one.monthDay}`} ${at}`
  if (one.customRule !== '') return `by the rule ${one.customRule} (${one.zone})`
  return `every ${intervalInWords(one)}`
}
