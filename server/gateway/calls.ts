import { engineRefusals } from '../../shared/engine/refusals.ts'
import { type Answer, CommandCall } from '../../shared/protocol/commandCall.ts'
import { QueryCall } from '../../shared/protocol/queryCall.ts'
import type { Hub } from '../engine/hub.ts'
import type { Viewer } from './viewer.ts'

export interface CallsParts {
  readonly hub: Pick<Hub, 'dispatch' | 'query'>
  onFault(what: string, error: unknown): void
}

const failed: Answer = { ok: false, code: 'failed', message: engineRefusals.failed }
export const tooFast: Answer = { ok: false, code: 'tooFast', message: engineRefusals.tooFast }

/** Commands and queries, passed on to the hub. Each says whether it was one; the hub's answer comes when it comes. */
export function createCalls({ hub, onFault }: CallsParts) {
  const answer = (what: string, asked: Promise<Answer>, acknowledge: (answer: Answer) => void) => {
    const fail = (error: unknown) => {
      onFault(what, error)
      return failed
    }
    void asked.catch(fail).then(acknowledge)
  }
  return {
    command({ principal, address }: Viewer, message: unknown, acknowledge: (answer: Answer) => void): boolean {
      const { data: call } = CommandCall.safeParse(message)
      if (call) answer(call.name, hub.dispatch(principal, call, address), acknowledge)
      return call !== undefined
    },
    query({ principal, address }: Viewer, message: unknown, acknowledge: (answer: Answer) => void): boolean {
      const { data: call } = QueryCall.safeParse(message)
      if (call) answer(call.name, hub.query(principal, call, address), acknowledge)
      return call !== undefined
    },
  }
}
export type Calls = ReturnType<typeof createCalls>
