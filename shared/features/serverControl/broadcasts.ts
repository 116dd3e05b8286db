import { z } from 'zod'
import { defineDocument, holdersOf } from '../../engine/document.ts'

export const broadcastStyles = ['normal', 'important', 'celebration', 'warning', 'info', 'admin'] as const
export type BroadcastStyle = (typeof broadcastStyles)[number]
export const broadcastPriorities = ['low', 'medium', 'high', 'urgent'] as const
export type BroadcastPriority = (typeof broadcastPriorities)[number]

/** How often a broadcast is sent, by priority. */
export const repetitions: Readonly<Record<BroadcastPriority, number>> = { low: 1, medium: 2, high: 3, urgent: 5 }

/** Minutes between two of a repeated one. It ends a day after it began. */
export const repeatMinutes = [5, 10, 15, 30, 60] as const
export const repeatedForMs = 86_400_000
export const longestDelayMinutes = 60
/** Of those that wait or are repeated. */
export const mostWaiting = 20
export const broadcastsKept = 20

const words: Readonly<Record<BroadcastStyle, string>> = {
  normal: '',
  important: 'IMPORTANT: ',
  celebration: 'CELEBRATION: ',
  warning: 'WARNING: ',
  info: 'INFO: ',
  admin: 'ADMIN: ',
}
/** As players read it: the game draws all broadcasts alike, so the style is a word before the text. */
export const styledText = (style: BroadcastStyle, text: string) => `${words[style]}${text}`

const Broadcast = z.object({
  id: z.string(),
  text: z.string(),
  style: z.enum(broadcastStyles),
  priority: z.enum(broadcastPriorities),
})

const WaitingBroadcast = Broadcast.extend({
  /** Epoch ms. */
  nextAt: z.number(),
  everyMinutes: z.int().nullable(),
  /** Of a repeated one: none is sent after it. */
  until: z.number().nullable(),
  /** How often it was sent. */
  times: z.int().nonnegative(),
  /** The account that ordered it; null once that is erased. */
  account: z.string().nullable().default(null),
})
export type WaitingBroadcast = z.infer<typeof WaitingBroadcast>

const SentBroadcast = Broadcast.extend({
  at: z.number(),
  /** Of a repeated one, which time it was, from 1; null for one that is not repeated. */
  nth: z.int().nullable(),
  /** Ids of its deliveries, as many as its priority says. */
  deliveries: z.array(z.string()),
})
export type SentBroadcast = z.infer<typeof SentBroadcast>

/** Broadcasts that wait or are repeated, and the latest that were sent. Who sent those is in the audit. The key is the server's. */
export const broadcasts = defineDocument({
  kind: 'broadcasts',
  schema: z.object({
    waiting: z.record(z.string(), WaitingBroadcast).default({}),
    /** The latest first. */
    sent: z.array(SentBroadcast).default([]),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  typedTexts: ['waiting.*.text', 'sent.*.text'],
  audited: 'serverControlAudit',
})
