import type { Answer } from '../../shared/protocol/commandCall.ts'
import type { Clock } from './clock.ts'
import type { KeptAnswer } from './storage.ts'

/** A name that no person's command can have. */
const prefix = 'order '
export const newOrderId = (unique: string) => `${prefix}${unique}`
export const isOrderId = (id: string) => id.startsWith(prefix)

/** As it was told. */
export const answerKept = ({ output, seq, refused }: KeptAnswer): Answer =>
  refused ? { ok: false, ...refused } : { ok: true, output, seq }

/** Whoever repeats an order gives up long before. Measured by waiting, not by the time of day, which may leap. */
const keptForMs = 60_000

/**
 * What was answered to orders that came from another node and may come again: for a minute or two, as it may speak of people
 * who are then forgotten.
 */
export function createOrderAnswers(kept: readonly KeptAnswer[], clock: Pick<Clock, 'after'>) {
  const ofOrders = kept.filter(({ commandId }) => isOrderId(commandId))
  let recent = new Map(ofOrders.map((one) => [one.commandId, Promise.resolve(answerKept(one))]))
  let older: typeof recent = new Map()
  let cancel: (() => void) | null = null

  const age = () => {
    cancel = null
    older = recent
    recent = new Map()
    wait()
  }
  const wait = () => {
    if (recent.size + older.size > 0) cancel ??= clock.after(keptForMs, age)
  }
  wait()
  return {
    find: (id: string) => recent.get(id) ?? older.get(id),
    keep(id: string, answer: Promise<Answer>) {
      recent.set(id, answer)
      wait()
    },
    count: () => recent.size + older.size,
    stop: () => cancel?.(),
  }
}
