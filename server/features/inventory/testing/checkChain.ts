import type { RowOf } from '../../../../shared/engine/archive.ts'
import type { inventoryHistory } from '../../../../shared/features/inventory/history.ts'
import type { skinHistory } from '../../../../shared/features/skins/ownedSkins.ts'
import type { Storage } from '../../../engine/storage.ts'

type History = typeof inventoryHistory | typeof skinHistory
type Row = Omit<RowOf<typeof skinHistory>, 'skin'>

/** Which holders an act may lead from, and to. */
export type MayLead = Readonly<Record<Row['act'], readonly [RegExp, RegExp]>>

/** In the order in which they were written. */
export async function rowsOf<H extends History>(history: H, storage: Pick<Storage, 'archivePage'>) {
  const rows: RowOf<H>[] = []
  for (let before: number | null = null; ; ) {
    const page = await storage.archivePage({ kind: history.kind, before, limit: 500 })
    rows.push(...page.rows.map(({ row }) => history.schema.parse(row) as RowOf<H>))
    if (page.next === null) return rows.reverse()
    before = page.next
  }
}

/** What is wrong with a row after the one before it. */
export function rowProblems(row: Row, before: Row | undefined, mayLead: MayLead): string[] {
  const { entry, step, act, from, to, player, other, species } = row
  const name = `step ${step} of ${entry}`
  const [mayBeFrom, mayBeTo] = mayLead[act]
  const owner = act === 'moved' ? other : player
  return [
    ...(mayBeFrom.test(from) && mayBeTo.test(to) ? [] : [`${name}: ${act} from ${from} to ${to}`]),
    ...(step === (before?.step ?? 0) + 1 ? [] : [`${name} follows step ${before?.step ?? 0}`]),
    ...(from === (before?.to ?? 'none') ? [] : [`${name} is from ${from}, and ${before?.to} had it`]),
    ...(before && before.player !== owner ? [`${name} is from ${owner}, and it was of ${before.player}`] : []),
    ...(before && before.species !== species ? [`${name}: a ${before.species} became a ${species}`] : []),
    ...(act === 'moved' && other === player ? [`${name}: moved to its own owner`] : []),
  ]
}

/**
 * Above the limit there is only what staff gave back.
 * @param kept how many each user has, kept from row to row
 * @param most of one user, with their name: `dinosaurs`
 */
export function limitProblems(
  { entry, act, cause, player, other }: Row,
  kept: Map<string, number>,
  most: readonly [number, string],
): string[] {
  const [limit, name] = most
  const count = (who: string, by: number) => {
    const after = (kept.get(who) ?? 0) + by
    kept.set(who, after)
    return after
  }
  if (act === 'consumed') count(player, -1)
  if (act === 'moved') count(other ?? '', -1)
  if (act !== 'added' && act !== 'moved') return []
  const has = count(player, 1)
  return has > limit && cause !== 'reversal' ? [`${player} got ${entry}, and has ${has} ${name}`] : []
}
