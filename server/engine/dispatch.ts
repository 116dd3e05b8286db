import { randomUUID } from 'node:crypto'
import type { Command } from '../../shared/engine/command.ts'
import { type EngineRefusal, engineRefusals } from '../../shared/engine/refusals.ts'
import type { Answer, CommandCall } from '../../shared/protocol/commandCall.ts'
import type { Answers } from './answers.ts'
import type { CommitQueue } from './commitQueue.ts'
import type { Documents, VersionedChange } from './documents.ts'
import type { ArchiveLine, Entry } from './entry.ts'
import { problemsOf } from './problems.ts'
import type { Registry } from './registry.ts'
import { type Context, type Implementation, Refusal } from './rule.ts'
import type { Seat } from './seat.ts'
import { schedulerOn } from './timers.ts'
import { attempt } from './transaction.ts'

export interface DispatchParts {
  readonly registry: Registry
  readonly documents: Documents
  readonly queue: CommitQueue
  readonly answers: Answers
  readonly epoch: number
  readonly now: () => number
  /** A fault of ours, to be looked at: the rule threw something that is not a refusal. */
  readonly onFault: (command: string, error: unknown) => void
}

export const refusalOf = (code: EngineRefusal, problems?: readonly string[]): Answer => ({
  ok: false,
  code,
  message: engineRefusals[code],
  ...(problems && { problems: [...problems] }),
})

/** The one way in. Permission, then input, then the rule, which asks for existence; the answer when it is durable. */
export function createDispatch(parts: DispatchParts) {
  const { registry, answers, now } = parts

  return async (seat: Seat, call: CommandCall): Promise<Answer> => {
    const implementation = registry.commands.get(call.name)
    if (!implementation) return refusalOf('unknownCommand')
    if (!seat.can(implementation.command.permission)) return refusalOf('forbidden')
    const answered = answers.find(seat.id, call.id)
    if (answered) return answered
    if (!answers.isFresh(call.id, now())) return refusalOf('badId')
    const input = implementation.command.input.safeParse(call.input)
    if (!input.success) return refusalOf('badInput', problemsOf(input.error))
    const answer = carryOut(parts, implementation, seat, input.data, call.id)
    answers.keep(seat.id, call.id, answer, now())
    return answer
  }
}

/** Runs a rule and waits until what it did is durable. Never rejects. */
export function carryOut(
  parts: DispatchParts,
  implementation: Implementation,
  seat: Seat,
  input: unknown,
  commandId: string | null,
): Promise<Answer> {
  const at = parts.now()
  try {
    const { output, changes, archive } = runRule(parts, implementation, seat, input, at)
    const versioned = parts.documents.stage(changes)
    const entry = entryOf(parts, implementation.command, versioned, { at, seat, commandId, input, output, archive })
    return staged(parts, entry, versioned, { ok: true, output, seq: entry?.seq ?? parts.queue.lastSeq() })
  } catch (error) {
    return staged(parts, null, [], answerToThrown(parts, implementation.command, error))
  }
}

function runRule(parts: DispatchParts, { command, rule }: Implementation, seat: Seat, input: unknown, at: number) {
  const archive: ArchiveLine[] = []
  const { output, changes } = attempt(parts.documents.working, (transaction) => {
    const context: Context = {
      ...transaction,
      actor: { id: seat.id },
      now: at,
      newId: randomUUID,
      record: (name, key, line) => void archive.push({ archive: name, key, line }),
      schedule: schedulerOn(transaction),
      refuse(code) {
        throw new Refusal(code, command.refusals[code] ?? code)
      },
    }
    return rule(context, input)
  })
  return { output, changes, archive }
}

/** Waits in the queue even when there is nothing to write: an answer may rest on what is not durable yet. */
const staged = (
  { queue }: DispatchParts,
  entry: Entry | null,
  changes: readonly VersionedChange[],
  answer: Answer,
): Promise<Answer> =>
  new Promise((resolve) => {
    queue.stage({ entry, changes, keep: () => resolve(answer), fail: (why) => resolve(refusalOf(why)) })
  })

function answerToThrown(parts: DispatchParts, command: Command, error: unknown): Answer {
  if (error instanceof Refusal) return { ok: false, code: error.code, message: error.message }
  parts.onFault(command.name, error)
  return refusalOf('failed')
}

interface Happening {
  readonly at: number
  readonly seat: Seat
  readonly commandId: string | null
  readonly input: unknown
  readonly output: unknown
  readonly archive: readonly ArchiveLine[]
}

/** The journal's line, or null when there is nothing to remember: live documents never reach the journal. */
function entryOf(
  parts: DispatchParts,
  command: Command,
  changes: readonly VersionedChange[],
  happening: Happening,
): Entry | null {
  const journaled = changes.filter(({ kind }) => kind.memory === 'journaled')
  const isOnlyLive = journaled.length === 0 && changes.length > 0
  const isHubsOwnNothing = changes.length === 0 && happening.commandId === null
  if (happening.archive.length === 0 && (isOnlyLive || isHubsOwnNothing)) return null
  return {
    seq: parts.queue.nextSeq(),
    epoch: parts.epoch,
    at: happening.at,
    actor: happening.seat.id ?? '',
    command: command.name,
    commandId: happening.commandId,
    input: withoutSecrets(command, happening.input),
    output: happening.output,
    changes: journaled.map(({ id, version, patches }) => ({ id, version, patches: [...patches] })),
    archive: [...happening.archive],
  }
}

function withoutSecrets({ secrets = [] }: Command, input: unknown): unknown {
  if (secrets.length === 0 || typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, secrets.includes(name) ? '[hidden]' : value]),
  )
}
