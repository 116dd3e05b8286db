import * as commands from '../../../shared/features/session/commands.ts'
import { latest } from '../../../shared/features/session/queries.ts'
import { ownSessions, sessions } from '../../../shared/features/session/session.ts'
import { endedSignIns, signInSecret } from '../../../shared/features/session/signIns.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { enter } from './enter.ts'
import * as ownRules from './ownRules.ts'
import * as rules from './rules.ts'
import { keepSignInSecret } from './signInRules.ts'

export const sessionFeature: Feature = {
  name: 'session',
  documents: [sessions, ownSessions, signInSecret, endedSignIns],
  commands: [
    implement(commands.openSession, rules.openSession),
    implement(commands.enter, enter),
    implement(commands.keepSignInSecret, keepSignInSecret),
    implement(commands.closeSession, rules.closeSession),
    implement(commands.seeSession, rules.seeSession),
    implement(commands.raiseSession, rules.raiseSession),
    implement(commands.noteWrongPassword, rules.noteWrongPassword),
    implement(commands.reviewSession, rules.reviewSession),
    implement(commands.lowerSession, ownRules.lowerSession),
    implement(commands.revokeSession, ownRules.revokeSession),
    implement(commands.closeSessions, ownRules.closeSessions),
    implement(commands.viewAs, ownRules.viewAs),
  ],
  queries: [implementQuery(latest, () => ({}), { atAuthority: true })],
}
