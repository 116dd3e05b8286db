import {
  type closeSession as CloseSession,
  closeSession as closing,
  type openSession as OpenSession,
} from '../../../shared/features/session/commands.ts'
import { bucketOf, isOpen, sessionLengthMs, sessions } from '../../../shared/features/session/session.ts'
import type { Rule } from '../../engine/rule.ts'

export const openSession: Rule<typeof OpenSession> = (
  { edit, refuse, now, schedule, record },
  { key, accountId, name, role, demo },
) => {
  const { open } = edit(sessions, bucketOf(key))
  const standing = open[key]
  if (standing && isOpen(standing, now)) refuse('taken')
  const endsAt = now + sessionLengthMs
  open[key] = { accountId, name, role, demo, openedAt: now, endsAt }
  schedule.set(timerOf(key), endsAt, closing.name, { key })
  record('signIns', accountId, { role, demo })
  return { endsAt }
}

/** Closing what is closed already changes nothing. */
export const closeSession: Rule<typeof CloseSession> = ({ edit, schedule }, { key }) => {
  const { open } = edit(sessions, bucketOf(key))
  delete open[key]
  schedule.cancel(timerOf(key))
  return {}
}

const timerOf = (key: string) => `session ${key}`
