import { keyOf, kindOf } from '../../shared/engine/document.ts'
import { account } from '../../shared/features/account/account.ts'
import { staff } from '../../shared/features/rights/staff.ts'
import { bucketOf, sessions } from '../../shared/features/session/session.ts'
import { tokens } from '../../shared/features/tokens/tokens.ts'
import type { Hub, Published } from '../engine/hub.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import type { Gateway } from '../gateway/gateway.ts'

/**
 * When a session, a token, an account or a grant changes, the gateway checks the rights of the affected sockets at once and stops
 * sending what they may no longer read. Returns a function that stops it.
 */
export const reauthorizeOnChange = (
  hub: Pick<Hub, 'onPublish'>,
  gateway: Pick<Gateway, 'reauthorize'>,
  tokenIn: (cookies: string | undefined) => string | null,
) =>
  hub.onPublish((published) => {
    const buckets = keysOf(published, sessions.kind)
    const accounts = new Set([...keysOf(published, account.kind), ...keysOf(published, tokens.kind)])
    const hasStaffChanged = keysOf(published, staff.kind).size > 0
    if (buckets.size === 0 && accounts.size === 0 && !hasStaffChanged) return
    gateway.reauthorize(({ principal, credentials }) => {
      if (hasStaffChanged || (principal.id !== null && accounts.has(principal.id))) return true
      const token = buckets.size === 0 ? null : tokenIn(credentials.cookie)
      return token !== null && buckets.has(bucketOf(tokenHash(token)))
    })
  })

const keysOf = (published: readonly Published[], kind: string) =>
  new Set(published.filter(({ id }) => kindOf(id) === kind).map(({ id }) => keyOf(id)))
