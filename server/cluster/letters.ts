import type { z } from 'zod'
import type { Bus } from '../engine/bus.ts'

type OnFault = (what: string, error: unknown) => void

/** A bus whose messages have a form: what does not have it is told as a fault, and nobody hears it. */
export function createLetters(bus: Bus, onFault: OnFault) {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  return {
    node: bus.node,
    send: (topic: string, message: object) => bus.send(topic, encoder.encode(JSON.stringify(message))),
    listen: <Schema extends z.ZodType>(
      topic: string,
      schema: Schema,
      hear: (message: z.output<Schema>, from: string) => void,
    ) =>
      bus.listen(topic, (bytes, from) => {
        try {
          hear(schema.parse(JSON.parse(decoder.decode(bytes))), from)
        } catch (error) {
          onFault(`hear "${topic}" of node ${from}`, error)
        }
      }),
    onGap: bus.onGap,
  }
}
export type Letters = ReturnType<typeof createLetters>
