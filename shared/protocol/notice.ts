import { z } from 'zod'

/** Down: sent once when the hub stops reading a socket's messages, or before it closes the socket. */
export const Notice = z.object({
  code: z.enum(['tooFast', 'malformed', 'tooLarge', 'reload', 'closing']),
  message: z.string(),
})
export type Notice = z.infer<typeof Notice>
