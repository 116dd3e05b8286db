/** Cuts at the commas outside brackets. Joined with commas again, the parts are what they were. */
export function splitOutsideBrackets(row: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < row.length; i++) {
    if (row[i] === '[') depth++
    else if (row[i] === ']') depth = Math.max(0, depth - 1)
    else if (row[i] === ',' && depth === 0) {
      parts.push(row.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, row.slice(start)]
}

/** Reads `Key: value, Key: [a,b]`. A part without a colon has the key ''. */
export const splitFields = (row: string): [key: string, value: string][] =>
  splitOutsideBrackets(row)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(splitField)

function splitField(field: string): [string, string] {
  const colon = field.indexOf(':')
  return colon < 0 ? ['', field] : [field.slice(0, colon).trim(), field.slice(colon + 1).trim()]
}
