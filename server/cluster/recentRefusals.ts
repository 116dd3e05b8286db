import { z } from 'zod'
import { Answer, CommandCall } from '../../shared/protocol/calls.ts'
import { createAgingMap } from '../engine/agingMap.ts'
import type { KeptRefusal } from '../engine/answers.ts'
import type { Clock } from '../engine/clock.ts'
import type { Messages } from './messages.ts'

/** Clients stop repeating a command long before. */
const keptForMs = 60_000
const mostKept = 20_000

const RefusalMessage = z.object({ actor: z.string().nullable(), id: CommandCall.shape.id, answer: Answer })
/** Any leader refuses these again in the same way: they need not be remembered. */
const repeatable = ['unknownCommand', 'badId', 'badInput', 'otherContents']

/**
 * Refusals that are in no journal, as when the store is full. Every node remembers those of the leader for a while, so that
 * the next leader does not carry out a repeated command which the last one refused.
 */
export function createRecentRefusals({ messages, clock }: { readonly messages: Messages; readonly clock: Clock }) {
  const refusals = createAgingMap<KeptRefusal>(clock, keptForMs, mostKept)
  const keep = (refusal: KeptRefusal) => refusals.set(`${refusal.id} ${refusal.actor}`, refusal)
  const stopListening = messages.listen('refusals', RefusalMessage, keep)
  return {
    /** Must be called before the answer is given. */
    share(refusal: KeptRefusal) {
      if (refusal.answer.ok || repeatable.includes(refusal.answer.code)) return
      keep(refusal)
      messages.send('refusals', refusal)
    },
    kept: refusals.values,
    erase: refusals.clear,
    stop() {
      stopListening()
      refusals.stop()
    },
  }
}
export type RecentRefusals = ReturnType<typeof createRecentRefusals>
