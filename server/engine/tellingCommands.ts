import type { Answer } from '../../shared/protocol/commandCall.ts'
import type { Authority } from './authority.ts'
import { OrderRefused } from './orderRefused.ts'

/** A command that the rules have answered, for whoever counts and writes down. */
export interface CommandTold {
  readonly name: string
  /** Of a person's command, or of the hub's own order that may be repeated. */
  readonly id: string | null
  readonly by: 'person' | 'hub'
  readonly answer: Answer
  /** From its coming to the answer, ms. */
  readonly ms: number
}
export type TellCommand = (told: CommandTold) => void

type Ways = Pick<Authority, 'dispatch' | 'order' | 'orderOnce'>

/** The same ways in, of which each answer is told, if anybody wants to know. */
export function tellingCommands(ways: Ways, tell: TellCommand | undefined): Ways {
  if (!tell) return ways
  const telling = async (asked: Promise<Answer>, what: Omit<CommandTold, 'answer' | 'ms'>) => {
    const beganAt = performance.now()
    const answer = await asked
    tell({ ...what, answer, ms: performance.now() - beganAt })
    return answer
  }
  return {
    dispatch: (principal, call, address) =>
      telling(ways.dispatch(principal, call, address), { name: call.name, id: call.id, by: 'person' }),
    orderOnce: (actor, name, input, id) => telling(ways.orderOnce(actor, name, input, id), { name, id, by: 'hub' }),
    async order(actor, name, input) {
      const beganAt = performance.now()
      const ended = (answer: Answer) => tell({ name, id: null, by: 'hub', answer, ms: performance.now() - beganAt })
      try {
        const output = await ways.order(actor, name, input)
        ended({ ok: true, output, seq: 0 })
        return output
      } catch (error) {
        ended({ ok: false, message: String(error), code: error instanceof OrderRefused ? error.code : 'failed' })
        throw error
      }
    },
  }
}
