import type { AuditLine } from '../../shared/features/audit/queries.ts'
import type { ExportName, ExportRow } from '../../shared/features/backups/exports.ts'
import type { User } from '../../shared/features/users/users.ts'
import { type CsvColumn, csvOf } from './csv.ts'

type Cell = string | number | boolean | null

const timeOf = (at: unknown): string | null => (typeof at === 'number' ? new Date(at).toISOString() : null)
const cellOf = (value: unknown): Cell => {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell)
}
/** A field of a row, by its path. */
const field =
  (path: string) =>
  ({ row }: ExportRow): Cell =>
    cellOf(path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row))
const fieldTime =
  (name: string) =>
  ({ row }: ExportRow) =>
    timeOf(row[name])

const entryAndTime: readonly CsvColumn<ExportRow>[] = [
  ['entry', ({ entry }) => entry],
  ['time', ({ at }) => timeOf(at)],
]
const fields = (...paths: readonly string[]): readonly CsvColumn<ExportRow>[] =>
  paths.map((path) => [path, field(path)] as const)

/** One line for each entry of an operation, so that the amounts of a currency sum to zero. */
interface Posting {
  readonly from: ExportRow
  readonly account: string
  readonly currency: string
  readonly amount: number
}
const postingsOf = (from: ExportRow): readonly Posting[] =>
  ((from.row.entries ?? []) as readonly Omit<Posting, 'from'>[]).map((entry) => ({ ...entry, from }))
const ofRow = ([name, cell]: CsvColumn<ExportRow>): CsvColumn<Posting> => [name, ({ from }) => cell(from)]

const ledgerFile = csvOf<Posting>([
  ...entryAndTime.map(ofRow),
  ...fields('operation', 'cause', 'player', 'other').map(ofRow),
  ['account', ({ account }) => account],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount }) => amount],
  ...fields('by', 'reason', 'item', 'subject', 'reverses').map(ofRow),
])
const salesFile = csvOf<Posting>([
  ...entryAndTime.map(ofRow),
  ...fields('operation', 'cause', 'item').map(ofRow),
  ['buyer', ({ from }) => field('player')(from)],
  ['seller', ({ from }) => field('other')(from)],
  ['account', ({ account }) => account],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount }) => amount],
  ...fields('subject', 'reverses').map(ofRow),
])
const deliveriesFile = csvOf<ExportRow>([
  ...entryAndTime,
  ...fields('id', 'kind', 'state', 'by', 'byName', 'role', 'target.id', 'target.name'),
  ...(['queuedAt', 'sentAt', 'settledAt'] as const).map((name) => [name, fieldTime(name)] as const),
  ...fields('attempts', 'link', 'redemption', 'command', 'reply', 'why', 'settledBy'),
])

/** Columns of every file of users, in two parts: `email`, the tier and the time played are between them, each file in its own form. */
export const userIdColumns: readonly CsvColumn<User>[] = [
  ['id', ({ id }) => id],
  ['username', ({ username }) => username],
  ['steamId', ({ steamId }) => steamId],
  ['discordId', ({ discordId }) => discordId],
]
export const userStateColumns: readonly CsvColumn<User>[] = [
  ['joinDate', ({ joinDate }) => timeOf(joinDate)],
  ['lastActive', ({ lastActive }) => timeOf(lastActive)],
  ['status', ({ status }) => status],
  ['dinosaurs', ({ currencies }) => currencies.dinosaurs],
  ['voidPearls', ({ currencies }) => currencies.voidPearls],
  ['sylvanShards', ({ currencies }) => currencies.sylvanShards],
  ['razorTalons', ({ currencies }) => currencies.razorTalons],
  ['banReason', ({ banInfo }) => banInfo?.reason ?? null],
  ['bannedBy', ({ banInfo }) => banInfo?.bannedBy ?? null],
  ['bannedDate', ({ banInfo }) => timeOf(banInfo?.bannedDate)],
  ['expiresDate', ({ banInfo }) => timeOf(banInfo?.expiresDate)],
]
const usersFile = csvOf<User>([
  ...userIdColumns,
  ['email', ({ email }) => email],
  ['patreonTier', ({ patreonTier }) => patreonTier],
  ['playtime', ({ playtime }) => playtime],
  ...userStateColumns,
])

const auditFile = csvOf<AuditLine>([
  ['entry', ({ seq }) => seq],
  ['time', ({ at }) => timeOf(at)],
  ['kind', ({ kind }) => kind],
  ['act', ({ act }) => act],
  ['by', ({ by }) => by],
  ['byName', ({ byName }) => byName],
  ['role', ({ role }) => role],
  ['elevated', ({ elevated }) => elevated],
  ['target.id', ({ target }) => target?.id ?? null],
  ['target.name', ({ target }) => target?.name ?? null],
  ['detail', ({ detail }) => JSON.stringify(detail)],
  ['delivery', ({ delivery }) => delivery],
  ['outcome', ({ outcome }) => outcome?.state ?? null],
  ['address', ({ address }) => address],
])

/** How the rows of an export are written: the first line of a file, and what a row becomes. */
interface ExportFile {
  readonly head: string
  readonly row: (row: unknown) => string
}

const byPosting = ({ head, row }: ReturnType<typeof csvOf<Posting>>): ExportFile => ({
  head,
  row: (found) =>
    postingsOf(found as ExportRow)
      .map(row)
      .join(''),
})
const byRow = <Row>({ head, row }: { head: string; row(row: Row): string }): ExportFile => ({
  head,
  row: (found) => row(found as Row),
})

export const csvFiles: Readonly<Record<ExportName, ExportFile>> = {
  users: byRow(usersFile),
  ledger: byPosting(ledgerFile),
  deliveries: byRow(deliveriesFile),
  sales: byPosting(salesFile),
  audit: byRow(auditFile),
}

/** The same names as in CSV; times are epoch ms, as over the rest of the interface. */
export const jsonLine = (of: ExportName, found: unknown): string => {
  if (of === 'users' || of === 'audit') return `${JSON.stringify(found)}\n`
  const { entry, at, row } = found as ExportRow
  return `${JSON.stringify({ entry, at, ...row })}\n`
}
