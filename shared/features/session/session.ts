import { z } from 'zod'
import { defineDocument, nobody } from '../../engine/document.ts'
import { roles } from '../../engine/permissions.ts'

/** An open session. Its key is the SHA-256 of the token that only the browser holds. Never leaves the server. */
export const Session = z.object({
  /** Null once it is closed, and before it is opened. */
  accountId: z.string().nullable().default(null),
  name: z.string().default(''),
  role: z.enum(roles).default('player'),
  demo: z.boolean().default(false),
  openedAt: z.number().default(0),
  endsAt: z.number().default(0),
})
export type Session = z.infer<typeof Session>

export const session = defineDocument({ kind: 'session', schema: Session, readableBy: nobody, memory: 'journaled' })

/** A session ends by itself after 30 days, however much it is used. */
export const sessionLengthMs = 30 * 24 * 3_600_000

export const isOpen = ({ accountId, endsAt }: Session, now: number) => accountId !== null && now < endsAt
