import type { z } from 'zod'
import type { skinRefusals } from '../../../shared/features/skins/commands.ts'
import {
  mostOwnedSkins,
  OwnedSkin,
  ownedSkins,
  type SkinHolding,
  skinHistory,
  skinHolderOf,
  skinHoldings,
} from '../../../shared/features/skins/ownedSkins.ts'
import { momentText } from '../../../shared/features/trades/limits.ts'
import type { Context, RefusalValues } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import type { EntryOperation } from '../inventory/entries.ts'

/** Of a rule whose command takes over `skinRefusals`. */
export type SkinContext = Pick<Context, 'read' | 'edit' | 'archive' | 'now'> & {
  refuse(code: keyof typeof skinRefusals, values?: RefusalValues): never
}

type Row = z.input<typeof skinHistory.schema>

/** Why a skin changes hands. */
export interface SkinOperation extends Omit<EntryOperation, 'cause'> {
  readonly cause: EntryOperation['cause'] | 'apply'
}

export interface SkinHolder {
  readonly kind: SkinHolding
  /** Of the redemption or listing. */
  readonly id: string
}

type NewSkin = Pick<OwnedSkin, 'id' | 'source' | 'species' | 'skin' | 'colours' | 'tradableAt'> & {
  /** Of one that its user had used up and gets back: the operation by which they had got it. It counts again. */
  readonly gotBy?: string | null
}

/**
 * Adds a skin to those of an account. Refuses `skinsFull`, before the first edit, unless staff give it back.
 * @throws if there is a skin with that id
 */
export function addSkin(context: SkinContext, account: string, { gotBy, ...skin }: NewSkin, why: SkinOperation): void {
  const { read, edit, now, refuse } = context
  const { skins } = read(ownedSkins, account)
  if (Object.hasOwn(skins, skin.id)) throw new Error(`There is a skin "${skin.id}"`)
  if (isFull(context, account, why)) refuse('skinsFull')
  const added = OwnedSkin.parse({
    ...skin,
    state: 'stored',
    acquiredAt: now,
    operation: gotBy ?? why.operation,
    steps: 1,
  })
  edit(ownedSkins, account).skins[skin.id] = added
  write(context, added, { act: 'added', player: account, from: 'none', to: 'player' }, why)
}

/** Sets a skin aside for a redemption or a listing. Refuses `noSuchSkin`, `skinHeld`, and `skinNotTradable` for a listing, before the first edit. */
export function lockSkin(context: SkinContext, account: string, id: string, holder: SkinHolder, why: SkinOperation) {
  const { now, refuse } = context
  const { tradableAt } = ownSkin(context, account, id)
  if (holder.kind === 'listing' && tradableAt !== null && now < tradableAt)
    refuse('skinNotTradable', { when: momentText(tradableAt) })
  change(context, account, id, why, { act: 'locked', state: skinHoldings[holder.kind], heldFor: holder.id })
}

/**
 * Gives a skin back to its owner: a redemption that the game refused, a listing that was withdrawn.
 * @throws if the skin is not with that holder
 */
export function releaseSkin(context: SkinContext, account: string, id: string, holder: SkinHolder, why: SkinOperation) {
  checkHeld(context, account, id, holder)
  change(context, account, id, why, { act: 'released', state: 'stored', heldFor: null })
}

interface Moved {
  readonly id: string
  readonly from: string
  readonly to: string
  /** The listing that has it; left out where staff undo how its owner got it. */
  readonly holder?: SkinHolder
  /** Then the operation by which the new owner had it before: it counts again. */
  readonly undone?: { readonly gotBy: string }
  readonly source: OwnedSkin['source']
  /** Epoch ms from which on the new owner may sell it; null for at once. */
  readonly tradableAt: number | null
}

/**
 * Moves a skin to another account. Refuses `skinsFull` for the new owner, unless staff give it back, and without a holder `noSuchSkin` and
 * `skinHeld`, before the first edit.
 * @throws for a move to oneself, and if the skin is not with that holder
 */
