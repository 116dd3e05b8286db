import type { ReadDocument } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type Grant, staff, staffKey } from '../../../shared/features/roles/staff.ts'

/**
 * What was granted to an account; undefined where nothing was. Anyone can be the demo's owner: what the demo gave to a real
 * account counts for nothing.
 */
export function grantInForce(read: ReadDocument, id: string): Readonly<Grant> | undefined {
  const grant = read(staff, staffKey).grants[id]
  return grant && read(account, grant.by).demo && !read(account, id).demo ? undefined : grant
}
