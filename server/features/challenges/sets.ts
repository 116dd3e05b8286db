import type { DocumentOf } from '../../../shared/engine/document.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import { permissionsOf } from '../../../shared/engine/permissions.ts'
import { dayOf, isStillDay } from '../../../shared/engine/utcDay.ts'
import { account } from '../../../shared/features/account/account.ts'
import { challengeAudit } from '../../../shared/features/challenges/archives.ts'
import {
  type Challenge,
  type ChallengeSet,
  challenges,
  dailyRule,
  type SetKind,
  setSizes,
} from '../../../shared/features/challenges/challenge.ts'
import * as commands from '../../../shared/features/challenges/commands.ts'
import {
  challengeDesk,
  type DayFigures,
  defaultCancelReason,
  erasedCancelReason,
  DayFigures as Figures,
  figureDays,
  type HistoryEntry,
  mostHistory,
  testDelayMs,
  updateDelayMs,
  updatedTitle,
} from '../../../shared/features/challenges/desk.ts'
import { generateChallenges, seedOf } from '../../../shared/features/challenges/generate.ts'
import type { Actor, Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { accountOf, actorRow } from '../account/rules.ts'
import { notifyEveryone } from '../notifications/notify.ts'
import { hasOpenGate } from '../session/openSessions.ts'

const dayMs = 86_400_000
const dailyTimer = 'challenges/daily'
const updateTimer = 'challenges/update'

export const turnSets: Rule<typeof commands.turnSets> = (context) => {
  const { read, now, schedule } = context
  const { daily, weekly } = read(challenges)
  if (daily === null || !isStillDay(daily.day, now)) offer(context, { kind: 'daily', day: dayOf(now) })
  // The week that begins tomorrow counts as this one, as the day does.
  const isThisWeek = weekly !== null && [mondayOf(now), mondayOf(now + dayMs)].includes(weekly.day)
  if (!isThisWeek) offer(context, { kind: 'weekly', day: mondayOf(now) })
  schedule.every(dailyTimer, dailyRule, commands.turnSets.name, {})
  return {}
}

/** The UTC day of the Monday before. @param at epoch ms */
const mondayOf = (at: number) => dayOf(at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs)

interface Offered {
  readonly kind: SetKind
  readonly day: string
}

/** A set of the hub's own, the same for this day whenever it is made. */
function offer(context: Context, { kind, day }: Offered) {
  const { read, edit, now } = context
  const id = `${kind}-${day}`
  const made = generateChallenges({ kind, count: setSizes[kind], currency: 'auto', seed: seedOf(id), at: now })
  const isFirst = read(challenges)[kind] === null
  showSet(context, { id, kind, day, startedAt: now, challenges: byId(made) })
  if (kind === 'daily') edit(challengeDesk).approved = null
  const history = addHistory(context, {
    action: 'updated',
    kind,
    made,
    scheduledFor: now,
    status: 'active',
    adminInfo: { code: 'hub', sessionId: null, userAgent: null, account: '' },
  })
  if (kind === 'weekly' && !isFirst)
    notifyEveryone(context, {
      type: 'challengesUpdated',
      title: 'New weekly challenges',
      message: `${made.length} challenges for this week. You have until Sunday to accept them.`,
      link: '/games',
      challengeCount: made.length,
      historyId: history,
      details: { adminCode: 'hub' },
    })
}

const byId = (made: readonly Challenge[]) => Object.fromEntries(made.map((one) => [one.id, one]))

function showSet({ edit }: Pick<Context, 'edit'>, set: ChallengeSet) {
  edit(challenges)[set.kind] = set
}

interface Added extends Pick<HistoryEntry, 'action' | 'kind' | 'scheduledFor' | 'status' | 'adminInfo'> {
  readonly made: readonly Challenge[]
}

function addHistory({ edit, newId, now }: Context, { made, ...rest }: Added): string {
  const { history } = edit(challengeDesk)
  const id = newId()
  history[id] = {
    id,
    timestamp: now,
    challengeCount: made.length,
    challenges: made.map(({ id: nth, title, difficulty, category, reward, timeLimit }) => ({
      id: nth,
      title,
      difficulty,
      category,
      reward: { ...reward },
      timeLimit,
    })),
    cancelReason: null,
    cancelledAt: null,
    ...rest,
  }
  keepLatest(history, mostHistory)
  return id
}

/** Removes the oldest entries that are not pending. Returns how many. */
function keepLatest(history: Record<string, HistoryEntry>, most: number): number {
  const tooMany = Object.keys(history).length - most
  if (tooMany <= 0) return 0
  const oldest = Object.values(history)
    .filter(({ status }) => status !== 'pending')
    .toSorted((one, other) => one.timestamp - other.timestamp)
    .slice(0, tooMany)
  for (const { id } of oldest) delete history[id]
  return oldest.length
}

export const approveUpdate: Rule<typeof commands.approveUpdate> = (context, wanted) => {
  const { actor, edit, now, refuse, schedule, read } = context
  const { seed, count, currency, isTest } = wanted
  const adminInfo = adminOf(context)
  const isByCode = adminInfo.code === 'species code'
  if (isByCode && read(account, accountOf(actor)).steamId === null) return refuse('notLinked')
  // Challenges pay talons and shards. Pearls are given.
  if (currency === 'voidPearls' && !actor.can('addCurrency')) return refuse('noPearls')
  const made = generateChallenges({ kind: 'daily', count, currency, seed, at: now })
  const missing = wanted.chosen.find((id) => !made.some((one) => one.id === id))
  if (missing !== undefined) return refuse('unknown', { id: missing })
  const chosen = made.filter(({ id }) => wanted.chosen.includes(id))
  if (chosen.length === 0) return refuse('none')
  const before = read(challengeDesk).pending
  if (before !== null) endPending(context, before.historyId, 'Replaced by a newer update')
  const scheduledTime = now + (isTest ? testDelayMs : updateDelayMs)
  const history = addHistory(context, {
    action: before === null ? 'approved' : 'regenerated',
    kind: 'daily',
    made: chosen,
    scheduledFor: scheduledTime,
    status: 'pending',
    adminInfo,
  })
  // Owners are paid by what they set, as by what they give; others are not.
  const approver = actor.role === 'owner' ? null : accountOf(actor)
  edit(challengeDesk).pending = { historyId: history, scheduledTime, challenges: [...chosen], approver }
  schedule.set(updateTimer, scheduledTime, commands.activateUpdate.name, { history })
  audit(context, { act: isTest ? 'test' : 'approve', what: challengesInWords(chosen.length) })
  return { history, scheduledTime }
}

/** Contains the UTC day, since only one of the approved sets of a day pays. */
const approvedSetId = (day: string, history: string) => `daily-${day}-${history}`

/** What the ids of all approved sets of its day begin with; undefined for a set of the hub. */
export const approvedOnDayOf = (set: string) => /^daily-\d{4}-\d\d-\d\d-/.exec(set)?.[0]

export const activateUpdate: Rule<typeof commands.activateUpdate> = (context, { history }) => {
  const { read, edit, now } = context
  const { pending } = read(challengeDesk)
  if (pending?.historyId !== history) return {}
  const made = plain(pending.challenges)
  const approver = approverOfPending(read(challengeDesk))
  const day = dayOf(now)
  const id = approvedSetId(day, history)
  showSet(context, {
    id,
    kind: 'daily',
    day,
    startedAt: now,
    challenges: byId(made),
  })
  const desk = edit(challengeDesk)
  desk.pending = null
  desk.approved = approver === null ? null : { set: id, approver }
  const entry = desk.history[history]
  if (entry) entry.status = 'active'
  addFigures(context, { updates: 1 })
  notifyEveryone(context, {
    type: 'challengesUpdated',
    title: updatedTitle,
    message: `${made.length} new ${made.length === 1 ? 'challenge is' : 'challenges are'} waiting for you.`,
    link: '/games',
    challengeCount: made.length,
    historyId: history,
    ...(entry && { details: { adminCode: entry.adminInfo.code } }),
  })
  return {}
}

export const cancelUpdate: Rule<typeof commands.cancelUpdate> = (context, { history, reason }) => {
  const { read, refuse, schedule } = context
  const { pending } = read(challengeDesk)
  if (pending?.historyId !== history) return refuse('gone')
  schedule.cancel(updateTimer)
  const many = pending.challenges.length
  endPending(context, history, reason || defaultCancelReason)
  audit(context, { act: 'cancel', what: challengesInWords(many), reason: reason || defaultCancelReason })
  return {}
}

function endPending(context: Context, history: string, reason: string) {
  const desk = context.edit(challengeDesk)
  desk.pending = null
  const entry = desk.history[history]
  if (entry) Object.assign(entry, { status: 'cancelled', cancelReason: reason, cancelledAt: context.now })
  addFigures(context, { cancelled: 1 })
}

/** Cancels the pending update if this account approved it. */
export function dropPendingOf(context: Context, approver: string, reason: string) {
  const before = context.read(challengeDesk)
  if (!before.pending || approverOfPending(before) !== approver) return
  context.schedule.cancel(updateTimer)
  endPending(context, before.pending.historyId, reason)
}

/**
 * What an account approved is no longer offered: the account is erased, and its user would be paid for it when they sign in again.
 */
export function dropSetsOf(context: Context, erased: string) {
  const { read } = context
  dropPendingOf(context, erased, erasedCancelReason)
  const before = read(challengeDesk)
  const { daily } = read(challenges)
  const isOffered = daily !== null && approverOf(before, daily.id) === erased
  if (before.approved?.approver === erased) context.edit(challengeDesk).approved = null
  if (isOffered) offer(context, { kind: 'daily', day: daily.day })
}

type Desk = DocumentOf<typeof challengeDesk>
type Approvals = Readonly<Pick<Desk, 'pending' | 'approved' | 'history'>>

/** Who is not paid for the pending update: null for none. */
function approverOfPending({ pending, history }: Approvals): string | null {
  if (pending === null || pending.approver === null) return null
  return pending.approver ?? accountIn(history, pending.historyId)
}

/** Who is not paid for this set: null for none. */
export function approverOf({ approved, history }: Approvals, set: string): string | null {
  if (approved === undefined) return accountIn(history, set.slice('daily-'.length))
  return approved?.set === set ? approved.approver : null
}

/** What a release before knew of an approver; null where it is gone. */
const accountIn = (history: Approvals['history'], id: string) =>
  (Object.hasOwn(history, id) && history[id]?.adminInfo.account) || null

export const cleanHistory: Rule<typeof commands.cleanHistory> = (context, { keep }) => {
  const removed = keepLatest(context.edit(challengeDesk).history, keep)
  if (removed > 0) audit(context, { act: 'clean', what: `${removed} ${removed === 1 ? 'entry' : 'entries'}` })
  return { removed }
}

const challengesInWords = (many: number) => `${many} ${many === 1 ? 'challenge' : 'challenges'}`

/** How the staff who act got the permission: those who hold it by role need no code. */
function adminOf(context: Context): HistoryEntry['adminInfo'] {
  const { actor, origin } = context
  const code = hasByRole(actor) || !hasOpenGate(context, actor, 'challenges') ? 'permission' : 'species code'
  return { code, sessionId: origin.session, userAgent: origin.agent, account: accountOf(actor) }
}
const hasByRole = ({ role }: Actor) => permissionsOf[role ?? ('guest' as Role | 'guest')].includes('manageChallenges')

interface Act {
  readonly act: 'approve' | 'test' | 'cancel' | 'clean' | 'accept' | 'reject'
  readonly what: string
  readonly reason?: string
  readonly target?: { readonly id: string; readonly name: string }
}

export const audit = (context: Context, act: Act) => context.archive(challengeAudit, { ...act, ...actorRow(context) })

/** Adds to the figures of this UTC day. */
export function addFigures({ edit, now }: Pick<Context, 'edit' | 'now'>, more: Partial<DayFigures>) {
  const { days } = edit(challengeDesk)
  const today = dayOf(now)
  const figures = Object.hasOwn(days, today) ? (days[today] as DayFigures) : Figures.parse({})
  for (const [name, amount] of Object.entries(more)) figures[name as keyof DayFigures] += amount
  days[today] = figures
  for (const day of Object.keys(days)) if (day <= dayOf(now - figureDays * dayMs)) delete days[day]
}
