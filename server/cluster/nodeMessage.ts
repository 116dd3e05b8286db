import type { z } from 'zod'

export const writeMessage = (message: object): Uint8Array => Buffer.from(JSON.stringify(message))

/** What another node has said; null for what another release means by it. */
export function readMessage<T>(schema: z.ZodType<T>, message: Uint8Array): T | null {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(message).toString())).data ?? null
  } catch {
    return null
  }
}