export function moveSkin(context: SkinContext, moved: Moved, why: SkinOperation): void {
  const { read, edit, now, refuse } = context
  const { id, from, to, holder, undone, source, tradableAt } = moved
  if (from === to) throw new Error(`The skin "${id}" was moved to its own owner`)
  if (holder) checkHeld(context, from, id, holder)
  else ownSkin(context, from, id)
  if (isFull(context, to, why)) refuse('skinsFull')
  const before = plain(read(ownedSkins, from).skins[id]) as OwnedSkin
  const after: OwnedSkin = {
    ...before,
    state: 'stored',
    heldFor: null,
    isUnsure: false,
    source,
    tradableAt,
    acquiredAt: now,
    operation: undone?.gotBy ?? why.operation,
    steps: before.steps + 1,
  }
  delete edit(ownedSkins, from).skins[id]
  edit(ownedSkins, to).skins[id] = after
  write(context, after, { act: 'moved', player: to, other: from, from: skinHolderOf(before), to: 'player' }, why)
}

/**
 * Uses a skin up: it is on a dinosaur. Without a holder it refuses `noSuchSkin` and `skinHeld`.
 * @throws if the skin is not with that holder
 */
export function consumeSkin(
  context: SkinContext,
  account: string,
  id: string,
  holder: SkinHolder | null,
  why: SkinOperation,
): void {
  if (holder) checkHeld(context, account, id, holder)
  else ownSkin(context, account, id)
  remove(context, account, id, why)
}

/** Removes all skins of an erased user, those included that something else has: it finds them gone. */
export function consumeAllSkins(context: SkinContext, account: string, why: SkinOperation): void {
  for (const id of Object.keys(context.read(ownedSkins, account).skins)) remove(context, account, id, why)
}

/** What staff give back (`reversal`) comes to a user who keeps as many as they may, too: it was theirs before. */
const isFull = ({ read }: SkinContext, account: string, { cause }: SkinOperation) =>
  cause !== 'reversal' && Object.keys(read(ownedSkins, account).skins).length >= mostOwnedSkins

/** A skin with which its owner can do something. Refuses `noSuchSkin` and `skinHeld`. */
export function ownSkin({ read, refuse }: SkinContext, account: string, id: string): Readonly<OwnedSkin> {
  const { skins } = read(ownedSkins, account)
  const skin = Object.hasOwn(skins, id) ? skins[id] : undefined
  if (!skin) return refuse('noSuchSkin')
  return skin.state === 'stored' ? skin : refuse('skinHeld')
}

function remove(context: SkinContext, account: string, id: string, why: SkinOperation) {
  const { [id]: skin } = plain(context.edit(ownedSkins, account).skins)
  if (!skin) return
  delete context.edit(ownedSkins, account).skins[id]
  const last = { ...skin, steps: skin.steps + 1 }
  write(context, last, { act: 'consumed', player: account, from: skinHolderOf(skin), to: 'consumed' }, why)
}

function checkHeld({ read }: SkinContext, account: string, id: string, { kind, id: holder }: SkinHolder) {
  const { skins } = read(ownedSkins, account)
  const skin = Object.hasOwn(skins, id) ? skins[id] : undefined
  const has = skin ? skinHolderOf(skin) : 'none'
  if (has !== `${kind}:${holder}`) throw new Error(`The skin "${id}" is with ${has}, not with ${kind}:${holder}`)
}

type Changed = Pick<Row, 'act'> & Pick<OwnedSkin, 'state' | 'heldFor'>

function change(
  context: SkinContext,
  account: string,
  id: string,
  why: SkinOperation,
  { act, state, heldFor }: Changed,
) {
  const skin = context.edit(ownedSkins, account).skins[id] as OwnedSkin
  const from = skinHolderOf(skin)
  Object.assign(skin, { state, heldFor, isUnsure: false, steps: skin.steps + 1 })
  write(context, plain(skin), { act, player: account, from, to: skinHolderOf(skin) }, why)
}

type Step = Pick<Row, 'act' | 'player' | 'other' | 'from' | 'to'>

const write = (
  { archive }: SkinContext,
  { id, steps, species, skin }: Readonly<OwnedSkin>,
  step: Step,
  why: SkinOperation,
) => archive(skinHistory, { entry: id, step: steps, species, skin, ...step, ...why })
