import { account } from '../../../shared/features/account/account.ts'
import type { AuditFilter, AuditLine } from '../../../shared/features/audit/queries.ts'
import { isApartKind, permissionFor } from '../../../shared/features/deliveries/kinds.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { auditLineOf, hiddenWord } from './auditLineOf.ts'
import { auditLists } from './auditLists.ts'
import { createFits } from './fits.ts'
import type { Outcomes } from './outcomes.ts'
import { readMerged } from './readMerged.ts'

/** Lines that one question looks through at most, so that a seldom word does not hold up the store. */
const mostLookedThrough = 5_000
/** Clocks are put right: what is later in the journal may be this much earlier by the clock. */
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

/** One page of what fits, newest first. */
export async function searchLines(
  context: QueryContext,
  outcomes: Outcomes,
  { filter, before, limit }: Wanted,
): Promise<Page> {
  const fits = createFits(filter)
  const lines: AuditLine[] = []
  let looked = 0
  let end: Pick<Page, 'next' | 'searchedTo'> = { next: null, searchedTo: null }
  for await (const entry of readMerged(context.page, auditLists, before)) {
    const at = entry.lines[0]?.line.at ?? 0
    if (filter.from !== null && at < filter.from - clockSlackMs) break
    looked += entry.lines.length
    const read = entry.lines.map(({ list, line, place }) => named(context, auditLineOf(list, line, place)))
    const told = read.filter((line) => line !== null).map((line) => withoutOthersWords(context, line))
    lines.push(...told.filter(fits))
    if (lines.length < limit && looked < mostLookedThrough) continue
    end = { next: entry.after(), searchedTo: at }
    break
  }
  if (lines.some(({ delivery }) => delivery !== null)) await outcomes.refresh(context)
  const told = lines.map((line) =>
    line.delivery === null ? line : { ...line, outcome: outcomes.of(context, line.delivery) },
  )
  return { lines: told, ...end }
}

/** What is said where only some may speak is for those alone, also for whoever searches for it. */
function withoutOthersWords({ principal }: QueryContext, line: AuditLine): AuditLine {
  const { act, detail } = line
  const kind = typeof detail.kind === 'string' ? detail.kind : act
  if (line.delivery === null || !isApartKind(kind) || principal.can(permissionFor[kind])) return line
  return { ...line, detail: { ...detail, text: hiddenWord } }
}

/** With the names that people have now. Null for what is not of the asker's kind: the demo and the real know nothing of each other. */
function named({ read, principal }: QueryContext, line: AuditLine): AuditLine | null {
  const actor = line.by === '' ? null : read(account, line.by)
  if (actor && actor.createdAt > 0 && actor.demo !== read(account, principal.id ?? '').demo) return null
  const { target } = line
  // What somebody in the game was called stands in the line; an account is called by its present name.
  const targetName = target && (target.name || read(account, target.id).name || '')
  return {
    ...line,
    byName: actor && actor.createdAt > 0 ? actor.name : line.byName,
    target: target && { ...target, name: targetName ?? '' },
  }
}
