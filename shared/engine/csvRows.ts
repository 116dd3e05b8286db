interface CsvRow {
  /** From 1. */
  readonly line: number
  readonly cells: string[]
}

/** A table from a spreadsheet by RFC 4180, with the separator of its first line: comma, semicolon or tab. Blank lines are left out. */
export function csvRows(given: string): readonly CsvRow[] {
  const text = given.replace(/^\uFEFF/, '')
  const [first = ''] = text.split(/\r?\n/, 1)
  const separator = [';', '\t'].find((one) => first.includes(one)) ?? ','
  const rows: CsvRow[] = []
  let [line, cell, isQuoted] = [1, '', false]
  let row: CsvRow = { line, cells: [] }
  const endRow = () => {
    row.cells.push(cell)
    if (row.cells.length > 1 || cell.trim() !== '') rows.push(row)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\n') line += 1
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      row.cells.push(cell)
      cell = ''
    } else if (character === '\n') {
      endRow()
      row = { line, cells: [] }
    } else if (character !== '\r') cell += character
  }
  endRow()
  return rows
}
