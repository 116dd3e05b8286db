import { mainServer } from '../../../shared/engine/ids.ts'
import { account, identities, identityBuckets } from '../../../shared/features/account/account.ts'
import {
  type Campaign,
  type CampaignRun,
  campaignHistory,
  campaignMarks,
  campaignRuns,
  campaigns,
} from '../../../shared/features/campaigns/campaigns.ts'
import { advanceRun } from '../../../shared/features/campaigns/commands.ts'
import { patron, patronBuckets, patronIndex } from '../../../shared/features/patrons/patrons.ts'
import { amountsInWords } from '../../../shared/features/world/amounts.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import type { PersonRemoval } from '../../engine/feature.ts'
import { type Context, Refusal, type Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { accountsOfPerson, ofPersons } from '../account/persons.ts'
import { faucet, move, walletOf } from '../ledger/operation.ts'
import { post } from '../ledger/post.ts'
import { notify } from '../notifications/notify.ts'

type Reads = Pick<Context, 'read'>
type Target = Pick<CampaignRun, 'targetType' | 'patreonTier' | 'accounts' | 'demo' | 'startedAt'>

/** Accounts that are paid, a few ms, and accounts that are looked at, in one change: other commands run between two of them. */
const paidAtOnce = 5
const seenAtOnce = 500

/** Begins a run, which pays a few accounts at a time from now on. Returns its id. */
export function beginRun(context: Context, one: Readonly<Campaign>, by: string | null): string {
  const { edit, newId, now, schedule } = context
  const id = newId()
  const {
    id: campaign,
    name: campaignName,
    targetType,
    patreonTier,
    customUserIds,
    currencies: amounts,
    demo,
    setters,
  } = plain(one)
  edit(campaignRuns, mainServer).runs[id] = {
    id,
    campaign,
    campaignName,
    number: one.runs + 1,
    startedAt: now,
    targetType,
    patreonTier,
    accounts: customUserIds,
    currencies: amounts,
    demo,
    by,
    setters,
    bucket: 0,
    after: '',
    recipientCount: 0,
    skipped: 0,
    progress: 0,
  }
  const kept = edit(campaigns, mainServer).campaigns[campaign]
  if (kept) Object.assign(kept, { lastRun: now, runs: kept.runs + 1, missed: null })
  schedule.set(timerOf(id), now, advanceRun.name, { run: id })
  return id
}

/** Continues the run of a campaign where it stopped, if there is one. */
export function resumeRun({ read, schedule, now }: Pick<Context, 'read' | 'schedule' | 'now'>, campaign: string) {
  for (const { id, campaign: own } of Object.values(read(campaignRuns, mainServer).runs))
    if (own === campaign) schedule.set(timerOf(id), now, advanceRun.name, { run: id })
}

const timerOf = (run: string) => `campaign run ${run}`

/**
 * Pays the next accounts, notes how far the run is, and sets the timer of the next step, all in one change: after a crash the run goes on
 * where it was.
 */
export const advance: Rule<typeof advanceRun> = (context, { run: id }) => {
  const { read, edit, schedule, now } = context
  const { runs } = read(campaignRuns, mainServer)
  const found = Object.hasOwn(runs, id) ? runs[id] : undefined
  if (!found) return {}
  const run = { ...plain(found) }
  const { paid, skipped } = payNext(context, run)
  const kept = edit(campaignRuns, mainServer).runs[id]
  if (!kept) return {}
  const buckets = bucketsOf(run)
  const isOver = run.bucket >= buckets
  Object.assign(kept, {
    bucket: run.bucket,
    after: run.after,
    recipientCount: run.recipientCount + paid,
    skipped: run.skipped + skipped,
    progress: progressOf(context, run),
  })
  const campaign = edit(campaigns, mainServer).campaigns[run.campaign]
  if (campaign) campaign.totalDeliveries += paid
  if (isOver) finish(context, plain(kept))
  else schedule.set(timerOf(id), now, advanceRun.name, { run: id })
  return {}
}

/** Pays accounts until enough of them were paid or looked at, and moves the run on behind the last one. */
function payNext(context: Context, run: CampaignRun) {
  let [paid, skipped, seen] = [0, 0, 0]
  const isSetter = ofPersons(context.read, run.setters)
  for (; run.bucket < bucketsOf(run); run.bucket += 1, run.after = '') {
    const rest = membersOf(context, run, run.bucket).filter(([place]) => place > run.after)
    for (const [place, id] of rest) {
      if (paid + skipped >= paidAtOnce || seen >= seenAtOnce) return { paid, skipped }
      seen += 1
      run.after = place
      if (!isRecipient(context, run, id) || isPaid(context, run, id) || isSetter(id)) continue
      if (pay(context, run, id)) paid += 1
      else skipped += 1
    }
  }
  return { paid, skipped }
}

function finish(context: Context, run: CampaignRun) {
  const { edit, now } = context
  const { id, campaign, campaignName, startedAt, recipientCount, skipped, currencies: amounts, by } = run
  delete edit(campaignRuns, mainServer).runs[id]
  const row = { id, campaign, title: campaignName, recipientCount, skipped, currencies: amounts, by }
  context.archive(campaignHistory, { ...row, executedDate: startedAt, endedAt: now })
}

/**
 * An erased account leaves a run in its place, so that the run neither skips nor repeats anyone. A run that it set ends: it would pay another
 * account of that person.
 */
export const forgetInRuns: PersonRemoval['remove'] = ({ read, edit }, { account: erased }) => {
  for (const { id, accounts, by, setters } of Object.values(plain(read(campaignRuns, mainServer).runs))) {
    const isNamed = by === erased || accounts.includes(erased) || setters.includes(erased)
    const kept = isNamed ? edit(campaignRuns, mainServer).runs[id] : undefined
    if (!kept) continue
    kept.accounts = accounts.map((one) => (one === erased ? '' : one))
    if (by === erased) kept.by = null
    if (!setters.includes(erased)) continue
    Object.assign(kept, { setters: setters.filter((one) => one !== erased), bucket: bucketsOf(kept) })
  }
}

/** Ends the runs that an account set last, where they are. */
export function endRunsSetBy({ read, edit }: Pick<Context, 'read' | 'edit'>, setter: string) {
  for (const { id, setters } of Object.values(plain(read(campaignRuns, mainServer).runs))) {
    const kept = setters.at(-1) === setter ? edit(campaignRuns, mainServer).runs[id] : undefined
    if (kept) kept.bucket = bucketsOf(kept)
  }
}

const isPaid = ({ read }: Reads, { campaign, number }: CampaignRun, id: string) =>
  (read(campaignMarks, id).paid[campaign] ?? 0) >= number

/** Pays an account and notes that it is paid. A full wallet gets nothing, and the run goes on. */
function pay(context: Context, run: CampaignRun, id: string): boolean {
  const { read, edit, newId } = context
  const { paid } = edit(campaignMarks, id)
  paid[run.campaign] = run.number
  // Nothing needs to be known about campaigns that were deleted meanwhile.
  const { campaigns: known } = read(campaigns, mainServer)
  for (const other of Object.keys(paid)) if (!Object.hasOwn(known, other)) delete paid[other]
  const given = currencies.filter((currency) => run.currencies[currency] > 0)
  const entries = given.flatMap((currency) =>
    move(faucet('campaign'), walletOf(id), currency, run.currencies[currency]),
  )
  const said = { by: 'campaigns', byHub: true, item: run.campaignName, subject: run.id } as const
  try {
    post(context, { id: newId(), cause: 'campaign', entries, ...said })
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  const isOne = given.reduce((sum, currency) => sum + run.currencies[currency], 0) === 1
  notify(context, {
    to: id,
    type: 'campaign',
    title: run.campaignName,
    message: `You received ${amountsInWords(run.currencies)}. ${isOne ? "It's" : "They're"} in your wallet.`,
    link: '/ledger',
    details: {
      campaign: run.campaign,
      ...Object.fromEntries(given.map((currency) => [currency, run.currencies[currency]])),
    },
  })
  return true
}

const bucketsOf = ({ targetType }: Pick<Target, 'targetType'>) =>
  ({ all: identityBuckets.length, patreon: patronBuckets.length, 'tier-specific': patronBuckets.length, custom: 1 })[
    targetType
  ]

/** The accounts of a bucket, each with its place in the order of the run. An account may be at several places. */
function membersOf(
  { read }: Reads,
  { targetType, accounts }: Target,
  bucket: number,
): readonly (readonly [string, string])[] {
  if (targetType === 'custom') return accounts.map((id, nth) => [String(nth + 1).padStart(6, '0'), id] as const)
  if (targetType === 'all') return sorted(Object.entries(read(identities, identityBuckets[bucket] ?? '').accounts))
  const { tiers } = read(patronIndex, patronBuckets[bucket] ?? '')
  return sorted(Object.keys(tiers).map((id) => [id, id] as const))
}
const sorted = (members: readonly (readonly [string, string])[]) =>
  members.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))

