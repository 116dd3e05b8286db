import { z } from 'zod'
import { Answer, CommandCall } from '../../shared/protocol/commandCall.ts'
import type { KeptRefusal } from '../engine/answers.ts'
import type { Clock } from '../engine/clock.ts'
import type { Letters } from './letters.ts'

/** Whoever repeats a command gives up long before. */
const keptForMs = 60_000
const mostKept = 20_000

const Told = z.object({ actor: z.string().nullable(), id: CommandCall.shape.id, answer: Answer })
/** These are worked out anew as they were, by whomever. */
const always = ['unknownCommand', 'badId', 'badInput']

/**
 * What cannot be written down, as a refusal for want of room, is not done after all either when it comes once more, by another way, to
 * whoever has taken over: every node remembers for a while what the authority has refused. What can is in the journal besides.
 */
export function createRefusals({ letters, clock }: { readonly letters: Letters; readonly clock: Clock }) {
  let [recent, older] = [new Map<string, KeptRefusal>(), new Map<string, KeptRefusal>()]
  let cancel: (() => void) | null = null

  const age = () => {
    cancel = null
    ;[recent, older] = [new Map(), recent]
    wait()
  }
  const wait = () => {
    if (recent.size + older.size > 0) cancel ??= clock.after(keptForMs, age)
  }
  const keep = (refusal: KeptRefusal) => {
    if (recent.size < mostKept) recent.set(`${refusal.id} ${refusal.actor}`, refusal)
    wait()
  }
  const stopHearing = letters.listen('refusals', Told, keep)
  return {
    /** Before it is told to whoever asked. */
    tell(refusal: KeptRefusal) {
      if (refusal.answer.ok || always.includes(refusal.answer.code)) return
      keep(refusal)
      letters.send('refusals', refusal)
    },
    kept: (): readonly KeptRefusal[] => [...older.values(), ...recent.values()],
    forget() {
      recent.clear()
      older.clear()
    },
    stop() {
      stopHearing()
      cancel?.()
    },
  }
}
export type Refusals = ReturnType<typeof createRefusals>
