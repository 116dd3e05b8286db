import type { RowOf } from '../../../../shared/engine/archive.ts'
import { keyOf, kindOf } from '../../../../shared/engine/document.ts'
import { inventoryHistory } from '../../../../shared/features/inventory/history.ts'
import { inventory, mostDinosaurs, type OwnedDinosaur } from '../../../../shared/features/inventory/inventory.ts'
import type { Hub } from '../../../engine/hub.ts'
import type { Storage } from '../../../engine/storage.ts'
import { limitProblems, type MayLead, rowProblems, rowsOf } from './checkChain.ts'

type Row = RowOf<typeof inventoryHistory>

const mayLead: MayLead = {
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
  const last = new Map<string, Row>()
  const kept = new Map<string, number>()
  for (const row of await rowsOf(inventoryHistory, storage)) {
    problems.push(
      ...rowProblems(row, last.get(row.entry), mayLead),
      ...limitProblems(row, kept, [mostDinosaurs, 'dinosaurs']),
    )
    last.set(row.entry, row)
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
      problems.push(...entryProblems(owner, entry, last.get(key)))
    }
  }
  for (const [id, { to, player }] of last)
    if (to !== 'consumed' && !seen.has(id)) problems.push(`${id} is with ${to} of ${player}, and in no inventory`)
  return problems
}

function entryProblems(owner: string, entry: Readonly<OwnedDinosaur>, last: Row | undefined): string[] {
  const { id, state, heldFor, delivery, steps, species } = entry
  if (!last) return [`${id} of ${owner} was never added`]
  const kinds = { stored: 'player', parking: 'game', redeeming: 'redemption', listed: 'listing' }
  const holder = state === 'stored' ? kinds.stored : `${kinds[state]}:${heldFor ?? delivery}`
  return [
    ...(last.player === owner ? [] : [`${id} is of ${owner}, and of ${last.player} by its history`]),
    ...(last.to === holder ? [] : [`${id} is with ${holder}, and with ${last.to} by its history`]),
    ...(last.step === steps ? [] : [`${id} has ${steps} steps, and ${last.step} by its history`]),
    ...(last.species === species ? [] : [`${id} is a ${species}, and a ${last.species} by its history`]),
    ...(state !== 'stored' || (heldFor === null && delivery === null) ? [] : [`${id} is stored, and held`]),
  ]
}
