import { BanFileError, parseBanFile } from './banFile.ts'
import { encodingOf, type LogEncoding } from './lineDecoder.ts'

/**
 * Takes the entries of a player out of `PlayerBans.json`. Every other byte stays: other entries, unknown fields, indentation, line ends and
 * the encoding.
 * @param id SteamID64, or the EOS id of older builds
 * @returns the new file and how many entries were taken out; with 0 the bytes are those that were given
 * @throws BanFileError when the file is not such a list
 */
export function withoutBan(bytes: Buffer, id: string): { readonly bytes: Buffer; readonly removed: number } {
  // The zone says nothing about which entries there are.
  parseBanFile(bytes, 'UTC')
  const { name, markBytes } = encodingOf(bytes)
  const text = unitsIn(bytes.subarray(markBytes), name)
  const found = listIn(text)
  const entries = found === null ? [] : elementsFrom(text, found)
  const isTheirs = entries.map(({ from, to }) => steamIdOf(text.slice(from, to)) === id.toLowerCase())
  const removed = isTheirs.filter(Boolean).length
  const [first, last] = [entries[0], entries.at(-1)]
  if (removed === 0 || !first || !last) return { bytes, removed: 0 }
  let kept = ''
  let isFirst = true
  entries.forEach(({ from, to }, at) => {
    if (isTheirs[at]) return
    // With what is between it and the one before it: the comma and the indentation.
    kept += text.slice(isFirst ? from : (entries[at - 1]?.to ?? from), to)
    isFirst = false
  })
  const emptied = kept === '' ? `${text.slice(0, found ?? 0)}${text.slice(afterSpace(text, last.to))}` : null
  const whole = emptied ?? `${text.slice(0, first.from)}${kept}${text.slice(last.to)}`
  return { bytes: Buffer.concat([bytes.subarray(0, markBytes), bytesOf(whole, name)]), removed }
}

/** One character for each byte or unit, so that bytes that are not text stay as they are. All signs of JSON are the same in each encoding. */
const unitsIn = (bytes: Buffer, name: LogEncoding['name']): string => {
  if (name === 'utf8') return bytes.toString('latin1')
  if (bytes.length % 2 === 1) throw new BanFileError("The game's ban list ends within a character.")
  return (name === 'utf16be' ? Buffer.from(bytes).swap16() : bytes).toString('utf16le')
}

function bytesOf(text: string, name: LogEncoding['name']): Buffer {
  if (name === 'utf8') return Buffer.from(text, 'latin1')
  const bytes = Buffer.from(text, 'utf16le')
  return name === 'utf16be' ? bytes.swap16() : bytes
}

interface Span {
  readonly from: number
  readonly to: number
}

/** Behind the bracket that opens the list; null in an empty file. The text is known to be JSON. */
function listIn(text: string): number | null {
  let at = afterSpace(text, 0)
  let found: number | null = null
  if (text[at] !== '{') return null
  for (at = afterSpace(text, at + 1); text[at] === '"'; at = afterComma(text, at)) {
    const key = { from: at, to: afterValue(text, at) }
    // Behind the colon.
    at = afterSpace(text, afterSpace(text, key.to) + 1)
    const isList = text.slice(key.from, key.to) === '"bannedPlayerData"'
    if (isList && found !== null)
      throw new BanFileError("The game's ban list has “bannedPlayerData” twice. Remove one of them by hand.")
    if (isList) found = at + 1
    at = afterValue(text, at)
  }
  return found
}

function elementsFrom(text: string, start: number): readonly Span[] {
  const spans: Span[] = []
  for (let at = afterSpace(text, start); text[at] !== ']' && at < text.length; ) {
    const span = { from: at, to: afterValue(text, at) }
    spans.push(span)
    at = afterComma(text, span.to)
  }
  return spans
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at += 1
  return at
}

function afterComma(text: string, from: number): number {
  const at = afterSpace(text, from)
  return text[at] === ',' ? afterSpace(text, at + 1) : at
}

/** Behind the value that begins at `from`. */
function afterValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '"') at = afterText(text, at) - 1
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    // A number or a word ends before what ends its list or object.
    if (depth < 0) return at
    if (depth > 0) continue
    const next = text[at + 1]
    if ('"}]'.includes(sign) || next === undefined || ' \t\r\n,]}'.includes(next)) return at + 1
  }
  return text.length
}

function afterText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function steamIdOf(json: string): string | null {
  const entry: unknown = JSON.parse(json)
  const { steamId } = (typeof entry === 'object' && entry !== null ? entry : {}) as { steamId?: unknown }
  return typeof steamId === 'string' ? steamId.trim().toLowerCase() : null
}
