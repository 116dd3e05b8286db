import { Answer } from '../../shared/protocol/commandCall.ts'
import type { QueryCall } from '../../shared/protocol/queryCall.ts'
import type { Clock } from './clock.ts'
import type { Wire } from './wire.ts'

export interface Queries {
  /** One attempt. Refused with 'offline' when there is no connection, or it is lost before the answer. */
  ask(name: string, input: unknown): Promise<Answer>
  /** The connection is lost: what was asked on it will not be answered. */
  drop(): void
}

export interface QueryParts {
  readonly clock: Clock
  isLive(): boolean
  readonly wire: Pick<Wire, 'send'>
}

const answerWithinMs = 15_000
const refusal = (code: string, message: string): Answer => ({ ok: false, code, message })
const offline = refusal('offline', 'There is no connection to the hub right now.')
const unanswered = refusal('unanswered', 'The hub did not answer in time. Ask again.')
const unreadable = refusal('unreadable', 'The hub gave an answer that this page cannot read. Reload the page.')

/** Questions that change nothing: asked once, and asked again by whoever still wants to know. */
export function createQueries({ clock, isLive, wire }: QueryParts): Queries {
  const open = new Set<(answer: Answer) => void>()

  const put = (call: QueryCall, resolve: (answer: Answer) => void) => {
    const settle = (answer: Answer) => {
      callOff()
      open.delete(settle)
      resolve(answer)
    }
    const callOff = clock.after(answerWithinMs, () => settle(unanswered))
    open.add(settle)
    wire.send('query', call, (answer) => settle(Answer.safeParse(answer).data ?? unreadable))
  }

  return {
    ask: (name, input) =>
      new Promise((resolve) => {
        if (isLive()) put({ name, input }, resolve)
        else resolve(offline)
      }),
    drop() {
      for (const settle of [...open]) settle(offline)
    },
  }
}
