/** The metrics and labels that a Prometheus query names. */
export interface Named {
  readonly metrics: readonly string[]
  /** Labels that it asks of a metric, or groups by. */
  readonly labels: readonly string[]
}

const ours = /\bwaterhole_\w+/g
const selector = /\{([^}]*)\}/g
const grouping = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g

/** Supports as much of the language as our own files use: metrics are ours by their prefix, and no text holds a brace. */
export function namedIn(query: string): Named {
  const selected = [...query.matchAll(selector)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  )
  const grouped = [...query.matchAll(grouping)].flatMap(([, inside = '']) => inside.split(',').map((one) => one.trim()))
  return { metrics: [...new Set(query.match(ours))], labels: [...new Set([...selected, ...grouped])].filter(Boolean) }
}
