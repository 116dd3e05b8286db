/** One entry of a Redis stream as Redis answers it. */
export interface StreamRow {
  /** "<seq>-<position>" */
  readonly id: string
  readonly seq: number
  readonly position: number
  readonly fields: Readonly<Record<string, string>>
}

/** Null when it is none: checked by hand, as many thousands come in a second. */
const toRow = (found: unknown): StreamRow | null => {
  if (!Array.isArray(found)) return null
  const [id, pairs] = found as readonly unknown[]
  if (typeof id !== 'string' || !Array.isArray(pairs)) return null
  const fields: Record<string, string> = {}
  for (let at = 0; at + 1 < pairs.length; at += 2) fields[String(pairs[at])] = String(pairs[at + 1])
  const dash = id.indexOf('-')
  return { id, seq: Number(id.slice(0, dash)), position: Number(id.slice(dash + 1)), fields }
}

/** What XRANGE and XREVRANGE answer. */
export const streamRows = (answer: unknown): StreamRow[] =>
  Array.isArray(answer) ? answer.flatMap((found) => toRow(found) ?? []) : []

/** What XREAD of one stream answers; null is nothing new. */
export const readRows = (answer: unknown): StreamRow[] => {
  const [stream] = Array.isArray(answer) ? (answer as readonly unknown[]) : []
  return Array.isArray(stream) ? streamRows(stream[1]) : []
}
