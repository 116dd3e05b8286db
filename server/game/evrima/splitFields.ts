/** Splits `Key: value, Key: [a,b]` at the commas outside brackets. A part without a colon has the key ''. */
export function splitFields(row: string): [key: string, value: string][] {
  const fields: [string, string][] = []
  let depth = 0
  let start = 0
  for (let i = 0; i <= row.length; i++) {
    const sign = row[i] ?? ','
    if (sign === '[') depth++
    else if (sign === ']') depth = Math.max(0, depth - 1)
    else if (i === row.length || (sign === ',' && depth === 0)) {
      const field = row.slice(start, i).trim()
      start = i + 1
      if (field !== '') fields.push(splitField(field))
    }
  }
  return fields
}

function splitField(field: string): [string, string] {
  const colon = field.indexOf(':')
  return colon < 0 ? ['', field] : [field.slice(0, colon).trim(), field.slice(colon + 1).trim()]
}
