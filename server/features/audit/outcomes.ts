import { mainServer } from '../../../shared/engine/ids.ts'
import type { AuditOutcome } from '../../../shared/features/audit/queries.ts'
import { deliveryHistory } from '../../../shared/features/deliveries/archives.ts'
import { type Delivery, deliveries } from '../../../shared/features/deliveries/delivery.ts'
import type { Page, QueryContext } from '../../engine/feature.ts'

const chunkRows = 500
const mostKnown = 50_000

/**
 * Outcomes of deliveries: from their document while they are in it, then from the archive. Archived outcomes do not change, so each
 * refresh reads only the rows added since the last one. Holds no names.
 */
export function createOutcomes() {
  const known = new Map<string, AuditOutcome>()
  let knownTo = -1
  let reading = Promise.resolve()

  /** Reads the archive from its newest row back to the last one known. */
  const readNew = async (page: QueryContext['page']) => {
    const found: { readonly id: string; readonly outcome: AuditOutcome }[] = []
    let before: number | null = null
    let newest = knownTo
    do {
      const { rows, next }: Page<Delivery> = await page(deliveryHistory, { before, limit: chunkRows })
      newest = Math.max(newest, rows[0]?.seq ?? newest)
      const added = rows.filter(({ seq }) => seq > knownTo)
      for (const { row } of added)
        found.push({ id: row.id, outcome: { state: row.state, link: row.link, settledAt: row.settledAt } })
      before = added.length < rows.length || found.length >= mostKnown ? null : next
    } while (before !== null)
    for (const { id, outcome } of found.reverse()) known.set(id, outcome)
    knownTo = newest
    for (const id of known.keys()) {
      if (known.size <= mostKnown) break
      known.delete(id)
    }
  }

  /**
   * Reads what is new in the archive. Returns the outcome of a delivery by its id. One that is archived while the archive is read may be
   * neither in the rows nor in the document any more: its state of before counts then.
   */
  return async ({ page, read }: Pick<QueryContext, 'page' | 'read'>): Promise<(id: string) => AuditOutcome | null> => {
    const before = read(deliveries, mainServer).entries
    const turn = reading.then(() => readNew(page))
    reading = turn.catch(() => {})
    await turn
    const { entries } = read(deliveries, mainServer)
    return (id) => outcomeIn(entries, id) ?? known.get(id) ?? outcomeIn(before, id)
  }
}

function outcomeIn(entries: Readonly<Record<string, Delivery>>, id: string): AuditOutcome | null {
  const entry = Object.hasOwn(entries, id) ? entries[id] : undefined
  return entry ? { state: entry.state, link: entry.link, settledAt: entry.settledAt } : null
}
export type Outcomes = ReturnType<typeof createOutcomes>
