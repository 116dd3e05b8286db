import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { ListedItem, type ListedKind, type PastListing } from '../../../shared/features/market/listing.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import type { Reading } from '../../engine/principal.ts'
import {
  consumeEntry,
  type EntryContext,
  type EntryOperation,
  lockEntry,
  moveEntry,
  releaseEntry,
} from '../inventory/entries.ts'
import {
  consumeSkin,
  lockSkin,
  moveSkin,
  releaseSkin,
  type SkinContext,
  type SkinOperation,
} from '../skins/ownedSkins.ts'

/** Of a rule whose command takes over `entryRefusals` and `skinRefusals`. */
export type HeldContext = EntryContext & SkinContext

type HeldOperation = EntryOperation & SkinOperation

/** What is listed: by its kind it is in the inventory of its owner, or among their skins. */
export interface Held {
  readonly kind: ListedKind
  readonly id: string
}

/** Who has it besides its owner, or `stored`; null if the user does not have it. */
interface Place {
  readonly state: 'stored' | 'listed' | 'moving'
  readonly heldFor: string | null
  /** The operation by which the user got it; null for a dinosaur of a release that kept no history. */
  readonly operation: string | null
  /** What the user paid for the skin on a dinosaur with. */
  readonly skinPaidBy: string | null
}

/** What buyers will see of it; null if the user does not have it. */
export function itemOf(read: Reading, account: string, { kind, id }: Held): ListedItem | null {
  const all = kind === 'skin' ? read(ownedSkins, account).skins : read(inventory, account).dinosaurs
  return Object.hasOwn(all, id) ? ListedItem.parse({ kind, ...all[id] }) : null
}

export function placeOf(read: Reading, account: string, { kind, id }: Held): Place | null {
  const all = kind === 'skin' ? read(ownedSkins, account).skins : read(inventory, account).dinosaurs
  const one = Object.hasOwn(all, id) ? all[id] : undefined
  if (!one) return null
  const state = one.state === 'stored' || one.state === 'listed' ? one.state : 'moving'
  const skinPaidBy = 'skinPaidBy' in one ? one.skinPaidBy : null
  return { state, heldFor: one.heldFor, operation: one.operation, skinPaidBy }
}

const holder = (listing: string) => ({ kind: 'listing', id: listing }) as const

/** Sets it aside for a listing. Refuses where the user does not have it, cannot use it, or cannot sell it yet. */
export function lockFor(context: HeldContext, account: string, held: Held, listing: string, why: HeldOperation) {
  const lock = held.kind === 'skin' ? lockSkin : lockEntry
  lock(context, account, held.id, holder(listing), why)
}

/** @throws if the listing does not have it */
export function releaseFrom(context: HeldContext, account: string, held: Held, listing: string, why: HeldOperation) {
  const release = held.kind === 'skin' ? releaseSkin : releaseEntry
  release(context, account, held.id, holder(listing), why)
}

interface Moved {
  readonly held: Held
  readonly from: string
  readonly to: string
  readonly source: ListedItem['source']
  /** Epoch ms; null for at once. */
  readonly tradableAt: number | null
}

/** To its buyer. Refuses where the buyer has no room for it. @throws if the listing does not have it */
export function moveSold(context: HeldContext, { held, ...moved }: Moved, listing: string, why: HeldOperation) {
  const { kind, id } = held
  if (kind === 'skin') moveSkin(context, { id, ...moved, source: 'marketplace', holder: holder(listing) }, why)
  else moveEntry(context, { id, ...moved, holder: holder(listing) }, why)
}

/**
 * Back to its seller, though the buyer could not sell it yet. Refuses where the seller has no room for it, or the buyer cannot use it.
 * @param moved `gotBy` and `skinPaidBy`: how the seller had got it before the sale, and what they had paid for its skin with
 */
export function moveBack(
  context: HeldContext,
  { held, source, gotBy, skinPaidBy, ...moved }: Moved & Pick<PastListing, 'gotBy' | 'skinPaidBy'>,
  why: HeldOperation,
) {
  const { kind, id } = held
  const undone = { gotBy: gotBy ?? why.operation, skinPaidBy }
  if (kind === 'skin')
    moveSkin(
      context,
      { id, ...moved, source: source === 'shop' || source === 'gift' ? source : 'marketplace', undone },
      why,
    )
  else moveEntry(context, { id, ...moved, source, undone }, why)
}

/** Takes it from its owner for good. Refuses where they do not have it, or something else has it. */
export function takeAway(context: HeldContext, account: string, { kind, id }: Held, why: HeldOperation) {
  const consume = kind === 'skin' ? consumeSkin : consumeEntry
  consume(context, account, id, null, why)
}
