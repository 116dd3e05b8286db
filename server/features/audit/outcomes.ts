import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { AuditOutcome } from '../../../shared/features/audit/queries.ts'
import { deliveries, deliveriesArchive } from '../../../shared/features/deliveries/delivery.ts'
import type { QueryContext } from '../../engine/feature.ts'

const Archived = AuditOutcome.extend({ id: z.string() })
const chunkLines = 500
const mostKnown = 50_000

/**
 * Outcomes of deliveries: from their document while they are in it, then from the archive. Archived outcomes do not change, so each
 * refresh reads only the lines added since the last one. Holds no names.
 */
export function createOutcomes() {
  const known = new Map<string, AuditOutcome>()
  let knownTo = -1
  let reading = Promise.resolve()

  /** Reads the archive from its newest line back to the last one known. */
  const readNew = async (page: QueryContext['page']) => {
    const found: { readonly id: string; readonly outcome: AuditOutcome }[] = []
    let before: number | null = null
    let newest = knownTo
    do {
      const { lines, next } = await page(deliveriesArchive, mainServer, { before, limit: chunkLines })
      newest = Math.max(newest, lines[0]?.seq ?? newest)
      const added = lines.filter(({ seq }) => seq > knownTo)
      for (const { line } of added) {
        const archived = Archived.safeParse(line)
        if (!archived.success) continue
        const { id, state, link, settledAt } = archived.data
        found.push({ id, outcome: { state, link, settledAt } })
      }
      before = added.length < lines.length || found.length >= mostKnown ? null : next
    } while (before !== null)
    for (const { id, outcome } of found.reverse()) known.set(id, outcome)
    knownTo = newest
    for (const id of known.keys()) {
      if (known.size <= mostKnown) break
      known.delete(id)
    }
  }

  return {
    /** Call once before `of`: a delivery that is archived in between is still in the document or already in the archive. */
    async refresh({ page }: Pick<QueryContext, 'page'>) {
      const turn = reading.then(() => readNew(page))
      reading = turn.catch(() => {})
      await turn
    },
    of({ read }: Pick<QueryContext, 'read'>, id: string): AuditOutcome | null {
      const { entries } = read(deliveries, mainServer)
      const current = Object.hasOwn(entries, id) ? entries[id] : undefined
      if (!current) return known.get(id) ?? null
      return { state: current.state, link: current.link, settledAt: current.settledAt }
    },
  }
}
export type Outcomes = ReturnType<typeof createOutcomes>
