import { z } from 'zod'
import { CommandId } from '../engine/ids.ts'

/** Up: a command. The same id is sent again until it is answered. */
export const CommandCall = z.object({ id: CommandId, name: z.string().max(80), input: z.unknown() })
export type CommandCall = z.infer<typeof CommandCall>

/** The acknowledgement: success or refusal. Changes arrive as patches. */
export const Answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), output: z.unknown(), seq: z.int().nonnegative() }),
  z.object({
    ok: z.literal(false),
    code: z.string(),
    message: z.string(),
    /** For badInput: the invalid fields and what they require. */
    problems: z.array(z.string()).optional(),
  }),
])
export type Answer = z.infer<typeof Answer>

/** Up: a query. Answered like a command, without a seq of its own. */
export const QueryCall = z.object({ name: z.string().max(80), input: z.unknown() })
export type QueryCall = z.infer<typeof QueryCall>
