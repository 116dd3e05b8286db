import type { z } from 'zod'
import type { entryRefusals } from '../../../shared/features/inventory/commands.ts'
import { type EntryCause, inventoryHistory } from '../../../shared/features/inventory/history.ts'
import {
  type Holding,
  holderOf,
  holdings,
  inventory,
  mostDinosaurs,
  OwnedDinosaur,
} from '../../../shared/features/inventory/inventory.ts'
import { momentText } from '../../../shared/features/trades/limits.ts'
import { parseFast } from '../../engine/compiledSchema.ts'
import type { Context, RefusalValues } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'

/** Of a rule whose command takes over `entryRefusals`. */
export type EntryContext = Pick<Context, 'read' | 'edit' | 'archive' | 'now'> & {
  refuse(code: keyof typeof entryRefusals, values?: RefusalValues): never
}

/** Why an entry changes hands. */
export interface EntryOperation {
  /** Of the operation that the ledger has too, where currency moves with it; otherwise a new id. */
  readonly operation: string
  readonly cause: EntryCause
  /** Id of the delivery, redemption or listing. */
  readonly subject?: string | null
  /** An account id, or the name of a part of the hub. */
  readonly by: string
  readonly byHub?: boolean
}

/** What can hold an entry instead of its owner. */
export interface Holder {
  readonly kind: Holding
  readonly id: string
  /** The delivery whose states show how far it is, where there is one already. */
  readonly delivery?: string | null
}

/** What is known of a new entry; all else is null. */
type NewEntry = Pick<z.input<typeof OwnedDinosaur>, 'id' | 'species' | 'source'> &
  Partial<Omit<z.input<typeof OwnedDinosaur>, 'state' | 'heldFor' | 'delivery' | 'operation' | 'steps'>> & {
    /** A dinosaur that is being parked is the game's until it is released. */
    readonly heldBy?: Holder
  }

/**
 * Adds a dinosaur to the inventory of an account.
 *
 *     addEntry(context, account, { id: newId(), source: 'shop', species: 'Triceratops' }, { cause: 'purchase', operation, by: account })
 *
 * Refuses `full`, before the first edit.
 * @throws if there is an entry with that id
 */
export function addEntry(context: EntryContext, account: string, entry: NewEntry, why: EntryOperation): void {
  const { read, edit, now, refuse } = context
  const { dinosaurs } = read(inventory, account)
  const { heldBy, ...known } = entry
  if (Object.hasOwn(dinosaurs, entry.id)) throw new Error(`There is an entry "${entry.id}"`)
  if (Object.keys(dinosaurs).length >= mostDinosaurs) refuse('full')
  const added = parseFast(OwnedDinosaur, {
    gender: null,
    storedAt: heldBy ? null : now,
    ...known,
    ...heldAs(heldBy),
    operation: why.operation,
    steps: 1,
  })
  edit(inventory, account).dinosaurs[entry.id] = added
  write(context, { entry: added, act: 'added', player: account, from: 'none', to: holderOf(added) }, why)
}

/**
 * Sets an entry aside for a redemption or a listing. Until it is released or consumed by that very one, its owner can do nothing with it.
 * Refuses `gone`, `locked`, and `notTradable` for a listing, before the first edit.
 */
export function lockEntry(
  context: EntryContext,
  account: string,
  id: string,
  holder: Holder,
  why: EntryOperation,
): void {
  const entry = ownEntry(context, account, id)
  if (holder.kind === 'listing') checkTradable(context, entry)
  change(context, { account, id, act: 'locked' }, why, (own) => Object.assign(own, heldAs(holder)))
}

/**
 * Gives an entry back to its owner: a redemption that the game refused, a listing that was withdrawn, a dinosaur that the game has parked.
 * @throws if the entry is not with that holder
 */
export function releaseEntry(
  context: EntryContext,
  account: string,
  id: string,
  holder: Holder,
  why: EntryOperation,
): void {
  checkHeld(context, account, id, holder)
  change(context, { account, id, act: 'released' }, why, (own) =>
    Object.assign(own, heldAs(undefined), { isUnsure: false, storedAt: own.storedAt ?? context.now }),
  )
}

interface Moved {
  readonly id: string
  readonly from: string
  readonly to: string
  /** The listing that has it; left out for one that its owner gives away. */
  readonly holder?: Holder
  /**
   * Staff undo how its owner got it: it goes back though the owner could not sell it yet. `gotBy`: the operation by which the new owner had it
   * before. It is that of the entry again, so that what was paid for it, or an earlier sale, can be undone with the entry. `skinPaidBy`: so is
   * what they had paid for the skin on it.
   */
  readonly undone?: { readonly gotBy: string; readonly skinPaidBy?: string | null }
  readonly source: OwnedDinosaur['source']
  /** Epoch ms from which on the new owner may sell it or give it away; null for at once. */
  readonly tradableAt: number | null
}

/**
 * Moves an entry to the inventory of another account. It loses the name that its owner gave to it, the player for whom the mod keeps it, and
 * where and when that player parked it: other players must not learn where a player was.
 * Refuses `full` for the new owner, and without a holder `gone`, `locked` and `notTradable`, before the first edit. What staff give back
 * (`reversal`) comes into a full inventory, too: it was there before.
 * @throws for a move to oneself, and if the entry is not with that holder
 */
