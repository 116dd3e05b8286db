import { z } from 'zod'
import { defineArchive } from '../../engine/archive.ts'
import { itsPlayer, type Viewer } from '../../engine/document.ts'

/** Why an entry was added, moved or removed. `earlier`: it is from a release that kept no history. `setFree`: by its owner. */
export const entryCauses = [
  'parking',
  'purchase',
  'grant',
  'redemption',
  'listing',
  'sale',
  'gift',
  'reversal',
  'setFree',
  'erasure',
  'earlier',
] as const
export const EntryCause = z.enum(entryCauses)
export type EntryCause = z.infer<typeof EntryCause>

/** `locked`: its owner cannot use it until it is `released` to them. */
export const entryActs = ['added', 'locked', 'released', 'moved', 'consumed'] as const

/**
 * A change of who has a dinosaur or a skin. The rows of one entry are a chain without gaps: `step` counts from 1, and `from` is the `to` of
 * the step before. Nothing is edited or deleted.
 */
export const chainShape = {
  /** Id of the dinosaur or skin. */
  entry: z.string(),
  step: z.int().positive(),
  act: z.enum(entryActs),
  cause: EntryCause,
  /** The account that has it afterwards, or had it until it was consumed. */
  player: z.string(),
  /** The account from which it was moved. */
  other: z.string().nullable().default(null),
  /** Who had it: `none` before it was added, `player`, or as in `redemption:<id>`. */
  from: z.string().max(100),
  /** Who has it: as above, or `consumed`. */
  to: z.string().max(100),
  /** As the game names it. */
  species: z.string(),
  /** Id of the operation, which the ledger has too where currency moved with it. */
  operation: z.string(),
  /** Id of the delivery, redemption or listing that it belongs to. */
  subject: z.string().nullable().default(null),
  /** An account id, or the name of a part of the hub. */
  by: z.string(),
  byHub: z.boolean().default(false),
}

export const chainPersons = { player: 'player', other: 'other', by: 'by' } as const

export const chainOwners = {
  entry: 'event',
  step: 'event',
  act: 'event',
  cause: 'event',
  player: 'player',
  other: 'other',
  from: 'event',
  to: 'event',
  species: 'event',
  operation: 'event',
  subject: 'event',
  by: 'by',
  byHub: 'event',
} as const

/** Players, and staff who settle trades. */
export const readsChain = (viewer: Viewer, about: string) =>
  viewer.can('settleEconomy') || (about !== '' && itsPlayer(viewer, about))

/** Every change of who has a dinosaur of an inventory. */
export const inventoryHistory = defineArchive({
  kind: 'inventoryHistory',
  schema: z.object(chainShape),
  readableBy: readsChain,
  persons: chainPersons,
  fields: chainOwners,
  // The chain stays provable: ids of erased accounts lead to no person.
  erased: 'emptied',
  audited: null,
})
