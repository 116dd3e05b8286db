import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { AuditOutcome } from '../../../shared/features/audit/queries.ts'
import { deliveries, deliveriesArchive } from '../../../shared/features/deliveries/delivery.ts'
import type { QueryContext } from '../../engine/feature.ts'

const Archived = AuditOutcome.extend({ id: z.string() })
const chunkLines = 500
const mostKnown = 50_000

/**
 * What became of deliveries: of those that are at hand by their document, of those that were put away by the archive. That is read once
 * and then only on from there, as what was put away changes no more. Nobody's name is kept.
 */
export function createOutcomes() {
  const known = new Map<string, AuditOutcome>()
  let knownTo = -1
  let reading = Promise.resolve()

  /** Newest first, down to what is known already. */
  const readOn = async (page: QueryContext['page']) => {
    const found: { readonly id: string; readonly outcome: AuditOutcome }[] = []
    let before: number | null = null
    let newest = knownTo
    do {
      const { lines, next } = await page(deliveriesArchive, mainServer, { before, limit: chunkLines })
      newest = Math.max(newest, lines[0]?.seq ?? newest)
      const fresh = lines.filter(({ seq }) => seq > knownTo)
      for (const { line } of fresh) {
        const archived = Archived.safeParse(line)
        if (!archived.success) continue
        const { id, state, link, settledAt } = archived.data
        found.push({ id, outcome: { state, link, settledAt } })
      }
      before = fresh.length < lines.length || found.length >= mostKnown ? null : next
    } while (before !== null)
    for (const { id, outcome } of found.reverse()) known.set(id, outcome)
    knownTo = newest
    for (const id of known.keys()) {
      if (known.size <= mostKnown) break
      known.delete(id)
    }
  }

  return {
    /** Call once before `of`: what is put away meanwhile is still at hand in what was read before. */
    async refresh({ page }: Pick<QueryContext, 'page'>) {
      const turn = reading.then(() => readOn(page))
      reading = turn.catch(() => {})
      await turn
    },
    of({ read }: Pick<QueryContext, 'read'>, id: string): AuditOutcome | null {
      const { entries } = read(deliveries, mainServer)
      const one = Object.hasOwn(entries, id) ? entries[id] : undefined
      return one ? { state: one.state, link: one.link, settledAt: one.settledAt } : (known.get(id) ?? null)
    },
  }
}
export type Outcomes = ReturnType<typeof createOutcomes>
