import { createSessionCookie, newToken } from '../../../server/auth/sessionCookie.ts'
import type { Hub } from '../../../server/engine/hub.ts'
import { tokenHash } from '../../../server/features/session/openSessions.ts'
import { ensureAccount } from '../../../server/testing/accounts.ts'
import { openSession as openSessionCommand } from '../../../shared/features/session/commands.ts'
import { sessionLengthMs } from '../../../shared/features/session/session.ts'
import type { Doors } from './doors.ts'

/** As a sign-in does: the account is told, and a session is open. Gives the cookie that knows its token. */
export async function openSession(hub: Hub, { account, role, steamId }: Doors['signIn']['ask']) {
  const token = newToken()
  await ensureAccount(hub, Date.now(), { account, steamId })
  await hub.execute('sign-in', openSessionCommand.name, {
    key: tokenHash(token),
    accountId: account,
    role,
    demo: false,
  })
  return createSessionCookie(false).write(token, sessionLengthMs).split(';')[0] ?? ''
}
