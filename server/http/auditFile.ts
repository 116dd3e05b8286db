import type { AuditLine } from '../../shared/features/audit/queries.ts'

/** How a line of the audit is written into a file. */
export interface AuditFile {
  readonly contentType: string
  /** What comes before all lines. */
  readonly head: string
  row(line: AuditLine): string
}

export const jsonLinesFile: AuditFile = {
  contentType: 'application/x-ndjson; charset=utf-8',
  head: '',
  row: (line) => `${JSON.stringify(line)}\n`,
}

const columns: readonly (readonly [string, (line: AuditLine) => string | number | boolean | null])[] = [
  ['time', ({ at }) => new Date(at).toISOString()],
  ['kind', ({ kind }) => kind],
  ['act', ({ act }) => act],
  ['actor', ({ byName }) => byName],
  ['actorId', ({ by }) => by],
  ['role', ({ role }) => role],
  ['raised', ({ raised }) => raised],
  ['target', ({ target }) => target?.name ?? null],
  ['targetId', ({ target }) => target?.id ?? null],
  ['arguments', ({ detail }) => (Object.keys(detail).length > 0 ? JSON.stringify(detail) : null)],
  ['outcome', ({ outcome }) => outcome?.state ?? null],
  ['link', ({ outcome }) => outcome?.link ?? null],
  ['delivery', ({ delivery }) => delivery],
  ['address', ({ address }) => address],
  ['entry', ({ seq }) => seq],
]

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const csvFile: AuditFile = {
  contentType: 'text/csv; charset=utf-8',
  head: `\u{FEFF}${columns.map(([name]) => name).join(',')}\r\n`,
  row: (line) => `${columns.map(([, tell]) => cellOf(tell(line))).join(',')}\r\n`,
}

/** What a spreadsheet takes for a formula when a cell begins with it, or has it after blanks or a quote. */
const beginsFormula = /^[\s\0"']*[=+\-@|%＝＋－＠]/u

/** A text that a spreadsheet would carry out gets an apostrophe before it; all are quoted where they have to be. */
export function cellOf(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = beginsFormula.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