export function moveEntry(context: EntryContext, moved: Moved, why: EntryOperation): void {
  const { read, edit, now, refuse } = context
  const { id, from, to, holder, undone, source, tradableAt } = moved
  if (from === to) throw new Error(`The entry "${id}" was moved to its own owner`)
  if (holder) checkHeld(context, from, id, holder)
  else if (undone) ownEntry(context, from, id)
  else checkTradable(context, ownEntry(context, from, id))
  if (why.cause !== 'reversal' && Object.keys(read(inventory, to).dinosaurs).length >= mostDinosaurs) refuse('full')
  adopt(context, from, id)
  const before = plain(read(inventory, from).dinosaurs[id]) as OwnedDinosaur
  const after: OwnedDinosaur = {
    ...before,
    ...heldAs(undefined),
    isUnsure: false,
    source,
    tradableAt,
    name: '',
    steamId: null,
    location: null,
    skinPaidBy: undone?.skinPaidBy ?? null,
    lastPlayedAt: null,
    storedAt: now,
    operation: undone?.gotBy ?? why.operation,
    steps: before.steps + 1,
  }
  delete edit(inventory, from).dinosaurs[id]
  edit(inventory, to).dinosaurs[id] = after
  const hands = { from: holderOf(before), to: 'player' }
  write(context, { entry: after, act: 'moved', player: to, other: from, ...hands }, why)
}

/**
 * Removes an entry: the game has it, or its owner let it go. Without a holder it refuses `gone` and `locked`.
 * @throws if the entry is not with that holder
 */
export function consumeEntry(
  context: EntryContext,
  account: string,
  id: string,
  holder: Holder | null,
  why: EntryOperation,
): void {
  if (holder) checkHeld(context, account, id, holder)
  else ownEntry(context, account, id)
  remove(context, account, id, why)
}

/** Removes all entries of an erased user, even those that a redemption or a listing holds: it finds them gone. */
export function consumeAll(context: EntryContext, account: string, why: EntryOperation): void {
  for (const id of Object.keys(context.read(inventory, account).dinosaurs)) remove(context, account, id, why)
}

function remove(context: EntryContext, account: string, id: string, why: EntryOperation) {
  adopt(context, account, id)
  const { [id]: entry } = plain(context.edit(inventory, account).dinosaurs)
  if (!entry) return
  delete context.edit(inventory, account).dinosaurs[id]
  const last = { ...entry, steps: entry.steps + 1 }
  write(context, { entry: last, act: 'consumed', player: account, from: holderOf(entry), to: 'consumed' }, why)
}

/** An entry with which its owner can do something. */
function ownEntry({ read, refuse }: EntryContext, account: string, id: string): Readonly<OwnedDinosaur> {
  const { dinosaurs } = read(inventory, account)
  const entry = Object.hasOwn(dinosaurs, id) ? dinosaurs[id] : undefined
  if (!entry) return refuse('gone')
  return entry.state === 'stored' ? entry : refuse('locked')
}

function checkTradable({ now, refuse }: EntryContext, { tradableAt }: Readonly<OwnedDinosaur>) {
  if (tradableAt !== null && now < tradableAt) refuse('notTradable', { when: momentText(tradableAt) })
}

function checkHeld({ read }: EntryContext, account: string, id: string, { kind, id: holder }: Holder) {
  const { dinosaurs } = read(inventory, account)
  const entry = Object.hasOwn(dinosaurs, id) ? dinosaurs[id] : undefined
  const has = entry ? holderOf(entry) : 'none'
  if (has !== `${kind}:${holder}`) throw new Error(`The entry "${id}" is with ${has}, not with ${kind}:${holder}`)
}

const heldAs = (holder: Holder | undefined) => ({
  state: holder ? holdings[holder.kind] : ('stored' as const),
  heldFor: holder?.id ?? null,
  delivery: holder?.delivery ?? null,
})

interface Changed {
  readonly account: string
  readonly id: string
  readonly act: 'locked' | 'released'
}

function change(
  context: EntryContext,
  { account, id, act }: Changed,
  why: EntryOperation,
  edited: (entry: OwnedDinosaur) => void,
) {
  adopt(context, account, id)
  const entry = context.edit(inventory, account).dinosaurs[id] as OwnedDinosaur
  const from = holderOf(entry)
  edited(entry)
  entry.steps += 1
  write(context, { entry: plain(entry), act, player: account, from, to: holderOf(entry) }, why)
}

/** An entry of a release that kept no history begins one. */
function adopt(context: EntryContext, account: string, id: string) {
  const entry = context.edit(inventory, account).dinosaurs[id]
  if (!entry || entry.steps > 0) return
  entry.steps = 1
  const first = { entry: plain(entry), act: 'added', player: account, from: 'none', to: holderOf(entry) } as const
  write(context, first, { operation: `earlier:${id}`, cause: 'earlier', by: 'inventory', byHub: true })
}

type Step = Pick<z.input<typeof inventoryHistory.schema>, 'act' | 'player' | 'other' | 'from' | 'to'> & {
  readonly entry: Readonly<OwnedDinosaur>
}

const write = ({ archive }: EntryContext, { entry, ...step }: Step, why: EntryOperation) =>
  archive(inventoryHistory, { entry: entry.id, step: entry.steps, species: entry.species, ...step, ...why })
