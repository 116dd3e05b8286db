import type { Archive } from '../../../shared/engine/archive.ts'
import { account } from '../../../shared/features/account/account.ts'
import type { AuditFilter, AuditLine } from '../../../shared/features/audit/queries.ts'
import { isRedactedKind, permissionFor } from '../../../shared/features/deliveries/kinds.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { auditLineOf, hiddenText } from './auditLine.ts'
import { type ArchivedRow, auditedArchives, readMerged } from './mergedArchives.ts'
import type { Outcomes } from './outcomes.ts'

/** Limits the rows that one query reads, so that a rare word does not block the store. */
const mostRowsRead = 5_000
/** After a clock correction a later journal entry may have an earlier time, by at most this much. */
const clockSlackMs = 3_600_000

interface Page {
  readonly lines: AuditLine[]
  readonly next: string | null
  readonly searchedTo: number | null
}
interface Wanted {
  readonly filter: AuditFilter
  readonly before: string | null
  readonly limit: number
}

/** One page of the matching lines, newest first. */
export async function searchAuditLines(
  context: QueryContext,
  outcomes: Outcomes,
  { filter, before, limit }: Wanted,
): Promise<Page> {
  const matches = createMatcher(filter)
  const lines: AuditLine[] = []
  let rowsRead = 0
  let end: Pick<Page, 'next' | 'searchedTo'> = { next: null, searchedTo: null }
  for await (const entry of readMerged(context.page, auditedArchives(context), before)) {
    const at = entry.rows[0]?.row.at ?? 0
    if (filter.from !== null && at < filter.from - clockSlackMs) break
    rowsRead += entry.rows.length
    for (const { archive, row, place } of entry.rows) {
      const shown = shownLine(context, archive, row, place)
      if (shown && matches(shown)) lines.push(shown)
    }
    if (lines.length < limit && rowsRead < mostRowsRead) continue
    end = { next: entry.after(), searchedTo: at }
    break
  }
  if (lines.every(({ delivery }) => delivery === null)) return { lines, ...end }
  const outcomeOf = await outcomes(context)
  const withOutcomes = lines.map((line) =>
    line.delivery === null ? line : { ...line, outcome: outcomeOf(line.delivery) },
  )
  return { lines: withOutcomes, ...end }
}

/** A row as this reader may see it; null if it is not for them. */
export function shownLine(context: QueryContext, archive: Archive, row: ArchivedRow, place: string): AuditLine | null {
  const named = withNames(context, auditLineOf(archive, row, place))
  return named && withoutPrivateText(context, named)
}

/** The demo and real accounts are kept apart: returns null if the actor is not of the reader's kind. */
function withNames({ read, principal }: QueryContext, line: AuditLine): AuditLine | null {
  const actor = line.by === '' ? null : read(account, line.by)
  if (actor && actor.createdAt > 0 && actor.demo !== read(account, principal.id ?? '').demo) return null
  const { target } = line
  // A player's name in the game was recorded with the line; an account has its current name.
  const targetName = target && (target.name || read(account, target.id).name || '')
  return {
    ...line,
    byName: actor && actor.createdAt > 0 ? actor.name : line.byName,
    target: target && { ...target, name: targetName ?? '' },
  }
}

/** Hides the text of a private delivery from a reader without its permission; a search does not match it either. */
function withoutPrivateText({ principal }: QueryContext, line: AuditLine): AuditLine {
  const { act, detail } = line
  const kind = typeof detail.kind === 'string' ? detail.kind : act
  if (line.delivery === null || !isRedactedKind(kind) || principal.can(permissionFor[kind])) return line
  return { ...line, detail: { ...detail, text: hiddenText } }
}

/** Whether a line matches all parts of the filter. Ignores case. */
export function createMatcher({ text, kinds, actor, from, to }: AuditFilter) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const who = actor.toLowerCase()
  return (line: AuditLine): boolean => {
    const { at, kind, by, byName } = line
    if (from !== null && at < from) return false
    if (to !== null && at > to) return false
    if (kinds.length > 0 && !kinds.includes(kind)) return false
    if (who !== '' && by.toLowerCase() !== who && !byName.toLowerCase().includes(who)) return false
    return words.length === 0 || containsAll(line, words)
  }
}

function containsAll(
  { act, did, by, byName, role, target, detail, delivery, address, session, agent }: AuditLine,
  words: readonly string[],
) {
  const texts = [
    act,
    did,
    by,
    byName,
    role,
    target?.id,
    target?.name,
    delivery,
    address,
    session,
    agent,
    ...textsIn(detail),
  ]
  const searched = texts.join('\n').toLowerCase()
  return words.every((word) => searched.includes(word))
}

/** Names and values as plain text, without the quotes and escapes of JSON. */
const textsIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
    : [value]
