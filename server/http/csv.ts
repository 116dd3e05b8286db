export const csvType = 'text/csv; charset=utf-8'

/** The name in the first line, and the cell of a row. */
export type CsvColumn<Row> = readonly [name: string, cell: (row: Row) => string | number | boolean | null]

/** RFC 4180, with a byte order mark, by which spreadsheets recognize UTF-8. */
export const csvOf = <Row>(columns: readonly CsvColumn<Row>[]) => ({
  head: `\u{FEFF}${columns.map(([name]) => name).join(',')}\r\n`,
  row: (row: Row) => `${columns.map(([, cell]) => cellOf(cell(row))).join(',')}\r\n`,
})

/**
 * The begin of a cell, or of what becomes one where a spreadsheet separates by other characters than commas, in front of what it takes
 * for a formula, even after blanks or a quote.
 */
const beforeFormula =
  /^(?=[\t\r\n]|[\s\0"']*[=+\-@|%＝＋－＠])|(?<=[;|\t\n\v\f\u0085\u2028\u2029]|\r(?!\n))(?=[\s\0"']*[=+\-@|%＝＋－＠])/gu
/** A text in which no spreadsheet finds a separator, a quote, or blanks to cut off. */
const isPlain = /^[\p{L}\p{N}_.:/-](?:[\p{L}\p{N}_.:/@() -]*[\p{L}\p{N}_.:/@()-])?$/u

/** Quotes every text that is not plain. In front of what a spreadsheet would run as a formula an apostrophe is added. */
export function cellOf(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = value.replaceAll(beforeFormula, "'")
  return safe === '' || isPlain.test(safe) ? safe : `"${safe.replaceAll('"', '""')}"`
}
