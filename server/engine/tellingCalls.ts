import type { Answer } from '../../shared/protocol/commandCall.ts'
import type { Hub } from './hub.ts'

/** What somebody has asked of this node, by whatever door, and was answered. */
export interface CallTold {
  readonly kind: 'command' | 'query'
  readonly name: string
  /** Of a command; queries have none. */
  readonly id: string | null
  readonly answer: Answer
  /** As long as they have waited, ms. */
  readonly ms: number
}

/** The same hub, which tells of each answer to a person. */
export function tellingCalls(hub: Hub, tell: (told: CallTold) => void): Hub {
  const telling = async (asked: Promise<Answer>, what: Pick<CallTold, 'kind' | 'name' | 'id'>) => {
    const beganAt = performance.now()
    const answer = await asked
    tell({ ...what, answer, ms: performance.now() - beganAt })
    return answer
  }
  const ways: Pick<Hub, 'dispatch' | 'query'> = {
    dispatch: (principal, call, address) =>
      telling(hub.dispatch(principal, call, address), { kind: 'command', name: call.name, id: call.id }),
    query: (principal, call, address) =>
      telling(hub.query(principal, call, address), { kind: 'query', name: call.name, id: null }),
  }
  // Over the hub itself and not a copy of it: its epoch changes where another node takes over.
  return Object.assign(Object.create(hub) as Hub, ways)
}
