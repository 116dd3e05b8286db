import { z } from 'zod'
import { defineDocument, holdersOf, itsPlayer } from '../../engine/document.ts'
import { roles } from '../../engine/permissions.ts'
import { ApartKind, GameAction } from './kinds.ts'

/**
 * queued → sending → confirmed · refused · failed · unknown; or queued → byHand → done · dropped; or queued → cancelled.
 * `unknown` is what nobody can tell: it may have happened. Staff settle it, and nothing is sent again by itself.
 */
export const deliveryStates = [
  'queued',
  'sending',
  'confirmed',
  'refused',
  'failed',
  'unknown',
  'byHand',
  'done',
  'dropped',
  'cancelled',
] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>

/** Those that wait for something. */
export const openStates: readonly DeliveryState[] = ['queued', 'sending', 'unknown', 'byHand']
export const isOpenState = (state: DeliveryState) => openStates.includes(state)

/** `mock` sends nothing: it answers where the owner has turned commands off. */
export const linkNames = ['evrima', 'source', 'bridge', 'mock'] as const
export const LinkName = z.enum(linkNames)
export type LinkName = z.infer<typeof LinkName>

export const Delivery = GameAction.extend({
  id: z.string(),
  /** Its place in the order in which they were wanted; from 1. */
  number: z.int().positive(),
  state: DeliveryState,
  /** The account that wanted it, or the hub's own worker; and their name and role as of then. */
  by: z.string(),
  byName: z.string(),
  role: z.enum(roles).nullable(),
  /** Its rights were lent by a password. */
  raised: z.boolean().default(false),
  /** For their own dinosaur, by the right that everyone has: no person does it for them where no link can. */
  own: z.boolean().default(false),
  /** Epoch ms. */
  queuedAt: z.number(),
  sentAt: z.number().nullable().default(null),
  settledAt: z.number().nullable().default(null),
  /** How often it may have left for the game: more than once only for what is harmless twice. */
  attempts: z.int().nonnegative().default(0),
  /** By which link it goes; null while none was chosen, and by hand. */
  link: LinkName.nullable().default(null),
  /** The text of the command, as sent or as staff copy it into their hosting panel. */
  command: z.string().default(''),
  /** What the game said, as it said it; cut to 1,000 characters. */
  reply: z.string().nullable().default(null),
  /** A sentence on the outcome. */
  why: z.string().nullable().default(null),
  /** False where the game was as wanted already, so that there is nothing to take back. */
  changed: z.boolean().default(true),
  /** Of the command that wanted it: it stands in the log of each step. Null where the hub itself did. */
  commandId: z.string().nullable().default(null),
  /** The one that this one repeats, or takes back. */
  retryOf: z.string().nullable().default(null),
  undoOf: z.string().nullable().default(null),
  /** Where what was said, sent and answered lies apart (see `deliveryWords`): detail, command, reply and why are empty here. */
  words: ApartKind.nullable().default(null),
  /** The account that settled it by hand, and its name as of then. */
  settledBy: z.string().nullable().default(null),
  settledByName: z.string().default(''),
})
export type Delivery = z.infer<typeof Delivery>

const Entries = z.record(z.string(), Delivery).default({})

/** Open ones, and the latest that are not. Its key is the server's. */
export const deliveries = defineDocument({
  kind: 'deliveries',
  schema: z.object({
    entries: Entries,
    /** How many were ever wanted. */
    given: z.int().nonnegative().default(0),
  }),
  readableBy: holdersOf('viewPendingCommands'),
  memory: 'journaled',
})

/** What one has wanted oneself, open and latest, so that everyone sees the life of their own. Its key is the account's id. */
export const ownDeliveries = defineDocument({
  kind: 'ownDeliveries',
  schema: z.object({ entries: Entries }),
  readableBy: itsPlayer,
  memory: 'journaled',
})

/** Settled ones that stay at hand; older ones are in the archive. Each costs every change of the document some 10 µs. */
export const keptSettled = 60
export const keptOwn = 20
/**
 * Open ones at once, of what everyone may want for their own dinosaur, and beside it of all else: players never shut off staff.
 * Whom to throw out or let in is not counted, since it has to work above all when much is open.
 */
export const mostOpen = 500
/** Of one account. */
export const mostOpenOwn = 3
export const mostOpenEach = 100
export const deliveriesArchive = 'deliveries'
/** Bans at once that are kept by us. */
export const mostBans = 1_000
/** Whoever was not in a reading that is no older than this is not in the game. */
export const seenWithinMs = 30_000
/** Somebody banned is kicked again no more often than this. */
export const driftEveryMs = 60_000
/** How long an undo is offered, from when it was settled. */
export const undoWithinMs = 60_000

const OneBan = z.object({
  name: z.string(),
  reason: z.string().default(''),
  by: z.string(),
  byName: z.string(),
  at: z.number(),
  /** Epoch ms; null for ever. */
  until: z.number().nullable(),
  /** The delivery that tells the game. */
  delivery: z.string().default(''),
  /** How often they were seen in the game all the same, and when last. */
  seen: z.int().nonnegative().default(0),
  seenAt: z.number().nullable().default(null),
})
/** Banned by us: the game's own list cannot be read. Its key is the server's. */
export const Ban = OneBan.extend({
  /** The one that it has replaced, which holds again when this one is called off, undone or over. */
  before: OneBan.nullable().default(null),
})
export type Ban = z.infer<typeof Ban>
export const bans = defineDocument({
  kind: 'bans',
  schema: z.object({ bans: z.record(z.string(), Ban).default({}) }),
  readableBy: holdersOf('banPlayers'),
  memory: 'journaled',
})
