import { z } from 'zod'
import { defineDocument, everyone } from '../../engine/document.ts'
import { mostPlaces } from './events.ts'

/** An event that staff hold themselves: the hub says when it begins and ends, and who comes. */
export const CommunityEvent = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Epoch ms. */
  startTime: z.number(),
  /** Ms. */
  duration: z.number(),
  /** In the words of staff, who give them out: the hub pays nothing by itself. */
  rewards: z.string(),
  /** Places; null for no limit. `eventSeats` with the event's id says how many take part. */
  capacity: z.int().min(1).max(mostPlaces).nullable().default(null),
  /** How often staff have moved it. */
  moves: z.int().nonnegative().default(0),
  status: z.enum(['upcoming', 'active', 'completed']),
  /** Why it never began: events were switched off at its time. Null for any other. */
  ended: z.literal('cancelled').nullable().default(null),
  createdAt: z.number(),
})
export type CommunityEvent = z.infer<typeof CommunityEvent>

/** The upcoming, running and latest community events, by id. The key is the server's. */
export const communityEvents = defineDocument({
  kind: 'communityEvents',
  schema: z.object({ events: z.record(z.string(), CommunityEvent).default({}) }),
  readableBy: everyone,
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'holds what staff announce to everyone, and no person' },
  typedTexts: ['events.*.title', 'events.*.description', 'events.*.rewards'],
  audited: 'eventAudit',
})
export const mostCommunityEvents = 50
