import type { RowOf } from '../../../../shared/engine/archive.ts'
import { keyOf, kindOf } from '../../../../shared/engine/document.ts'
import { inventoryHistory } from '../../../../shared/features/inventory/history.ts'
import { inventory, mostDinosaurs, type OwnedDinosaur } from '../../../../shared/features/inventory/inventory.ts'
import type { Hub } from '../../../engine/hub.ts'
import type { Storage } from '../../../engine/storage.ts'

type Row = RowOf<typeof inventoryHistory>

/** What the history says of one entry. */
interface Known {
  readonly steps: number
  readonly holder: string
  readonly owner: string
  readonly species: string
}

/** Which holders an act may lead from, and to. */
const acts: Readonly<Record<Row['act'], readonly [RegExp, RegExp]>> = {
  added: [/^none$/, /^(player|game:.+|redemption:.+|listing:.+)$/],
  locked: [/^player$/, /^(redemption|listing):.+$/],
  released: [/^(game|redemption|listing):.+$/, /^player$/],
  moved: [/^(player|listing:.+)$/, /^player$/],
  consumed: [/^(player|game:.+|redemption:.+|listing:.+)$/, /^consumed$/],
}

/**
 * Whether each dinosaur of a hub has exactly one holder, and a history without gaps that leads to it. It follows the archive by itself, and
 * shares no code with `entries.ts`. Call it at the end of every test that moves dinosaurs.
 * @returns what is wrong, each in a sentence; empty if nothing is
 */
export async function dinosaurProblems(
  hub: Pick<Hub, 'read' | 'journaledIds' | 'settled'>,
  storage: Pick<Storage, 'archivePage'>,
): Promise<readonly string[]> {
  await hub.settled()
  const problems: string[] = []
  const known = new Map<string, Known>()
  const kept = new Map<string, number>()
  for (const row of await allRows(storage)) {
    problems.push(...rowProblems(row, known.get(row.entry)), ...limitProblems(row, kept))
    known.set(row.entry, { steps: row.step, holder: row.to, owner: row.player, species: row.species })
  }
  const seen = new Set<string>()
  for (const id of hub.journaledIds()) {
    if (kindOf(id) !== inventory.kind) continue
    const owner = keyOf(id)
    const entries = Object.entries(hub.read(inventory, owner).dinosaurs)
    for (const [key, entry] of entries) {
      if (key !== entry.id) problems.push(`${key} is stored as ${entry.id}`)
      if (seen.has(key)) problems.push(`${key} is in two inventories`)
      seen.add(key)
      problems.push(...entryProblems(owner, entry, known.get(key)))
    }
  }
  for (const [id, { holder, owner }] of known)
    if (holder !== 'consumed' && !seen.has(id))
      problems.push(`${id} is with ${holder} of ${owner}, and in no inventory`)
  return problems
}

/** In the order in which they were written. */
async function allRows(storage: Pick<Storage, 'archivePage'>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let before: number | null = null; ; ) {
    const page = await storage.archivePage({ kind: inventoryHistory.kind, before, limit: 500 })
    rows.push(...page.rows.map(({ row }) => inventoryHistory.schema.parse(row)))
    if (page.next === null) return rows.reverse()
    before = page.next
  }
}

/** Above the limit there is only what staff gave back. @param kept how many each user has */
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
  return has > mostDinosaurs && cause !== 'reversal' ? [`${player} got ${entry}, and has ${has} dinosaurs`] : []
}

function rowProblems({ entry, step, act, from, to, player, other, species }: Row, before: Known | undefined): string[] {
  const name = `step ${step} of ${entry}`
  const [mayBeFrom, mayBeTo] = acts[act]
  const owner = act === 'moved' ? other : player
  return [
    ...(mayBeFrom.test(from) && mayBeTo.test(to) ? [] : [`${name}: ${act} from ${from} to ${to}`]),
    ...(step === (before?.steps ?? 0) + 1 ? [] : [`${name} follows step ${before?.steps ?? 0}`]),
    ...(from === (before?.holder ?? 'none') ? [] : [`${name} is from ${from}, and ${before?.holder} had it`]),
    ...(before && before.owner !== owner ? [`${name} is from ${owner}, and it was of ${before.owner}`] : []),
    ...(before && before.species !== species ? [`${name}: a ${before.species} became a ${species}`] : []),
    ...(act === 'moved' && other === player ? [`${name}: moved to its own owner`] : []),
  ]
}

function entryProblems(owner: string, entry: Readonly<OwnedDinosaur>, known: Known | undefined): string[] {
  const { id, state, heldFor, delivery, steps, species } = entry
  if (!known) return [`${id} of ${owner} was never added`]
  const kinds = { stored: 'player', parking: 'game', redeeming: 'redemption', listed: 'listing' }
  const holder = state === 'stored' ? kinds.stored : `${kinds[state]}:${heldFor ?? delivery}`
  return [
    ...(known.owner === owner ? [] : [`${id} is of ${owner}, and of ${known.owner} by its history`]),
    ...(known.holder === holder ? [] : [`${id} is with ${holder}, and with ${known.holder} by its history`]),
    ...(known.steps === steps ? [] : [`${id} has ${steps} steps, and ${known.steps} by its history`]),
    ...(known.species === species ? [] : [`${id} is a ${species}, and a ${known.species} by its history`]),
    ...(state !== 'stored' || (heldFor === null && delivery === null) ? [] : [`${id} is stored, and held`]),
  ]
}
