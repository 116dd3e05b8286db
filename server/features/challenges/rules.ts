import type { DocumentOf } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import {
  type Challenge,
  challengeRuns,
  challenges,
  countedRuns,
  isOpenRun,
  type Measure,
  mostOpenRuns,
  mostRuns,
  ownSetText,
  Run,
  secondSetText,
  seenOf,
  setKinds,
} from '../../../shared/features/challenges/challenge.ts'
import * as commands from '../../../shared/features/challenges/commands.ts'
import { askedKey, challengeDesk, mostAsked } from '../../../shared/features/challenges/desk.ts'
import { fightRecord, logLink } from '../../../shared/features/gameLog/gameLog.ts'
import type { Price } from '../../../shared/features/ledger/accounts.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { present } from '../../../shared/features/play/playRecord.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { accountsOfPerson, isOfSameKind, isSamePerson } from '../account/persons.ts'
import { accountOf } from '../account/rules.ts'
import { markedRewards, rememberRewards } from '../economy/erasedRewards.ts'
import { claimedKeys, claimOnce, isClaimed } from '../ledger/holds.ts'
import { faucet, move, walletOf } from '../ledger/operation.ts'
import { type PostContext, post } from '../ledger/post.ts'
import { notify } from '../notifications/notify.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import { countFight, countSight, isReached } from './progress.ts'
import { addFigures, approvedOnDayOf, approverOf, audit } from './sets.ts'

const hourMs = 3_600_000
/** The game's log is read some seconds after it is written, so the hub waits for kills of the last seconds. */
const endGraceMs = 30_000
const timerOf = (owner: string, run: string) => `challenge/${owner}/${run}`

export const acceptChallenge: Rule<typeof commands.acceptChallenge> = (context, { set: wanted, challenge: id }) => {
  const { actor, read, edit, now, newId, refuse, schedule } = context
  const own = accountOf(actor)
  const set = setKinds.map((kind) => read(challenges)[kind]).find((one) => one?.id === wanted)
  const challenge = set && Object.hasOwn(set.challenges, id) ? set.challenges[id] : undefined
  if (!set || !challenge) return refuse('gone')
  const open = Object.values(read(challengeRuns, own).runs).filter(isOpenRun)
  if (open.some((run) => run.set === set.id && run.challenge.id === id)) return refuse('accepted')
  if (open.length >= mostOpenRuns) return refuse('tooMany', { most: mostOpenRuns })
  if (challenge.goal.measure !== 'judged' && read(account, own).steamId === null) return refuse('notLinked')
  const run = newId()
  const deadline = now + challenge.timeLimit * hourMs
  const accepted = { id: run, set: set.id, kind: set.kind, challenge: plain(challenge as Challenge) }
  const { runs } = edit(challengeRuns, own)
  const isOwnSet = isApprover(read, set.id, own)
  const isSecondSet = !isOwnSet && isOtherPaid(context, own, set.id)
  runs[run] = Run.parse({ ...accepted, acceptedAt: now, deadline, state: 'accepted', isOwnSet, isSecondSet })
  keepLatest(runs)
  schedule.set(timerOf(own, run), deadline + endGraceMs, commands.endRun.name, { account: own, run })
  addFigures(context, { accepted: 1 })
  followCounted(context, own)
  return { run, deadline }
}

/** Whether the person of an account approved this set, with that account or another one. */
function isApprover(read: Reading, set: string, own: string): boolean {
  const approver = approverOf(read(challengeDesk), set)
  return approver !== null && isSamePerson(read, approver, own)
}

/** Whether the person was paid for another approved set of the same day: staff can approve many, and only one a day pays. */
function isOtherPaid(context: Pick<Context, 'read'>, own: string, set: string): boolean {
  const sameDay = approvedOnDayOf(set)
  if (sameDay === undefined) return false
  const paid = [...accountsOfPerson(context.read, own)].flatMap((one) => claimedKeys(context, one, 'challenge'))
  return [...paid, ...markedRewards(context, own).challenges].some(
    (key) => key.startsWith(sameDay) && !key.startsWith(`${set}/`),
  )
}

/** Beyond the limit, the oldest that have ended are removed. */
function keepLatest(runs: Record<string, Run>) {
  const tooMany = Object.keys(runs).length - mostRuns
  if (tooMany <= 0) return
  const ended = Object.values(runs).filter((run) => !isOpenRun(run))
  for (const { id } of ended.toSorted((one, other) => one.acceptedAt - other.acceptedAt).slice(0, tooMany))
    delete runs[id]
}

/** Keeps the list of accounts whose progress is counted in step with what they have accepted. */
function followCounted({ read, edit }: Pick<Context, 'read' | 'edit'>, own: string) {
  const isCounted = Object.values(read(challengeRuns, own).runs).some(isCountedRun)
  if (isCounted === Object.hasOwn(read(countedRuns).accounts, own)) return
  const { accounts } = edit(countedRuns)
  if (isCounted) accounts[own] = true
  else delete accounts[own]
}
export const isCountedRun = ({ state, challenge }: Pick<Run, 'state' | 'challenge'>) =>
  state === 'accepted' && challenge.goal.measure !== 'judged'

