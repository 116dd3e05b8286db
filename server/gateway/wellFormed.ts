const deepest = 32

/**
 * Whether something that came out of JSON.parse is fit to be looked at by recursive code: not nested deeper than any
 * message of ours, and without the one key that turns a careless merge into a change of every object.
 */
export function isWellFormed(value: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: inside, depth } = next
    if (typeof inside !== 'object' || inside === null) continue
    if (depth >= deepest || Object.hasOwn(inside, '__proto__')) return false
    for (const part of Object.values(inside)) open.push({ value: part, depth: depth + 1 })
  }
  return true
}
