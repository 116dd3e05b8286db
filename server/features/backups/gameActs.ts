import type { GameAct } from '../../../shared/features/backups/backups.ts'
import { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import type { ActionDetail } from '../../../shared/features/deliveries/kinds.ts'

/** Whether a delivery brought something that was redeemed into the game, or took a dinosaur out of it. */
const isExchange = ({ kind, redemption }: Delivery) => redemption !== null || kind === 'park'

/** A delivery as an act of the game, if it was an exchange that happened after `since`, epoch ms; otherwise null. */
export function gameActOf(one: Delivery, since: number): GameAct | null {
  const { id, kind, by, byName, target, detail, redemption, settledAt, state, link } = one
  const hasHappened = (state === 'confirmed' || state === 'done') && link !== 'mock'
  if (!hasHappened || settledAt === null || settledAt <= since || !isExchange(one)) return null
  return {
    delivery: id,
    kind,
    by: by.slice(0, 64),
    byName: byName.slice(0, 100),
    target: target && { id: target.id.slice(0, 64), name: target.name.slice(0, 100) },
    text: aboutIn(kind, detail).slice(0, 1_000),
    redemption,
    settledAt,
  }
}

/** What staff need to settle it: which dinosaur, how far it was grown, or where to. */
function aboutIn(kind: string, { text = '', species, stored, destinationName = '' }: ActionDetail): string {
  if (kind === 'grow') return text === '' ? '' : `to ${Math.round(Number(text) * 100)}%`
  if (kind === 'teleport') return destinationName
  if (species === undefined) return text
  const growth = stored?.growth ?? null
  return growth === null ? species : `${species}, ${growth}% grown`
}

/** The same of a row or an entry that is still to be read; null for anything else. */
export function gameActIn(found: unknown, since: number): GameAct | null {
  const { success, data } = Delivery.safeParse(found)
  return success ? gameActOf(data, since) : null
}
