import { z } from 'zod'
import { defineDocument, holdersOf, itsPlayer, notPersonal, type ReadDocument } from '../../engine/document.ts'
import { roles } from '../../engine/permissions.ts'
import { DeliveryKind, GameAction, isRedactedKind, permissionFor, RedactedKind } from './kinds.ts'

/**
 * queued → sending → confirmed · refused · failed · unknown; or queued → manual → done · dropped · queued again; or queued → cancelled.
 * `unknown`: it may have happened, and the hub cannot find out. Staff settle it, and nothing is sent again by itself.
 */
export const deliveryStates = [
  'queued',
  'sending',
  'confirmed',
  'refused',
  'failed',
  'unknown',
  'manual',
  'done',
  'dropped',
  'cancelled',
] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>

/** The states that are not final. */
export const openStates: readonly DeliveryState[] = ['queued', 'sending', 'unknown', 'manual']
export const isOpenState = (state: DeliveryState) => openStates.includes(state)

/** `mock` sends nothing: it answers where the owner has turned commands off. */
export const linkNames = ['evrima', 'commandBridge', 'source', 'bridge', 'host', 'banFile', 'mock'] as const
export const LinkName = z.enum(linkNames)
export type LinkName = z.infer<typeof LinkName>

export const Delivery = GameAction.extend({
  id: z.string(),
  /** The order of issue, from 1. */
  number: z.int().positive(),
  state: DeliveryState,
  /** The issuing account or worker of the hub, with name and role at that time. */
  by: z.string(),
  byName: z.string(),
  role: z.enum(roles).nullable(),
  /** The role that the target has in the hub, by which pages know who decides on it; null without a target, and of earlier releases. */
  targetRole: z.enum(roles).nullable().default(null),
  /** The issuer had the permission through a password. */
  elevated: z.boolean().default(false),
  /** For the issuer's own dinosaur. Where no link supports it, it fails and does not become manual. */
  own: z.boolean().default(false),
  /** Epoch ms. */
  queuedAt: z.number(),
  /** When staff sent it after it had waited to be done by hand; null for all others. */
  releasedAt: z.number().nullable().default(null),
  sentAt: z.number().nullable().default(null),
  settledAt: z.number().nullable().default(null),
  /** How often it may have been sent: more than once only for kinds that are harmless twice. */
  attempts: z.int().nonnegative().default(0),
  /** The link that sends it; null before one is chosen, and for manual deliveries. */
  link: LinkName.nullable().default(null),
  /** The text of the command, as sent or as staff paste it into their hosting panel. */
  command: z.string().default(''),
  /** The game's reply, cut to 2,000 characters. */
  reply: z.string().nullable().default(null),
  /** A sentence on the outcome. */
  why: z.string().nullable().default(null),
  /** False where the game was already in the wanted state, so that there is nothing to undo. */
  changed: z.boolean().default(true),
  /** The id of the command that issued it, for the log; null for the hub's own. */
  commandId: z.string().nullable().default(null),
  /** The delivery that this one retries or undoes. */
  retryOf: z.string().nullable().default(null),
  undoOf: z.string().nullable().default(null),
  /** The run of the bulk command that issued it (bulk.ts). It fails where no link supports it, and does not become manual. */
  bulk: z.string().nullable().default(null),
  /** The redemption of which it is a step, by the account that issued it. It is counted apart from all others. */
  redemption: z.string().nullable().default(null),
  /** If set, detail, command, reply and why are empty here and kept in `deliveryPrivateFields` under this kind. */
  redacted: RedactedKind.nullable().default(null),
  /** The account that settled it, with its name at that time. */
  settledBy: z.string().nullable().default(null),
  settledByName: z.string().default(''),
})
export type Delivery = z.infer<typeof Delivery>

const Entries = z.record(z.string(), Delivery).default({})

/** A command and its reply repeat what was typed. */
const deliveryTexts = ['detail.text', 'detail.reason', 'command', 'reply', 'why'].map((field) => `entries.*.${field}`)

/** The open deliveries and the latest settled ones of a game server. Its key is the server's id. */
export const deliveries = defineDocument({
  kind: 'deliveries',
  schema: z.object({
    entries: Entries,
    /** How many were ever issued. */
    issued: z.int().nonnegative().default(0),
  }),
  readableBy: holdersOf('viewPendingCommands'),
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  typedTexts: deliveryTexts,
  audited: 'deliveryAudit',
})

/** The open and latest deliveries that an account has issued. Its key is the account's id. */
export const ownDeliveries = defineDocument({
  kind: 'ownDeliveries',
  schema: z.object({ entries: Entries }),
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: null,
  erased: 'cleared',
  typedTexts: deliveryTexts,
  audited: null,
})

