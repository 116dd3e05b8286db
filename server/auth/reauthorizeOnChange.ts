import { keyOf, kindOf } from '../../shared/engine/document.ts'
import { account } from '../../shared/features/account/account.ts'
import { staff } from '../../shared/features/roles/staff.ts'
import { bucketOf, sessions } from '../../shared/features/session/session.ts'
import { tokens } from '../../shared/features/tokens/tokens.ts'
import type { Hub, Published } from '../engine/hub.ts'
import { sessionKey } from '../features/session/sessionKey.ts'
import type { Gateway } from '../gateway/gatewayParts.ts'

/** However a session ends or rights change, the sockets concerned lose in the same moment what they may no longer read. */
export const reauthorizeOnChange = (
  hub: Pick<Hub, 'onPublish'>,
  gateway: Pick<Gateway, 'reauthorize'>,
  tokenIn: (cookies: string | undefined) => string | null,
) =>
  hub.onPublish((published) => {
    const buckets = keysOf(published, sessions.kind)
    const accounts = new Set([...keysOf(published, account.kind), ...keysOf(published, tokens.kind)])
    const isStaff = keysOf(published, staff.kind).size > 0
    if (buckets.size === 0 && accounts.size === 0 && !isStaff) return
    gateway.reauthorize(({ principal, credentials }) => {
      if (isStaff || (principal.id !== null && accounts.has(principal.id))) return true
      const shown = buckets.size === 0 ? null : tokenIn(credentials.cookie)
      return shown !== null && buckets.has(bucketOf(sessionKey(shown)))
    })
  })

const keysOf = (published: readonly Published[], kind: string) =>
  new Set(published.filter(({ id }) => kindOf(id) === kind).map(({ id }) => keyOf(id)))
