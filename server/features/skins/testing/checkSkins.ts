import type { RowOf } from '../../../../shared/engine/archive.ts'
import { keyOf, kindOf } from '../../../../shared/engine/document.ts'
import { mostOwnedSkins, ownedSkins, skinHistory } from '../../../../shared/features/skins/ownedSkins.ts'
import type { Hub } from '../../../engine/hub.ts'
import type { Storage } from '../../../engine/storage.ts'

type Row = RowOf<typeof skinHistory>

/** Which holders an act may lead from, and to. */
const acts: Readonly<Record<Row['act'], readonly [RegExp, RegExp]>> = {
  added: [/^none$/, /^player$/],
  locked: [/^player$/, /^(redemption|listing):.+$/],
  released: [/^(redemption|listing):.+$/, /^player$/],
  moved: [/^(player|listing:.+)$/, /^player$/],
  consumed: [/^(player|redemption:.+|listing:.+)$/, /^consumed$/],
}

/**
 * Whether each kept skin of a hub has exactly one holder, and a history without gaps that leads to it. It shares no code with
 * `ownedSkins.ts`. Call it at the end of every test that moves skins.
 * @returns what is wrong, each in a sentence; empty if nothing is
 */
export async function skinProblems(
  hub: Pick<Hub, 'read' | 'journaledIds' | 'settled'>,
  storage: Pick<Storage, 'archivePage'>,
): Promise<readonly string[]> {
  await hub.settled()
  const problems: string[] = []
  const last = new Map<string, Row>()
  const kept = new Map<string, number>()
  for (const row of await allRows(storage)) {
    problems.push(...rowProblems(row, last.get(row.entry)), ...limitProblems(row, kept))
    last.set(row.entry, row)
  }
  const seen = new Set<string>()
  for (const id of hub.journaledIds()) {
    if (kindOf(id) !== ownedSkins.kind) continue
    const owner = keyOf(id)
    const skins = Object.entries(hub.read(ownedSkins, owner).skins)
    for (const [key, { state, heldFor, steps, skin, species }] of skins) {
      if (seen.has(key)) problems.push(`${key} is in two places`)
      seen.add(key)
      const kinds = { stored: 'player', applying: `redemption:${heldFor}`, listed: `listing:${heldFor}` }
      const is = `${owner} ${kinds[state]} ${steps} ${skin} ${species}`
      const row = last.get(key)
      const was = row && `${row.player} ${row.to} ${row.step} ${row.skin} ${row.species}`
      if (is !== was) problems.push(`${key} is ${is}, and by its history ${was}`)
    }
  }
  for (const [id, { to, player }] of last)
    if (to !== 'consumed' && !seen.has(id)) problems.push(`${id} is with ${to} of ${player}, and nowhere`)
  return problems
}

/** In the order in which they were written. */
async function allRows(storage: Pick<Storage, 'archivePage'>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let before: number | null = null; ; ) {
    const page = await storage.archivePage({ kind: skinHistory.kind, before, limit: 500 })
    rows.push(...page.rows.map(({ row }) => skinHistory.schema.parse(row)))
    if (page.next === null) return rows.reverse()
    before = page.next
  }
}

/** Above the limit there is only what staff gave back. @param kept how many each user keeps */
function limitProblems({ entry, act, cause, player, other }: Row, kept: Map<string, number>): string[] {
  const count = (who: string, by: number) => {
    const after = (kept.get(who) ?? 0) + by
    kept.set(who, after)
    return after
  }
  if (act === 'consumed') count(player, -1)
  if (act === 'moved') count(other ?? '', -1)
  if (act !== 'added' && act !== 'moved') return []
  const has = count(player, 1)
  return has > mostOwnedSkins && cause !== 'reversal' ? [`${player} got ${entry}, and has ${has} skins`] : []
}

function rowProblems({ entry, step, act, from, to, player, other }: Row, before: Row | undefined): string[] {
  const name = `step ${step} of ${entry}`
  const [mayBeFrom, mayBeTo] = acts[act]
  const owner = act === 'moved' ? other : player
  return [
    ...(mayBeFrom.test(from) && mayBeTo.test(to) ? [] : [`${name}: ${act} from ${from} to ${to}`]),
    ...(step === (before?.step ?? 0) + 1 ? [] : [`${name} follows step ${before?.step ?? 0}`]),
    ...(from === (before?.to ?? 'none') ? [] : [`${name} is from ${from}, and ${before?.to} had it`]),
    ...(before && before.player !== owner ? [`${name} is from ${owner}, and it was of ${before.player}`] : []),
    ...(act === 'moved' && other === player ? [`${name}: moved to its own owner`] : []),
  ]
}
