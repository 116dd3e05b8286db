import { z } from 'zod'
import { defineDocument, nobody } from '../../engine/document.ts'

/**
 * Players whose doings nobody writes down: they had themselves erased, and have not come anew with an account. By the hash under
 * which their account was found, with the time since when, epoch ms.
 */
export const Unnoted = z.object({ since: z.record(z.string(), z.number()).default({}) })
export const unnoted = defineDocument({ kind: 'unnoted', schema: Unnoted, readableBy: nobody, memory: 'journaled' })
/** Of more than these the first are forgotten. */
export const mostUnnoted = 10_000
