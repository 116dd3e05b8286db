import { z } from 'zod'
import { defineDocument, everyone, exportedAs, itsPlayer, notPersonal } from '../../engine/document.ts'
import { SkinColours } from '../skins/design.ts'

/** How many dinosaurs an account holds. */
export const mostDinosaurs = 100
/** A dinosaur is redeemed into a juvenile: the game's mod transforms a young one. New ones begin at 25%. Whole percent. */
export const juvenileGrowth = 35

/** How long a name may be that a user gives to a dinosaur. */
export const longestDinosaurName = 30

/**
 * Who has an entry: its owner (`stored`), the game (`parking`: it is the owner's from the confirmation on), a redemption (`redeeming`) or a
 * listing (`listed`). One that was consumed is in no inventory: its history alone says so.
 */
export const dinosaurStates = ['parking', 'stored', 'redeeming', 'listed'] as const
export const DinosaurState = z.enum(dinosaurStates)
export type DinosaurState = z.infer<typeof DinosaurState>

export const dinosaurSources = ['grown', 'shop', 'marketplace', 'gift'] as const
export type DinosaurSource = (typeof dinosaurSources)[number]

/** Whole percent, or null where it is not known, as of a dinosaur that was never in the game. */
const Percent = z.int().nonnegative().nullable().default(null)

/** A dinosaur that is not in the game, or on its way: an entry of the inventory. Only `entries.ts` of the server adds, moves and removes one. */
export const OwnedDinosaur = z.object({
  id: z.string(),
  state: DinosaurState,
  /** Id of the redemption, listing or delivery that has it; null while it is stored. Entries of earlier releases have `delivery` alone. */
  heldFor: z.string().nullable().default(null),
  /** The game's answer was lost: it may have happened. Nothing can be done with it until staff settle the delivery, or the game shows it. */
  isUnsure: z.boolean().default(false),
  source: z.enum(dinosaurSources),
  /** The player in the game to whom it belongs, SteamID64: the mod stores it for them. Null for one that the mod does not store. */
  steamId: z.string().nullable().default(null),
  /** As the game names it. */
  species: z.string(),
  /** Given by its owner; '' for none. */
  name: z.string().max(longestDinosaurName).default(''),
  gender: z.enum(['Male', 'Female']).nullable(),
  /** As it was last read, like health, hunger and thirst. */
  growth: Percent,
  health: Percent,
  hunger: Percent,
  thirst: Percent,
  /** Those that it had when it was parked: ids of the catalogue, or the game's name where the catalogue has none. */
  mutations: z.array(z.string()).default([]),
  /** Id of the catalogue; null for the species' own colours. */
  skin: z.string().nullable().default(null),
  /** Of `skin-own-colours`, by area: ids of the palettes. */
  skinColours: SkinColours.nullable().default(null),
  /**
   * What its present owner paid for that skin with: the id of an operation; `kept:` and the operation by which they had got a skin that they
   * kept (`kept` alone of an earlier release); `refunded` once staff gave that back. Null where they did not put it on, or an earlier release did.
   */
  skinPaidBy: z.string().nullable().default(null),
  /** Id of the region in which its owner parked it; null if not known. */
  location: z.string().nullable().default(null),
  /** Ms played with it before it was parked, as far as the hub has seen; null if not known. */
  playMs: z.number().nonnegative().nullable().default(null),
  /** Epoch ms; null if its owner never played it. */
  lastPlayedAt: z.number().nullable().default(null),
  /** Counted while it was played; null where the game's log is not read. */
  kills: z.int().nonnegative().nullable().default(null),
  deaths: z.int().nonnegative().nullable().default(null),
  /** Epoch ms; null until the game has taken it. */
  storedAt: z.number().nullable(),
  /** The delivery by which it moves; null while it is stored. */
  delivery: z.string().nullable(),
  /** Epoch ms from which on its owner may sell it or give it away; null for at any time. */
  tradableAt: z.number().nullable().default(null),
  /** Id of the operation that made it; null for entries of releases that kept no history. */
  operation: z.string().nullable().default(null),
  /** Rows of its history. */
  steps: z.int().nonnegative().default(0),
})
export type OwnedDinosaur = z.infer<typeof OwnedDinosaur>

/** What can have an entry, beside its owner. `game`: a dinosaur that is being parked. */
export const holdings = { game: 'parking', redemption: 'redeeming', listing: 'listed' } as const satisfies Record<
  string,
  DinosaurState
>
export type Holding = keyof typeof holdings

/** Who has an entry, as its history writes it: `player`, or as in `listing:<id>`. */
export function holderOf({ state, heldFor, delivery }: Pick<OwnedDinosaur, 'state' | 'heldFor' | 'delivery'>): string {
  if (state === 'stored') return 'player'
  const holding = (Object.keys(holdings) as Holding[]).find((one) => holdings[one] === state)
  return `${holding}:${heldFor ?? delivery}`
}

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
      heldFor: 'theirs',
      isUnsure: 'theirs',
      source: 'theirs',
      steamId: 'theirs',
      species: 'theirs',
      name: 'theirs',
      gender: 'theirs',
      growth: 'theirs',
      health: 'theirs',
      hunger: 'theirs',
      thirst: 'theirs',
      mutations: 'theirs',
      skin: 'theirs',
      skinColours: 'theirs',
      skinPaidBy: 'theirs',
      location: 'theirs',
      playMs: 'theirs',
      lastPlayedAt: 'theirs',
      kills: 'theirs',
      deaths: 'theirs',
      storedAt: 'theirs',
      delivery: 'theirs',
      tradableAt: 'theirs',
      operation: 'theirs',
      steps: 'theirs',
    },
  ),
  erased: 'byFeature',
  typedTexts: ['dinosaurs.*.name'],
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
