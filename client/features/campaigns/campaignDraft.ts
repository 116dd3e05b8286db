import { z } from 'zod'
import {
  type Campaign,
  intervalInWords,
  lastDayOfMonth,
  mostNamed,
  type ScheduleKind,
  scheduleKinds,
  type TargetType,
  targetTypes,
} from '../../../shared/features/campaigns/campaigns.ts'
import { type CampaignFieldsInput, CampaignSeen } from '../../../shared/features/campaigns/commands.ts'
import { PatronTier } from '../../../shared/features/patrons/patrons.ts'
import { longestNameOrId } from '../../../shared/features/profile/profile.ts'
import { useDraftOver } from '../../ui/draftOver.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { localZone } from '../../ui/wallTime.ts'

/** A campaign as an owner types it. */
export const CampaignDraft = z.object({
  name: z.string(),
  description: z.string(),
  schedule: z.enum(scheduleKinds),
  /** Of `custom`: a time between two runs, or a rule. */
  isByRule: z.boolean(),
  customDays: z.string(),
  customHours: z.string(),
  customMinutes: z.string(),
  customRule: z.string(),
  zone: z.string(),
  time: z.string(),
  weekday: z.string(),
  monthDay: z.string(),
  targetType: z.enum(targetTypes),
  patreonTier: PatronTier.nullable(),
  /** One on each line. */
  recipients: z.string(),
  voidPearls: z.string(),
  razorTalons: z.string(),
  sylvanShards: z.string(),
})
export type CampaignDraft = z.infer<typeof CampaignDraft>

/** @param campaign null for a new one @param named its accounts, as an owner would type them */
export const useCampaignDraft = (campaign: Campaign | null, named: readonly string[]) =>
  useDraftOver(
    `campaign ${campaign?.id ?? 'new'}`,
    CampaignDraft,
    campaign ? draftOf(campaign, named) : blankDraft(localZone()),
    campaign ? JSON.stringify(CampaignSeen.parse(campaign)) : '',
  )

const blankDraft = (zone: string): CampaignDraft => ({
  name: '',
  description: '',
  schedule: 'weekly',
  isByRule: false,
  customDays: '',
  customHours: '',
  customMinutes: '',
  customRule: '',
  zone,
  time: '12:00',
  weekday: '1',
  monthDay: '1',
  targetType: 'all',
  patreonTier: null,
  recipients: '',
  voidPearls: '',
  razorTalons: '',
  sylvanShards: '',
})

const typed = (amount: number) => (amount === 0 ? '' : String(amount))

/** @param recipients the named accounts, as an owner would type them */
const draftOf = (one: Campaign, recipients: readonly string[]): CampaignDraft => ({
  name: one.name,
  description: one.description,
  schedule: one.schedule,
  isByRule: one.customRule !== '',
  customDays: typed(one.customDays),
  customHours: typed(one.customHours),
  customMinutes: typed(one.customMinutes),
  customRule: one.customRule,
  zone: one.zone,
  time: one.time,
  weekday: String(one.weekday),
  monthDay: String(one.monthDay),
  targetType: one.targetType,
  patreonTier: one.patreonTier === 'None' ? null : one.patreonTier,
  recipients: recipients.join('\n'),
  voidPearls: typed(one.currencies.voidPearls),
  razorTalons: typed(one.currencies.razorTalons),
  sylvanShards: typed(one.currencies.sylvanShards),
})

/** What the hub takes as a schedule. Fields of another kind of schedule are left out. */
export function scheduleOf(draft: CampaignDraft) {
  const { schedule, zone, time, weekday, monthDay, isByRule } = draft
  const number = (text: string) => numberIn(text) ?? 0
  if (schedule === 'custom' && isByRule) return { schedule, zone, customRule: draft.customRule.trim() }
  if (schedule === 'custom') {
    const [customDays, customHours, customMinutes] = [draft.customDays, draft.customHours, draft.customMinutes].map(
      number,
    )
    return { schedule, zone, customDays, customHours, customMinutes }
  }
  const day = Number(monthDay) as Campaign['monthDay']
  return { schedule, zone, time, weekday: Number(weekday), ...(schedule === 'monthly' && { monthDay: day }) }
}

export const recipientsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,;]+/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]

/** What the hub would refuse in a list of accounts, before it is asked. */
export function recipientsProblem(text: string): string | null {
  const named = recipientsIn(text)
  if (named.length > mostNamed) return `Enter at most ${mostNamed} accounts. You entered ${named.length}.`
  const long = named.find((one) => one.length > longestNameOrId)
  return long === undefined ? null : `"${long.slice(0, 20)}…" is too long for a name. Put each account on its own line.`
}

export const fieldsOf = (draft: CampaignDraft): CampaignFieldsInput => ({
  ...scheduleOf(draft),
  name: draft.name.trim(),
  description: draft.description.trim(),
  targetType: draft.targetType,
  ...(draft.targetType === 'tier-specific' && { patreonTier: draft.patreonTier ?? 'None' }),
  ...(draft.targetType === 'custom' && { recipients: recipientsIn(draft.recipients) }),
  currencies: {
    voidPearls: numberIn(draft.voidPearls) ?? 0,
    razorTalons: numberIn(draft.razorTalons) ?? 0,
    sylvanShards: numberIn(draft.sylvanShards) ?? 0,
  },
})

export const scheduleNames: Readonly<Record<ScheduleKind, string>> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  custom: 'Custom',
}
export const targetNames: Readonly<Record<TargetType, string>> = {
  all: 'Everyone',
  patreon: 'All patrons',
  'tier-specific': 'One tier',
  custom: 'Chosen accounts',
}
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
export const dayOptions = dayNames.map((name, at) => ({ key: String(at), name }))
export const monthOptions = [
  ...Array.from({ length: 28 }, (_, at) => ({ key: String(at + 1), name: `Day ${at + 1}` })),
  { key: String(lastDayOfMonth), name: 'Last day of the month' },
]

type Whom = Pick<Campaign, 'targetType' | 'patreonTier' | 'customUserIds'>
export function targetInWords({ targetType, patreonTier, customUserIds }: Whom): string {
  if (targetType === 'tier-specific') return `${patreonTier} patrons`
  if (targetType === 'custom') return customUserIds.length === 1 ? '1 account' : `${customUserIds.length} accounts`
  return targetType === 'all' ? 'everyone' : 'all patrons'
}

/** As `Each Monday at 12:00, Europe/Berlin`. */
export function scheduleInWords(one: Campaign): string {
  const at = `at ${one.time}, ${one.zone.replaceAll('_', ' ')}`
  if (one.schedule === 'daily') return `Daily ${at}`
  if (one.schedule === 'weekly') return `Each ${dayNames[one.weekday]} ${at}`
  if (one.schedule === 'monthly')
    return `Monthly on ${one.monthDay === lastDayOfMonth ? 'the last day' : `day ${one.monthDay}`} ${at}`
  if (one.customRule !== '') return `By the rule ${one.customRule}, ${one.zone.replaceAll('_', ' ')}`
  return `Every ${intervalInWords(one)}`
}
