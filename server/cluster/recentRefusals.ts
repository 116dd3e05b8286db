import { z } from 'zod'
import { Answer, CommandCall } from '../../shared/protocol/calls.ts'
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
  let recent = new Map<string, KeptRefusal>()
  let older = new Map<string, KeptRefusal>()
  let cancel: (() => void) | null = null

  const age = () => {
    cancel = null
    older = recent
    recent = new Map()
    scheduleAging()
  }
  const scheduleAging = () => {
    if (recent.size + older.size > 0) cancel ??= clock.after(keptForMs, age)
  }
  const keep = (refusal: KeptRefusal) => {
    if (recent.size < mostKept) recent.set(`${refusal.id} ${refusal.actor}`, refusal)
    scheduleAging()
  }
  const stopListening = messages.listen('refusals', RefusalMessage, keep)
  return {
    /** Must be called before the answer is given. */
    share(refusal: KeptRefusal) {
      if (refusal.answer.ok || repeatable.includes(refusal.answer.code)) return
      keep(refusal)
      messages.send('refusals', refusal)
    },
    kept: (): readonly KeptRefusal[] => [...older.values(), ...recent.values()],
    erase() {
      recent.clear()
      older.clear()
    },
    stop() {
      stopListening()
      cancel?.()
    },
  }
}
export type RecentRefusals = ReturnType<typeof createRecentRefusals>
