import { unlink } from '../../../shared/features/account/commands.ts'
import { sessionAudit, signIns } from '../../../shared/features/session/archives.ts'
import * as commands from '../../../shared/features/session/commands.ts'
import { latest } from '../../../shared/features/session/queries.ts'
import {
  endedSignIns,
  ownSessions,
  passwordAttempts,
  sessionBuckets,
  sessions,
  signInSecret,
} from '../../../shared/features/session/session.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { removeSession } from './openSessions.ts'
import * as rules from './rules.ts'

/** Users sign in and out. Also carries out `account.unlink`, which ends sessions. */
export const sessionFeature: Feature = {
  name: 'session',
  documents: [sessions, ownSessions, signInSecret, endedSignIns, passwordAttempts],
  archives: [signIns, sessionAudit],
  removals: [
    {
      kind: sessions,
      remove(context, { account }) {
        for (const bucket of sessionBuckets) {
          const { open } = context.read(sessions, bucket)
          for (const key of Object.keys(open).filter((one) => open[one]?.accountId === account))
            removeSession(context, key)
        }
      },
    },
    { kind: passwordAttempts, remove: ({ edit }, { account }) => rules.forgetPasswordAttempts(edit, account) },
  ],
  commands: [
    implement(commands.openSession, rules.openSession),
    implement(commands.signIn, rules.signIn),
    implement(unlink, rules.unlink),
    implement(commands.keepSignInSecret, rules.keepSignInSecret),
    implement(commands.closeSession, rules.closeSession),
    implement(commands.recordSessionUse, rules.recordSessionUse),
    implement(commands.elevateSession, rules.elevateSession),
    implement(commands.openGate, rules.openGate),
    implement(commands.beginPasswordAttempt, rules.beginPasswordAttempt),
    implement(commands.withdrawPasswordAttempt, rules.withdrawPasswordAttempt),
    implement(commands.recordWrongPassword, rules.recordWrongPassword),
    implement(commands.reviewSession, rules.reviewSession),
    implement(commands.endElevation, rules.endElevation),
    implement(commands.revokeSession, rules.revokeSession),
    implement(commands.closeSessions, rules.closeSessions),
    implement(commands.viewAs, rules.viewAs),
  ],
  queries: [implementQuery(latest, () => ({}), { atLeader: true })],
}