/** The kinds that a link can send now. Its key is the server's id. */
export const sendable = defineDocument({
  kind: 'sendable',
  schema: z.object({ kinds: z.array(DeliveryKind).default([]) }),
  readableBy: holdersOf('viewPendingCommands'),
  memory: 'live',
  ...notPersonal('is about the links to the game'),
})

/** How many settled deliveries stay in the document; older ones move to the archive. Each costs every change about 10 µs. */
export const mostSettled = 60
export const mostOwnSettled = 20
/**
 * The limit of open deliveries. Those for players' own dinosaurs are counted separately from all others, so that players cannot block
 * staff. Kicks, bans, unbans and orders for the host are not counted, since they must work when much is open.
 */
export const mostOpen = 500
/** The limits of one account. */
export const mostOpenOwn = 3
export const mostOpenPerAccount = 100
/** The limit of bans that the hub keeps at once. */
export const mostBans = 1_000
/** A player missing from a reading no older than this is not in the game. */
export const rosterFreshMs = 30_000
/** The shortest interval between two kicks of the same banned player. */
export const enforceBanEveryMs = 60_000
/** How long a delivery waits for a link to come up before it becomes manual, or fails. */
export const waitForLinkMs = 30_000
/** How long after it was settled a delivery can be undone. */
export const undoWithinMs = 60_000

const OneBan = z.object({
  name: z.string(),
  reason: z.string().default(''),
  by: z.string(),
  byName: z.string(),
  at: z.number(),
  /** Epoch ms; null for a permanent ban. */
  until: z.number().nullable(),
  /** The delivery that bans the player in the game. */
  delivery: z.string().default(''),
  /** How often the banned player was seen in the game, and when last. */
  seen: z.int().nonnegative().default(0),
  seenAt: z.number().nullable().default(null),
})
/** A ban that the hub enforces: the game's own list is known only where its folder is connected. */
export const Ban = OneBan.extend({
  /** The ban that this one replaced. It is in force again when this one is cancelled, undone or over. */
  before: OneBan.nullable().default(null),
})
export type Ban = z.infer<typeof Ban>
export const bans = defineDocument({
  kind: 'bans',
  schema: z.object({ bans: z.record(z.string(), Ban).default({}) }),
  readableBy: holdersOf('banPlayers'),
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  typedTexts: ['bans.*.reason', 'bans.*.before.reason'],
  audited: 'deliveryAudit',
})

/** The fields of a delivery that only holders of its kind's permission may read. */
export const PrivateFields = Delivery.pick({ detail: true, command: true, reply: true, why: true })
export type PrivateFields = z.infer<typeof PrivateFields>

/**
 * The private fields of console commands and of private messages, for the deliveries that `deliveries` holds. Each kind has its own
 * document, readable by holders of the kind's permission. Its key is `privateFieldsKey`.
 */
export const deliveryPrivateFields = defineDocument({
  kind: 'deliveryPrivateFields',
  schema: z.object({ entries: z.record(z.string(), PrivateFields).default({}) }),
  readableBy: (viewer, key) => {
    const kind = RedactedKind.safeParse(key.slice(key.lastIndexOf('~') + 1))
    return kind.success && viewer.can(permissionFor[kind.data])
  },
  audience: 'changing',
  memory: 'journaled',
  ...notPersonal('is deleted with its delivery'),
  typedTexts: deliveryTexts,
})
export const privateFieldsKey = (server: string, kind: RedactedKind) => `${server}~${kind}`

/** Splits a delivery into the part that all staff may read and its private fields, null where the kind has none. */
export function redact(whole: Delivery): { readonly redacted: Delivery; readonly privateFields: PrivateFields | null } {
  const { kind, detail, command, reply, why } = whole
  if (!isRedactedKind(kind)) return { redacted: whole, privateFields: null }
  const redacted = { ...whole, redacted: kind, detail: {}, command: '', reply: null, why: null }
  return { redacted, privateFields: { detail, command, reply, why } }
}

/** The delivery with its private fields; still redacted where they are not known. */
export const withPrivateFields = (redacted: Delivery, privateFields: PrivateFields | undefined): Delivery =>
  privateFields ? { ...redacted, ...privateFields, redacted: null } : redacted

/** The delivery with its private fields. The caller has checked that its reader may see them. */
export function wholeDelivery(read: ReadDocument, server: string, one: Delivery): Delivery {
  if (one.redacted === null) return one
  const { entries } = read(deliveryPrivateFields, privateFieldsKey(server, one.redacted))
  return withPrivateFields(one, Object.hasOwn(entries, one.id) ? entries[one.id] : undefined)
}
