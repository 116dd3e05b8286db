import type { AuditFilter, AuditLine } from '../../../shared/features/audit/queries.ts'

/** Whether a line is wanted. Case does not count. */
export function createFits({ text, kinds, actor, from, to }: AuditFilter) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const who = actor.toLowerCase()
  return (line: AuditLine): boolean => {
    const { at, kind, by, byName } = line
    if (from !== null && at < from) return false
    if (to !== null && at > to) return false
    if (kinds.length > 0 && !kinds.includes(kind)) return false
    if (who !== '' && by.toLowerCase() !== who && !byName.toLowerCase().includes(who)) return false
    return words.length === 0 || saysAll(line, words)
  }
}

function saysAll({ act, by, byName, role, target, detail, delivery, address }: AuditLine, words: readonly string[]) {
  const said = [act, by, byName, role, target?.id, target?.name, delivery, address, ...textsIn(detail)]
  const all = said.join('\n').toLowerCase()
  return words.every((word) => all.includes(word))
}

/** Names and values as they are read, and not as JSON quotes them. */
const textsIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
    : [value]
