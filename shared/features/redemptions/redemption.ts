import { z } from 'zod'
import { defineDocument, everyone, exportedAs, itsPlayer, notPersonal } from '../../engine/document.ts'
import { DeliveryState, LinkName } from '../deliveries/delivery.ts'
import { DeliveryKind, longestActionText } from '../deliveries/kinds.ts'
import { Price } from '../ledger/accounts.ts'

/** The groups in which a user has one redemption at a time. HTTP calls them categories, and has another call for skins. */
export const redeemGroups = ['dinosaurs', 'perks', 'mutations', 'weather', 'skins'] as const
export const RedeemGroup = z.enum(redeemGroups)
export type RedeemGroup = z.infer<typeof RedeemGroup>

/**
 * open → finishing → done; open → released; open → unknown → finishing or released. The hold of an `open` and of an `unknown` one is kept; from
 * `finishing` on it is spent, and what is left are mutations and skins that are free with it.
 */
export const redemptionStates = ['open', 'unknown', 'finishing', 'done', 'released'] as const
export const RedemptionState = z.enum(redemptionStates)
export type RedemptionState = z.infer<typeof RedemptionState>

/** Something that the game has to do for a redemption. */
export const RedemptionStep = z.object({
  kind: DeliveryKind,
  /** As in the delivery: which species, growth, mutations, weather or skin. '' for a message, which only its delivery has. */
  text: z.string().max(longestActionText).default(''),
  parents: z.string().max(200).default(''),
  /** The redemption is paid once all of these have happened. The others are free with it, and cost nothing where they fail. */
  isPaid: z.boolean(),
  /** `waiting` for the step before; `skipped` as one before did not happen; otherwise as its delivery. */
  state: z.enum(['waiting', 'skipped', ...DeliveryState.options]).default('waiting'),
  delivery: z.string().nullable().default(null),
  link: LinkName.nullable().default(null),
  /** Epoch ms. */
  queuedAt: z.number().nullable().default(null),
  sentAt: z.number().nullable().default(null),
  /** When it began to wait for staff. */
  manualAt: z.number().nullable().default(null),
  settledAt: z.number().nullable().default(null),
  /** A sentence on its outcome. */
  why: z.string().nullable().default(null),
})
export type RedemptionStep = z.infer<typeof RedemptionStep>

/** The receipt of something that was redeemed into the game. */
export const Redemption = z.object({
  id: z.string(),
  group: RedeemGroup,
  state: RedemptionState,
  /** Id of the catalogue; null for a dinosaur of the inventory. */
  item: z.string().nullable(),
  name: z.string().max(100),
  /** What is held for it, or was spent; null for a dinosaur of the inventory. */
  price: Price.nullable(),
  /** Id of the dinosaur of the inventory that is held for it; null for what is paid in currency. */
  dinosaur: z.string().nullable(),
  /** Id of the skin that is kept and held for it; null for all else. */
  ownedSkin: z.string().nullable().default(null),
  steps: z.array(RedemptionStep),
  /** Epoch ms. */
  at: z.number(),
  /** When the hold was spent or released. */
  endedAt: z.number().nullable().default(null),
  /** Why it was released, or spent though it is not known whether it arrived. */
  why: z.string().nullable().default(null),
  /** False from its end until the user has put the notice away. */
  isSeen: z.boolean().default(true),
})
export type Redemption = z.infer<typeof Redemption>

/** Not over yet: another one of its group has to wait. */
export const isRunning = ({ state }: Pick<Redemption, 'state'>) => state !== 'done' && state !== 'released'
/** Its currency or dinosaur is held. */
export const isHeld = ({ state }: Pick<Redemption, 'state'>) => state === 'open' || state === 'unknown'

/** Nothing pays for it: the natural colours. */
export const isFree = ({ price, dinosaur, ownedSkin }: Pick<Redemption, 'price' | 'dinosaur' | 'ownedSkin'>) =>
  price === null && dinosaur === null && ownedSkin === null

/** Of the perk Custom Message, in code points. */
export const longestCustomMessage = 100

/** Beyond this the oldest redemptions that are over leave the document. Their operations stay in the ledger. */
export const mostPast = 30

