import { mainServer } from '../../../shared/engine/ids.ts'
import { backupAudit, lostDeliveries } from '../../../shared/features/backups/archives.ts'
import { backupPlan, backups, gameBackups, rollbacks } from '../../../shared/features/backups/backups.ts'
import * as commands from '../../../shared/features/backups/commands.ts'
import { beginAuditExport, beginExport, type ExportRow, exportRows } from '../../../shared/features/backups/exports.ts'
import { lostActs, recordRollback, settleLost } from '../../../shared/features/backups/rollbacks.ts'
import { deliveryHistory } from '../../../shared/features/deliveries/archives.ts'
import { deliveries, wholeDelivery } from '../../../shared/features/deliveries/delivery.ts'
import { sinks, transferCauses } from '../../../shared/features/ledger/accounts.ts'
import { type Cause, ledger } from '../../../shared/features/ledger/ledger.ts'
import { type Feature, implementQuery, type Page, type QueryContext } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'
import { readLostActs, recordRestore, setBack, tickOff } from './rollbacks.ts'
import * as rules from './rules.ts'

const recordExport: Rule<typeof beginExport> = (context, { of, as }) => {
  rules.auditBackups(context, 'export', `${of} ${formats[as]}`)
  return {}
}

const recordAuditExport: Rule<typeof beginAuditExport> = (context, { as }) => {
  rules.auditBackups(context, 'export', `audit ${formats[as]}`)
  return {}
}

const formats = { csv: 'as CSV', jsonl: 'as JSON Lines', pages: 'over a socket' } as const

const rowsAtOnce = 500
/** What was sold for currency, and what of that was given back. */
const salesCauses: ReadonlySet<Cause> = new Set([
  ...sinks,
  ...transferCauses.filter((cause) => cause !== 'gift'),
  'refund',
])

/** A page of an export. A page of sales may be short or empty, since it is what is left of a page of the ledger. */
async function exportPage(
  context: QueryContext<typeof exportRows>,
  { of, before }: { readonly of: 'ledger' | 'deliveries' | 'sales'; readonly before: number | null },
) {
  const asked = { before, limit: rowsAtOnce }
  if (of === 'deliveries') {
    const present = before === null ? presentDeliveries(context) : []
    const { rows, next } = pageOf(await context.page(deliveryHistory, asked))
    // One that is archived at this moment would be in both.
    const ids = new Set(present.map(({ row }) => row.id))
    return { rows: [...present, ...rows.filter(({ row }) => !ids.has(row.id))], next }
  }
  const found = await context.page(ledger, asked)
  return pageOf(
    of === 'ledger' ? found : { ...found, rows: found.rows.filter(({ row }) => salesCauses.has(row.cause)) },
  )
}

/** Those that are not in the archive yet: open ones, and the latest that were settled. Newest first. */
const presentDeliveries = ({ read }: Pick<QueryContext, 'read'>): readonly ExportRow[] =>
  Object.values(read(deliveries, mainServer).entries)
    .map((one) => wholeDelivery(read, mainServer, one))
    .sort((one, other) => other.number - one.number)
    .map((one) => ({ entry: null, at: one.settledAt ?? one.queuedAt, row: { ...one, server: mainServer } }))

const pageOf = ({ rows, next }: Page<object>) => ({
  rows: rows.map(({ seq, at, row }): ExportRow => ({ entry: seq, at, row: { ...row } })),
  next,
})

/** Backups of the hub and of the game: what is asked for, when, and what there is. The files are the leading node's work. */
export const backupsFeature: Feature = {
  name: 'backups',
  documents: [backups, backupPlan, gameBackups, rollbacks],
  archives: [backupAudit, lostDeliveries],
  commands: [
    implement(commands.makeBackup, rules.makeBackup),
    implement(commands.verifyBackup, rules.verifyBackup),
    implement(commands.lockBackup, rules.lockBackup),
    implement(commands.deleteBackup, rules.deleteBackup),
    implement(commands.restoreBackup, rules.restoreBackup),
    implement(commands.deleteFormer, rules.deleteFormer),
    implement(commands.dismissRestored, rules.dismissRestored),
    implement(commands.takeBackup, rules.takeBackup),
    implement(commands.planBackups, rules.planBackups),
    implement(commands.beginSchedule, rules.beginSchedule),
    implement(commands.runSchedule, rules.runSchedule),
    implement(commands.reportBackups, rules.reportBackups),
    implement(commands.reportProgress, rules.reportProgress),
    implement(commands.finishTask, rules.finishTask),
    implement(commands.recordRestore, recordRestore),
    implement(beginExport, recordExport),
    implement(beginAuditExport, recordAuditExport),
    implement(recordRollback, setBack),
    implement(settleLost, tickOff),
  ],
  queries: [implementQuery(exportRows, exportPage), implementQuery(lostActs, readLostActs)],
  derivations: [rules.followGameBackups],
}