/** An account that was created, or a tier that was set, after the run began is not paid. */
function isRecipient({ read }: Reads, { targetType, patreonTier, demo, startedAt }: Target, id: string): boolean {
  if (id === '') return false
  const own = read(account, id)
  if (own.createdAt === 0 || own.createdAt > startedAt || own.demo !== demo) return false
  if (targetType === 'all' || targetType === 'custom') return true
  const { tier, since, until } = read(patron, id)
  if ((since ?? 0) > startedAt || (until !== null && until <= startedAt)) return false
  return targetType === 'patreon' ? tier !== 'None' : tier === patreonTier
}

function progressOf(context: Reads, run: CampaignRun): number {
  const buckets = bucketsOf(run)
  if (run.bucket >= buckets) return 1
  const members = membersOf(context, run, run.bucket)
  const done = members.filter(([place]) => place <= run.after).length
  return (run.bucket + done / Math.max(1, members.length)) / buckets
}

/** How many accounts a run that begins now would pay. Goes through all of them. */
export function recipientsOf(context: Reads & { readonly now: number }, one: Readonly<Campaign>): number {
  const { targetType, patreonTier, customUserIds: accounts, demo, setters } = one
  const target = { targetType, patreonTier, accounts, demo, startedAt: context.now }
  // Here the setters are followed, not each account, of which there are many. The payment looks from both sides.
  const ofSetters = new Set(setters.flatMap((one) => [...accountsOfPerson(context.read, one)]))
  const found = new Set<string>()
  for (let bucket = 0; bucket < bucketsOf(target); bucket += 1)
    for (const [, id] of membersOf(context, target, bucket))
      if (isRecipient(context, target, id) && !ofSetters.has(id)) found.add(id)
  return found.size
}
