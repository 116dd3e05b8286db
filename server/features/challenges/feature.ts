import { mainServer } from '../../../shared/engine/ids.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { challengeAudit } from '../../../shared/features/challenges/archives.ts'
import { challengeRuns, challenges, countedRuns } from '../../../shared/features/challenges/challenge.ts'
import * as commands from '../../../shared/features/challenges/commands.ts'
import { challengeDesk, lostCancelReason } from '../../../shared/features/challenges/desk.ts'
import { readEvidence } from '../../../shared/features/challenges/queries.ts'
import { fightRecord, logLink } from '../../../shared/features/gameLog/gameLog.ts'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import { derive, type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import { type Context, implement } from '../../engine/rule.ts'
import { isOfReadersKind } from '../profile/search.ts'
import { followLostRights } from '../session/lostRights.ts'
import { switchedBy } from '../settings/hubSettings.ts'
import * as rules from './rules.ts'
import * as sets from './sets.ts'

/** Challenges: sets of the hub and of staff, and what players accept of them, counted by what the hub sees. */
export const challengesFeature: Feature = {
  name: 'challenges',
  switch: switchedBy('challenges'),
  documents: [challenges, challengeDesk, challengeRuns, countedRuns],
  archives: [challengeAudit],
  commands: [
    implement(commands.acceptChallenge, rules.acceptChallenge),
    implement(commands.completeChallenge, rules.completeChallenge),
    implement(commands.dropChallenge, rules.dropChallenge),
    implement(commands.recordSights, rules.recordSights),
    implement(commands.endRun, rules.endRun),
    implement(commands.judgeRun, rules.judgeRun),
    implement(commands.turnSets, sets.turnSets),
    implement(commands.approveUpdate, sets.approveUpdate),
    implement(commands.cancelUpdate, sets.cancelUpdate),
    implement(commands.activateUpdate, sets.activateUpdate),
    implement(commands.cleanHistory, sets.cleanHistory),
  ],
  queries: [implementQuery(readEvidence, evidenceOf)],
  derivations: [derive(fightRecord, rules.countFights), followLostRights(dropPending, { keepsSession: false })],
  removals: [
    {
      kind: countedRuns,
      remove({ read, edit }, { account: erased }) {
        if (Object.hasOwn(read(countedRuns).accounts, erased)) delete edit(countedRuns).accounts[erased]
      },
    },
    {
      kind: challengeDesk,
      remove(context, { account: erased }) {
        sets.dropSetsOf(context, erased)
        const { asked, history } = context.edit(challengeDesk)
        for (const [key, one] of Object.entries(asked)) if (one.account === erased) delete asked[key]
        for (const { adminInfo } of Object.values(history))
          if (adminInfo.account === erased) Object.assign(adminInfo, { account: '', sessionId: null, userAgent: null })
      },
    },
  ],
}

/** An update that waits is of those who may approve it until it begins. */
function dropPending(context: Context, approver: string, lost: readonly Permission[]) {
  const { pending } = context.read(challengeDesk)
  const paysPearls = pending?.challenges.some(({ reward }) => reward.currency === 'voidPearls')
  if (lost.includes('manageChallenges') || (paysPearls && lost.includes('addCurrency')))
    sets.dropPendingOf(context, approver, lostCancelReason)
}

function evidenceOf(
  { principal, read, refuse, now }: QueryContext<typeof readEvidence>,
  wanted: { account: string; run: string },
) {
  const { runs } = read(challengeRuns, wanted.account)
  const run = Object.hasOwn(runs, wanted.run) ? runs[wanted.run] : undefined
  if (run?.state !== 'waiting') return refuse('gone')
  if (!isOfReadersKind({ read, principal }, wanted.account)) return refuse('otherKind')
  const { name, steamId } = read(account, wanted.account)
  const from = run.acceptedAt
  const to = run.endedAt ?? now
  const { recent, since, species } = read(playRecord, steamId ?? '')
  const current = since === null || since > to ? [] : [{ from: since, to: null, species }]
  const stays = [
    ...Object.values(recent)
      .filter(({ startedAt, endedAt }) => endedAt >= from && startedAt <= to)
      .map(({ startedAt, endedAt, species: played }) => ({ from: startedAt, to: endedAt, species: played })),
    ...current,
  ]
  const playMs = stays.reduce((sum, one) => sum + Math.max(0, Math.min(one.to ?? to, to) - Math.max(one.from, from)), 0)
  const fights = Object.values(read(fightRecord, steamId ?? '').recent).filter(({ at }) => at >= from && at <= to)
  return { name, run, steamId, playMs, stays, fights, hasLog: read(logLink, mainServer).state === 'following' }
}
