import { z } from 'zod'
import { defineDocument, holdersOf } from '../../engine/document.ts'

const Standing = z.boolean().nullable().default(null)

/** How the switches that staff turn stand, by the game's own word; null where its build does not tell. */
export const SwitchReading = z.object({
  /** Epoch ms at which the game was asked: what was turned after it is not in the answer. Null before the first answer. */
  askedAt: z.number().nullable().default(null),
  whitelist: Standing,
  globalChat: Standing,
  humans: Standing,
  spawnAI: Standing,
})
export type SwitchReading = z.infer<typeof SwitchReading>

/** Not public as the status is: whom a server lets in is for those who keep it. Its key is the server's. */
export const switches = defineDocument({
  kind: 'switches',
  schema: SwitchReading,
  readableBy: holdersOf('viewPendingCommands'),
  memory: 'live',
})
