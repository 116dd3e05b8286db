import { z } from 'zod'
import { defineDocument, nobody } from '../../engine/document.ts'
import { roles } from '../../engine/permissions.ts'

/** An open session. Its key is the SHA-256 of the token that only the browser holds. Never leaves the server. */
export const Session = z.object({
  accountId: z.string(),
  name: z.string(),
  role: z.enum(roles),
  demo: z.boolean(),
  openedAt: z.number(),
  endsAt: z.number(),
})
export type Session = z.infer<typeof Session>

/** Open sessions by key. What is closed goes: a document of its own for each session would stay for ever. */
export const Sessions = z.object({ open: z.record(z.string(), Session).default({}) })
export type Sessions = z.infer<typeof Sessions>

export const sessions = defineDocument({ kind: 'sessions', schema: Sessions, readableBy: nobody, memory: 'journaled' })

/** Where a session is kept: by the first two digits of its key, so that a change never touches more than a few others. */
export const bucketOf = (key: string) => key.slice(0, 2)

/** A session ends by itself after 30 days, however much it is used. */
export const sessionLengthMs = 30 * 24 * 3_600_000

export const isOpen = ({ endsAt }: Session, now: number) => now < endsAt
