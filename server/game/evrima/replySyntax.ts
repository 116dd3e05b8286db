/** What was read from a reply, and what in it was strange but not fatal. */
export interface Parsed<T> {
  readonly value: T
  /** Keys that we do not know, each as often as it stood there. */
  readonly unknownKeys: readonly string[]
  /** The kinds of nonsense that were skipped, each as often as it occurred. Never text of the reply. */
  readonly garbage: readonly string[]
}

/** The server's own naive time, which most replies begin with. */
const timestamp = /^\[\d{4}\.\d{2}\.\d{2}-\d{2}\.\d{2}\.\d{2}(?::\d{1,3})?\][ \t]*/

/** Removes what may stand before a reply: a frame type as one byte (0 to 4) and a time. Each may be missing. */
export const withoutPreamble = (reply: string): string =>
  (reply.charCodeAt(0) <= 4 ? reply.slice(1) : reply).replace(timestamp, '')

/** Removes the name of the reply's type, which is glued to what follows it. */
export const withoutType = (reply: string, type: string): string => {
  const body = withoutPreamble(reply)
  return body.startsWith(type) ? body.slice(type.length) : body
}

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

/** Only plain decimals: what else `Number` would take ('', '0x1', 'Infinity', or digits without end) is no answer of the game. */
export const parseNumber = (text: string | undefined): number | null => {
  const number = text !== undefined && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** A number that can be: one absurd number must not spoil what stands beside it. Both bounds belong to it. */
export const parseBetween = (text: string | undefined, least: number, most: number): number | null => {
  const number = parseNumber(text)
  return number !== null && number >= least && number <= most ? number : null
}

/** Unreal writes booleans in several ways; what is none of them is not guessed. */
export const parseBoolean = (text: string | undefined): boolean | null => {
  if (/^(true|1|on|yes)$/i.test(text ?? '')) return true
  return /^(false|0|off|no)$/i.test(text ?? '') ? false : null
}

/** `BP_Carnotaurus_C`, the name of a blueprint, as the bare class name that newer builds send: `Carnotaurus`. */
export const bareClass = (name: string): string => name.replace(/^BP_/, '').replace(/_C$/, '')
