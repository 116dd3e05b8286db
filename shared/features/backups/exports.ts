import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { missingOf, type Needing, type Permission, readsMoneyOfOthers } from '../../engine/permissions.ts'
import { defineQuery } from '../../engine/query.ts'
import { exportAudit } from '../audit/queries.ts'
import { exportUsers } from '../users/users.ts'

/** What owners may take out of the hub as a file. */
export const exportNames = ['users', 'ledger', 'deliveries', 'sales', 'audit'] as const
export const ExportName = z.enum(exportNames)
export type ExportName = z.infer<typeof ExportName>

/** Those that are read from archives, a page at a time. The others have queries of their own: `users.export`, `audit.export`. */
export const archiveExports = ['ledger', 'deliveries', 'sales'] as const
export const ExportRow = z.object({
  /** Of the journal: newest first, so that it tells how far an export is. Null for a delivery that is in no archive yet. */
  entry: z.int().nullable(),
  /** Epoch ms. */
  at: z.number(),
  row: z.record(z.string(), z.unknown()),
})
export type ExportRow = z.infer<typeof ExportRow>

export const exportRows = defineQuery({
  name: 'backups.exportRows',
  permission: 'ownerPanel',
  input: z.object({
    of: z.enum(archiveExports),
    /** The `next` of the page before; null for the newest rows. */
    before: z.number().nullable().default(null),
  }),
  output: z.object({ rows: z.array(ExportRow), next: z.number().nullable() }),
  /** An export of a million rows takes some minutes. */
  perMinute: 3_000,
})

/** What each needs: its query, and the archive that the rows are from. */
const needs: Readonly<Record<ExportName, Needing>> = {
  users: exportUsers,
  ledger: { permission: exportRows.permission, alsoNeeds: ['addCurrency'] },
  deliveries: { permission: exportRows.permission, alsoNeeds: ['runConsole'] },
  sales: { permission: exportRows.permission, alsoNeeds: ['addCurrency'] },
  audit: exportAudit,
}

/** What a user lacks for an export; nothing for one who may make it. For money either permission to read that of others is enough. */
export function missingForExport(of: ExportName, can: (permission: Permission) => boolean): readonly Permission[] {
  const isOfMoney = of === 'ledger' || of === 'sales'
  return missingOf(isOfMoney && readsMoneyOfOthers(can) ? exportRows : needs[of], can)
}

/** `pages`: a program reads it page by page over a socket. */
const as = z.enum(['csv', 'jsonl', 'pages'])

/** Written down before the first row leaves. */
export const beginExport = defineCommand({
  name: 'backups.beginExport',
  permission: 'ownerPanel',
  input: z.object({ of: ExportName, as }),
  output: z.object({}),
  refusals: {},
})

/** The same for the audit, which admins may export too. */
export const beginAuditExport = defineCommand({
  name: 'backups.beginAuditExport',
  permission: exportAudit.permission,
  input: z.object({ as }),
  output: z.object({}),
  refusals: {},
})
