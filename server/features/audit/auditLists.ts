import type { AuditKind } from '../../../shared/features/audit/queries.ts'
import { rolesArchive, rolesArchiveKey } from '../../../shared/features/roles/staff.ts'
import { looksArchive, looksKey } from '../looks/rules.ts'

export interface AuditList {
  readonly archive: string
  readonly key: string
  /** What its lines are about, where they do not say it themselves. */
  readonly kind: AuditKind
}

/** Where features write down who did what. Their order is part of every cursor: a new one is added at the end. */
export const auditLists: readonly AuditList[] = [
  { archive: 'audit', key: 'deliveries', kind: 'deliveries' },
  { archive: 'audit', key: 'raise', kind: 'sessions' },
  { archive: 'audit', key: 'viewAs', kind: 'sessions' },
  { archive: 'audit', key: 'erasures', kind: 'erasures' },
  { archive: 'audit', key: 'all', kind: 'map' },
  { archive: rolesArchive, key: rolesArchiveKey, kind: 'roles' },
  { archive: looksArchive, key: looksKey, kind: 'looks' },
  { archive: 'audit', key: 'sessions', kind: 'sessions' },
]
