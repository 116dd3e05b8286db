import {
  type closeSession as CloseSession,
  closeSession as closing,
  type openSession as OpenSession,
} from '../../../shared/features/session/commands.ts'
import { isOpen, session, sessionLengthMs } from '../../../shared/features/session/session.ts'
import type { Rule } from '../../engine/rule.ts'

export const openSession: Rule<typeof OpenSession> = (
  { edit, refuse, now, schedule, record },
  { key, accountId, name, role, demo },
) => {
  const opened = edit(session, key)
  if (isOpen(opened, now)) refuse('taken')
  const endsAt = now + sessionLengthMs
  Object.assign(opened, { accountId, name, role, demo, openedAt: now, endsAt })
  schedule.set(timerOf(key), endsAt, closing.name, { key })
  record('signIns', accountId, { role, demo })
  return { endsAt }
}

/** Closing what is closed already changes nothing. */
export const closeSession: Rule<typeof CloseSession> = ({ edit, schedule }, { key }) => {
  const closed = edit(session, key)
  closed.accountId = null
  closed.name = ''
  closed.endsAt = 0
  schedule.cancel(timerOf(key))
  return {}
}

const timerOf = (key: string) => `session ${key}`