/** Redemptions and parkings that a user may cancel on one UTC day: each leaves rows permanently. */
export const mostCancelledADay = 200
/** Commands by which users cancel what they redeem or park include these. */
export const cancelRefusals = {
  tooOften: `You can cancel ${mostCancelledADay} redemptions and parkings a day. Try again after 00:00 UTC.`,
} as const

/** The redemptions of one user. The key is the account id. */
export const redemptions = defineDocument({
  kind: 'redemptions',
  schema: z.object({
    entries: z.record(z.string(), Redemption).default({}),
    /** By group, epoch ms: when the last one was spent. */
    lastAt: z.record(z.string(), z.number()).default({}),
    /** How many were ever paid with currency, skins that are kept included, less those that staff refunded. */
    purchases: z.int().nonnegative().default(0),
    /** The UTC day, as 2026-11-22, and how many of each item were redeemed on it. */
    day: z.string().default(''),
    today: z.record(z.string(), z.int().nonnegative()).default({}),
    /** How many the user cancelled on that day, parkings included. */
    calledOff: z.int().nonnegative().default(0),
  }),
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'redemptions',
    ({ entries }: { entries: Readonly<Record<string, Redemption>> }) => Object.values(entries),
    {
      id: 'theirs',
      group: 'theirs',
      state: 'theirs',
      item: 'theirs',
      name: 'theirs',
      price: 'theirs',
      dinosaur: 'theirs',
      ownedSkin: 'theirs',
      steps: 'theirs',
      at: 'theirs',
      endedAt: 'theirs',
      why: 'theirs',
      isSeen: 'theirs',
    },
  ),
  erased: 'cleared',
  typedTexts: ['entries.*.name'],
  audited: 'deliveryAudit',
})

/** What links can do now of what redemptions need. The key is the server's. */
export const redeemWays = defineDocument({
  kind: 'redeemWays',
  schema: z.object({ kinds: z.array(DeliveryKind).default([]) }),
  readableBy: everyone,
  memory: 'live',
  ...notPersonal('is about the links to the game'),
})

/** The kinds that redemptions use. */
export const redemptionKinds = [
  'spawn',
  'grow',
  'redeem',
  'mutate',
  'skin',
  'heal',
  'teleport',
  'message',
  'weather',
] as const satisfies readonly DeliveryKind[]

/** How long the latest commands that staff carried out by hand took, by kind: ms, the newest last. The key is the server's. */
export const handTimes = defineDocument({
  kind: 'handTimes',
  schema: z.object({ ms: z.partialRecord(DeliveryKind, z.array(z.number().nonnegative())).default({}) }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('has durations, and nothing about persons'),
})
export const mostHandTimes = 20
/** Fewer say nothing. */
const leastHandTimes = 3

/** Four of five took at most so many ms; null where too few were done to tell. */
export function usuallyWithinMs(ms: readonly number[] | undefined): number | null {
  if (!ms || ms.length < leastHandTimes) return null
  return ms.toSorted((one, other) => one - other)[Math.ceil(ms.length * 0.8) - 1] ?? null
}

/** The weather that a user paid for. The key is the server's. */
export const paidWeather = defineDocument({
  kind: 'paidWeather',
  schema: z.object({
    /** The redemption that waits for its outcome; null if none does. */
    pending: z.string().nullable().default(null),
    running: z.object({ weather: z.string(), until: z.number() }).nullable().default(null),
  }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('tells the weather, and not who paid for it'),
})

/** A day. */
export const mostPauseMinutes = 1_440

/** What an owner demands of a redemption. */
export const RedeemRules = z.object({
  /** Percent; 0 for any. */
  minHealth: z.int().min(0).max(100).default(0),
  /** In squares of the map: 1 for none in one's own square, 2 for none in the next ones either, 0 for anywhere. */
  squaresFromOthers: z.int().min(0).max(3).default(0),
  /** Minutes between two of a group. */
  pauseMinutes: z.int().min(0).max(mostPauseMinutes).default(0),
  /** The weather that comes back once a paid one is over. */
  usualWeather: z.string().min(1).max(40).default('Clear'),
})
export type RedeemRules = z.infer<typeof RedeemRules>

/** The key is the server's. */
export const redeemRules = defineDocument({
  kind: 'redeemRules',
  schema: RedeemRules,
  readableBy: everyone,
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It has settings, and nothing about persons.' },
  audited: 'settingChanges',
})
