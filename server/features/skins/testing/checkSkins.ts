import type { RowOf } from '../../../../shared/engine/archive.ts'
import { keyOf, kindOf } from '../../../../shared/engine/document.ts'
import { mostOwnedSkins, ownedSkins, skinHistory } from '../../../../shared/features/skins/ownedSkins.ts'
import type { Hub } from '../../../engine/hub.ts'
import type { Storage } from '../../../engine/storage.ts'
import { limitProblems, type MayLead, rowProblems, rowsOf } from '../../inventory/testing/checkChain.ts'

type Row = RowOf<typeof skinHistory>

const mayLead: MayLead = {
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
  for (const row of await rowsOf(skinHistory, storage)) {
    problems.push(
      ...rowProblems(row, last.get(row.entry), mayLead),
      ...limitProblems(row, kept, [mostOwnedSkins, 'skins']),
    )
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
