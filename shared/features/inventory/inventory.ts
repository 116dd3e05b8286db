import { z } from 'zod'
import { defineDocument, everyone, exportedAs, itsPlayer, notPersonal } from '../../engine/document.ts'

/** How many dinosaurs an account holds. */
export const mostDinosaurs = 100
/** A dinosaur is redeemed into a juvenile: the game's mod transforms a young one. New ones begin at 25 %. Whole percent. */
export const juvenileGrowth = 35

/**
 * parking → stored → redeeming → gone; or parking → gone, where the game did not take the dinosaur; or redeeming → stored, where the game
 * did not bring it back.
 */
export const dinosaurStates = ['parking', 'stored', 'redeeming'] as const
export const DinosaurState = z.enum(dinosaurStates)
export type DinosaurState = z.infer<typeof DinosaurState>

/** A dinosaur that is not in the game, or on its way. */
export const OwnedDinosaur = z.object({
  id: z.string(),
  state: DinosaurState,
  /** The game's answer was lost: it may have happened. Nothing can be done with it until staff settle the delivery, or the game shows it. */
  isUnsure: z.boolean().default(false),
  source: z.enum(['grown', 'shop', 'marketplace']),
  /** The player in the game to whom it belongs, SteamID64: the mod stores it for them. */
  steamId: z.string(),
  /** As the game names it. */
  species: z.string(),
  gender: z.enum(['Male', 'Female']).nullable(),
  /** As it was last read, whole percent. */
  growth: z.int().nonnegative(),
  health: z.int(),
  hunger: z.int(),
  thirst: z.int(),
  /** Epoch ms; null until the game has taken it. */
  storedAt: z.number().nullable(),
  /** The delivery by which it moves; null while it is stored. */
  delivery: z.string().nullable(),
})
export type OwnedDinosaur = z.infer<typeof OwnedDinosaur>

/** The dinosaurs of one user outside of the game. The key is the account id. */
export const inventory = defineDocument({
  kind: 'inventory',
  schema: z.object({ dinosaurs: z.record(z.string(), OwnedDinosaur).default({}) }),
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'inventory',
    ({ dinosaurs }: { dinosaurs: Readonly<Record<string, OwnedDinosaur>> }) => Object.values(dinosaurs),
    {
      id: 'theirs',
      state: 'theirs',
      isUnsure: 'theirs',
      source: 'theirs',
      steamId: 'theirs',
      species: 'theirs',
      gender: 'theirs',
      growth: 'theirs',
      health: 'theirs',
      hunger: 'theirs',
      thirst: 'theirs',
      storedAt: 'theirs',
      delivery: 'theirs',
    },
  ),
  erased: 'cleared',
  audited: 'deliveryAudit',
})

/** What players can do with their own dinosaurs now. The key is the server's. */
export const ownActions = defineDocument({
  kind: 'ownActions',
  schema: z.object({ canPark: z.boolean().default(false), canRedeem: z.boolean().default(false) }),
  readableBy: everyone,
  memory: 'live',
  ...notPersonal('is about the links to the game'),
})
