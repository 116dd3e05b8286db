import { z } from 'zod'
import { defineArchive } from '../../engine/archive.ts'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'
import { chainOwners, chainPersons, chainShape, entryCauses, readsChain } from '../inventory/history.ts'
import { SkinColours } from './design.ts'

/** How many skins an account keeps. */
export const mostOwnedSkins = 100

/** Who has a skin: its owner (`stored`), a redemption that puts it on a dinosaur (`applying`), or a listing (`listed`). */
export const ownedSkinStates = ['stored', 'applying', 'listed'] as const

/** A skin for one dinosaur of a species, bought to keep. Applying it uses it up. Only `ownedSkins.ts` of the server adds, moves and removes one. */
export const OwnedSkin = z.object({
  id: z.string(),
  state: z.enum(ownedSkinStates),
  /** Id of the redemption or listing that has it; null while it is stored. */
  heldFor: z.string().nullable().default(null),
  /** The game's answer was lost: nothing can be done with it until staff settle the redemption. */
  isUnsure: z.boolean().default(false),
  source: z.enum(['shop', 'marketplace', 'gift']),
  /** As the game names it. */
  species: z.string(),
  /** Id of the catalogue. */
  skin: z.string(),
  /** Of `skin-own-colours`; null for every other skin. */
  colours: SkinColours.nullable().default(null),
  /** Epoch ms. */
  acquiredAt: z.number(),
  /** Epoch ms from which on its owner may sell it; null for at any time. */
  tradableAt: z.number().nullable().default(null),
  /** Id of the operation that made it, or moved it last. */
  operation: z.string(),
  /** Rows of its history. */
  steps: z.int().positive(),
})
export type OwnedSkin = z.infer<typeof OwnedSkin>

/** What can have a skin, beside its owner. */
export const skinHoldings = { redemption: 'applying', listing: 'listed' } as const
export type SkinHolding = keyof typeof skinHoldings

/** Who has a skin, as its history writes it: `player`, or as in `listing:<id>`. */
export const skinHolderOf = ({ state, heldFor }: Pick<OwnedSkin, 'state' | 'heldFor'>) =>
  state === 'stored' ? 'player' : `${state === 'listed' ? 'listing' : 'redemption'}:${heldFor}`

/** The skins that a user keeps. The key is the account id. */
export const ownedSkins = defineDocument({
  kind: 'ownedSkins',
  schema: z.object({ skins: z.record(z.string(), OwnedSkin).default({}) }),
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'ownedSkins',
    ({ skins }: { skins: Readonly<Record<string, OwnedSkin>> }) => Object.values(skins),
    {
      id: 'theirs',
      state: 'theirs',
      heldFor: 'theirs',
      isUnsure: 'theirs',
      source: 'theirs',
      species: 'theirs',
      skin: 'theirs',
      colours: 'theirs',
      acquiredAt: 'theirs',
      tradableAt: 'theirs',
      operation: 'theirs',
      steps: 'theirs',
    },
  ),
  erased: 'byFeature',
  audited: null,
})

/** Every change of who has a skin. */
export const skinHistory = defineArchive({
  kind: 'skinHistory',
  schema: z.object({
    ...chainShape,
    /** `apply`: put on a dinosaur of the inventory. */
    cause: z.enum([...entryCauses, 'apply']),
    /** Id of the catalogue. */
    skin: z.string(),
  }),
  readableBy: readsChain,
  persons: chainPersons,
  fields: { ...chainOwners, skin: 'event' },
  // The chain stays provable: ids of erased accounts lead to no person.
  erased: 'emptied',
  audited: null,
})
