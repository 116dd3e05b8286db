const pageRows = 10

const stepOf = (key: string, last: number): number | null => {
  switch (key) {
    case 'ArrowDown':
      return 1
    case 'ArrowUp':
      return -1
    case 'PageDown':
      return pageRows
    case 'PageUp':
      return -pageRows
    case 'Home':
      return -last
    case 'End':
      return last
    default:
      return null
  }
}

/** Which row a key leads to from another, in a list that is walked with arrows; null if the key leads nowhere. */
export const rowAfterKey = (ids: readonly string[], from: string | null, key: string): string | null => {
  const last = ids.length - 1
  const step = stepOf(key, last)
  const at = from === null ? -1 : ids.indexOf(from)
  if (step === null || at < 0) return null
  return ids[Math.min(last, Math.max(0, at + step))] ?? null
}
