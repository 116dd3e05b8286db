import type { Answer } from '../../shared/protocol/calls.ts'
import { CommandRefused } from './dispatch.ts'
import type { Hub, LeaderHub } from './hub.ts'

/** A command that the rules answered, at the leader. */
export interface CommandEvent {
  readonly name: string
  /** Of a user's command, or of one of the hub that may be repeated. */
  readonly id: string | null
  readonly by: 'person' | 'hub'
  readonly answer: Answer
  /** From the call to the answer, ms. */
  readonly ms: number
}

/** A user's command or query that was answered, at the node that got it. */
export interface CallEvent {
  readonly kind: 'command' | 'query'
  readonly name: string
  /** Null for a query. */
  readonly id: string | null
  /** Of the client. */
  readonly address: string | null
  readonly answer: Answer
  /** As long as the user waited, ms. */
  readonly ms: number
}

type CommandWays = Pick<LeaderHub, 'dispatch' | 'execute' | 'executeOnce'>
type CallWays = Pick<Hub, 'dispatch' | 'query'>

/** The same functions; each answer is reported to the hook, if there is one. */
export function reportCommands(ways: CommandWays, onCommand: ((event: CommandEvent) => void) | undefined): CommandWays {
  if (!onCommand) return ways
  return {
    dispatch: (principal, call, client) =>
      reported(ways.dispatch(principal, call, client), (answer, ms) =>
        onCommand({ name: call.name, id: call.id, by: 'person', answer, ms }),
      ),
    executeOnce: (actor, name, input, id) =>
      reported(ways.executeOnce(actor, name, input, id), (answer, ms) =>
        onCommand({ name, id, by: 'hub', answer, ms }),
      ),
    async execute(actor, name, input) {
      const output = ways.execute(actor, name, input)
      await reported(output.then(succeeded, failed), (answer, ms) =>
        onCommand({ name, id: null, by: 'hub', answer, ms }),
      )
      return output
    },
  }
}

/** The same functions; each answer is reported to the hook, if there is one. */
export function reportCalls(ways: CallWays, onCall: ((event: CallEvent) => void) | undefined): CallWays {
  if (!onCall) return ways
  return {
    dispatch: (principal, call, client) =>
      reported(ways.dispatch(principal, call, client), (answer, ms) =>
        onCall({ kind: 'command', name: call.name, id: call.id, address: client?.address ?? null, answer, ms }),
      ),
    query: (principal, call, client) =>
      reported(ways.query(principal, call, client), (answer, ms) =>
        onCall({ kind: 'query', name: call.name, id: null, address: client?.address ?? null, answer, ms }),
      ),
  }
}

async function reported(answering: Promise<Answer>, report: (answer: Answer, ms: number) => void): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await answering
  report(answer, performance.now() - startedAt)
  return answer
}

const succeeded = (output: unknown): Answer => ({ ok: true, output, seq: 0 })
const failed = (error: unknown): Answer => ({
  ok: false,
  message: String(error),
  code: error instanceof CommandRefused ? error.code : 'failed',
})