const unitOf: Readonly<Record<Measure, string>> = {
  growth: 'points of growth',
  minutes: 'minutes',
  regions: 'regions',
  kills: 'kills',
  judged: 'steps',
}

export const completeChallenge: Rule<typeof commands.completeChallenge> = (context, { run: id, note }) => {
  const { actor, read, now, refuse } = context
  const own = accountOf(actor)
  const { runs } = read(challengeRuns, own)
  const run = Object.hasOwn(runs, id) ? runs[id] : undefined
  if (!run || !isOpenRun(run)) return refuse(run?.state === 'expired' ? 'over' : 'gone')
  if (run.state === 'waiting') return refuse('waiting')
  if (run.state === 'reached' || isReached(run)) {
    const paid = pay(context, own, run, refuse)
    endWith(context, own, id, { state: 'completed', paid })
    return { state: 'completed', paid }
  }
  if (now > run.deadline) return refuse('over')
  if (isSeenByHub(read, run)) {
    const { measure, target } = run.challenge.goal
    return refuse('notYet', { seen: seenOf(run), target, unit: unitOf[measure] })
  }
  askStaff(context, own, id, note)
  return { state: 'waiting', paid: null }
}

/** Without the game's log, or with a part of it lost, kills are not seen. */
function isSeenByHub(read: Reading, { challenge, acceptedAt }: Pick<Run, 'challenge' | 'acceptedAt'>): boolean {
  const { measure } = challenge.goal
  if (measure !== 'kills') return measure !== 'judged'
  const { state, lostAt } = read(logLink, mainServer)
  return state === 'following' && (lostAt === null || lostAt < acceptedAt)
}

function askStaff(context: Context<typeof commands.completeChallenge>, own: string, id: string, note: string) {
  const { read, edit, now, refuse } = context
  if (Object.keys(read(challengeDesk).asked).length >= mostAsked) return refuse('crowded')
  const run = edit(challengeRuns, own).runs[id]
  if (!run) return
  Object.assign(run, { state: 'waiting', endedAt: now })
  const { title } = run.challenge
  edit(challengeDesk).asked[askedKey(own, id)] = { account: own, run: id, title, note, askedAt: now }
  followCounted(context, own)
}

type PayContext = PostContext & Pick<Context, 'newId' | 'setting' | 'command' | 'commandId'>

/**
 * Once for each challenge of a set and person, even if they were erased or moved their Steam account to another one in between. Null where it
 * was paid before, for those who approved the set, and where another approved set of its day has paid them.
 */
function pay(context: PayContext, own: string, run: Run, refuse: (code: 'off') => never): Price | null {
  const { read, newId } = context
  if (!isSwitchedOn(context, 'realCurrency')) return refuse('off')
  const { set, challenge, isOwnSet } = run
  noteSecondSets(context, own)
  if (isOwnSet || isOtherPaid(context, own, set)) return null
  if (markedRewards(context, own).challenges.includes(`${set}/${challenge.id}`)) return null
  const others = [...accountsOfPerson(read, own)].filter((one) => one !== own)
  if (others.some((one) => isClaimed(context, one, 'challenge', set, challenge.id))) return null
  if (!claimOnce(context, own, 'challenge', set, challenge.id)) return null
  // What was done with a Steam account before it was unlinked may be paid after it.
  if (read(account, own).formerSteamIds.length > 0) rememberRewards(context, own)
  const { currency, amount } = challenge.reward
  const entries = move(faucet('challenge'), walletOf(own), currency, amount)
  const said = { by: 'challenges', byHub: true, subject: challenge.title }
  post(context, { id: newId(), cause: 'challenge', entries, ...said })
  noteSecondSets(context, own)
  return { currency, amount }
}

/** Open challenges say that they pay nothing as soon as that is so. */
function noteSecondSets(context: Pick<Context, 'read' | 'edit'>, own: string) {
  const open = Object.values(context.read(challengeRuns, own).runs).filter(isOpenRun)
  for (const { id } of open.filter(({ set, isOwnSet }) => !isOwnSet && isOtherPaid(context, own, set)))
    Object.assign(context.edit(challengeRuns, own).runs[id] ?? {}, { isSecondSet: true })
}

type Ended = Pick<Run, 'state'> & Partial<Pick<Run, 'paid' | 'reason'>>

function endWith(context: Context, own: string, id: string, ended: Ended) {
  const { edit, now, schedule } = context
  const run = edit(challengeRuns, own).runs[id]
  if (!run) return
  Object.assign(run, { ...ended, endedAt: now, life: null })
  schedule.cancel(timerOf(own, id))
  followCounted(context, own)
  const { state, paid } = ended
  if (state === 'completed' || state === 'rejected' || state === 'expired') addFigures(context, { [state]: 1 })
  if (paid && paid.currency !== 'voidPearls') addFigures(context, { [paid.currency]: paid.amount })
}

