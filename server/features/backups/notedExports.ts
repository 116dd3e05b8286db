import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { newCommandId } from '../../../shared/engine/ids.ts'
import { exportAudit } from '../../../shared/features/audit/queries.ts'
import {
  beginAuditExport,
  beginExport,
  type ExportName,
  exportRows,
  missingForExport,
} from '../../../shared/features/backups/exports.ts'
import { exportUsers } from '../../../shared/features/users/users.ts'
import type { QueryCall } from '../../../shared/protocol/calls.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'

/** Between two lines about the same export of one user, whose pages are separate calls. */
const notedEveryMs = 3_600_000

interface NotedExportsDeps {
  readonly hub: Pick<Hub, 'dispatch' | 'query'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
}

/**
 * Queries of sockets, over which a program may read an export page by page: that it began is in the audit before its first page leaves, as for a
 * file over HTTP. No order of the pages gets around it.
 */
export function createNotedExports({ hub, clock }: NotedExportsDeps): Hub['query'] {
  /** By the monotonic clock. */
  const notedAt = new Map<string, number>()
  return async (principal, call, client) => {
    const of = exportIn(principal, call)
    const key = `${of} ${principal.id}`
    if (of !== null && clock.monotonic() - (notedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= notedEveryMs) {
      const id = newCommandId(clock.now(), randomBytes(10))
      const begun = await hub.dispatch(principal, { id, ...beginningOf(of) }, client)
      if (!begun.ok) return begun
      notedAt.set(key, clock.monotonic())
    }
    return hub.query(principal, call, client)
  }
}

/** The export that a call will get; null for any other call, and for one that is refused. */
function exportIn({ can }: Principal, { name, input }: QueryCall): ExportName | null {
  const query = [exportUsers, exportRows, exportAudit].find((one) => one.name === name)
  const asked = query?.input.safeParse(input)
  if (!query || !asked?.success) return null
  const of = 'of' in asked.data ? asked.data.of : query === exportAudit ? 'audit' : 'users'
  return missingForExport(of, can).length > 0 ? null : of
}

/** The command that writes it down. */
function beginningOf(of: ExportName) {
  if (of === 'audit')
    return { name: beginAuditExport.name, input: { as: 'pages' } satisfies z.input<typeof beginAuditExport.input> }
  return { name: beginExport.name, input: { of, as: 'pages' } satisfies z.input<typeof beginExport.input> }
}
