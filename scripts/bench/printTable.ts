import type { Row } from './row.ts'

/** A table in Markdown, so that it can be kept in the README as it is. */
export function printTable(rows: readonly Row[]) {
  const cells = rows.map(({ measure, against, ratio, goal, met, note = '' }) => [
    measure,
    against,
    ratio >= 100 ? ratio.toFixed(0) : ratio.toFixed(2),
    `${goal}: ${met ? 'met' : 'missed'}`,
    note,
  ])
  const heads = ['measure', 'against', 'ratio', 'goal', 'figures of this run']
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((cell) => cell[column]?.length ?? 0)))
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  for (const text of [line(heads), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)])
    console.log(text)
}