export const dropChallenge: Rule<typeof commands.dropChallenge> = (context, { run: id }) => {
  const own = accountOf(context.actor)
  const { runs } = context.read(challengeRuns, own)
  const run = Object.hasOwn(runs, id) ? runs[id] : undefined
  if (!run || !isOpenRun(run)) return context.refuse('gone')
  removeAsked(context, own, id)
  endWith(context, own, id, { state: 'dropped' })
  return {}
}

function removeAsked({ read, edit }: Pick<Context, 'read' | 'edit'>, own: string, id: string) {
  const key = askedKey(own, id)
  if (Object.hasOwn(read(challengeDesk).asked, key)) delete edit(challengeDesk).asked[key]
}

export const endRun: Rule<typeof commands.endRun> = (context, { account: own, run: id }) => {
  const { runs } = context.read(challengeRuns, own)
  const run = Object.hasOwn(runs, id) ? runs[id] : undefined
  if (run?.state === 'accepted') endWith(context, own, id, { state: 'expired' })
  return {}
}

export const recordSights: Rule<typeof commands.recordSights> = (context, { seen }) => {
  for (const { account: own, sights } of seen)
    changeRuns(context, own, (run) => {
      for (const sight of sights) if (sight.at <= run.deadline && !isReached(run)) countSight(run, sight)
    })
  return {}
}

/** Applies the change to the runs that are being counted, and notes those that have reached their goal. */
function changeRuns(context: Context, own: string, change: (run: Run) => void) {
  const { read, edit, now } = context
  const counted = Object.values(read(challengeRuns, own).runs).filter(isCountedRun)
  if (counted.length === 0) return
  for (const { id } of counted) {
    const run = edit(challengeRuns, own).runs[id]
    if (!run) continue
    change(run)
    if (isReached(run)) Object.assign(run, { state: 'reached', endedAt: now, life: null })
  }
  followCounted(context, own)
}

/** Counts new kills and deaths of a player for the account to which the player is linked. */
export function countFights(context: Context, player: string, before: Readonly<DocumentOf<typeof fightRecord>>) {
  const { read } = context
  const fights = Object.entries(read(fightRecord, player).recent)
    .filter(([nth]) => !Object.hasOwn(before.recent, nth))
    .map(([, fight]) => plain(fight))
  if (fights.length === 0) return
  for (const own of Object.keys(read(countedRuns).accounts)) {
    if (read(account, own).steamId !== player) continue
    const pack = packInGame(read, own)
    changeRuns(context, own, (run) => {
      for (const fight of fights) if (!isReached(run)) countFight(run, fight, pack)
    })
  }
}

/** Members of the pack of an account who are in the game, themselves included; 0 without a pack. */
export function packInGame(read: Reading, own: string): number {
  const { pack: key } = read(membership, own)
  if (key === null) return 0
  const { players } = read(present, mainServer)
  return Object.keys(read(pack, key).members).filter((member) => {
    const { steamId } = read(account, member)
    return steamId !== null && Object.hasOwn(players, steamId)
  }).length
}

export const judgeRun: Rule<typeof commands.judgeRun> = (context, input) => {
  const { actor, read, refuse } = context
  const { account: player, run: id, verdict } = input
  const { runs } = read(challengeRuns, player)
  const run = Object.hasOwn(runs, id) ? runs[id] : undefined
  if (run?.state !== 'waiting') return refuse('gone')
  if (isSamePerson(read, accountOf(actor), player)) return refuse('own')
  if (!isOfSameKind(read, accountOf(actor), player)) return refuse('otherKind')
  const { title } = run.challenge
  const target = { id: player, name: read(account, player).name }
  removeAsked(context, player, id)
  if (verdict === 'reject') {
    endWith(context, player, id, { state: 'rejected', reason: input.reason })
    audit(context, { act: 'reject', what: title, reason: input.reason, target })
    notifyJudged(context, player, { title: 'Challenge not accepted', message: `“${title}”: ${input.reason}` })
    return { paid: null }
  }
  const paid = pay(context, player, run, refuse)
  endWith(context, player, id, { state: 'completed', paid })
  addFigures(context, { approved: 1 })
  audit(context, { act: 'accept', what: title, target })
  const whyNot = run.isOwnSet ? ownSetText : read(challengeRuns, player).runs[id]?.isSecondSet ? secondSetText : null
  const reward = paid ? `You got ${amountInWords(paid.amount, paid.currency)}.` : (whyNot ?? '')
  const message = `Staff accepted “${title}”. ${reward}`.trim()
  notifyJudged(context, player, { title: 'Challenge completed', message })
  return { paid }
}

const notifyJudged = (context: Context, to: string, texts: { readonly title: string; readonly message: string }) =>
  notify(context, { to, type: 'challengeJudged', ...texts, link: '/games' })
