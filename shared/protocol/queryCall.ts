import { z } from 'zod'

/** Up: a read-only question. Answered like a command, without a seq of its own. */
export const QueryCall = z.object({ name: z.string().max(80), input: z.unknown() })
export type QueryCall = z.infer<typeof QueryCall>
