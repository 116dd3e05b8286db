import { randomUUID } from 'node:crypto'
import type { Command } from '../../shared/engine/command.ts'
import { type EngineRefusal, engineRefusals } from '../../shared/engine/refusals.ts'
import type { Answer, CommandCall } from '../../shared/protocol/commandCall.ts'
import type { Answers } from './answers.ts'
import type { CommitQueue } from './commitQueue.ts'
import type { Documents, VersionedChange } from './documents.ts'
import type { ArchiveLine, Entry } from './entry.ts'
import type { Guesser, Guesses } from './guesses.ts'
import { isForJournal, journalLine, refusalLine, type Unfulfilled } from './journalLine.ts'
import type { Principal } from './principal.ts'
import { problemsOf } from './problems.ts'
import type { Registry } from './registry.ts'
import { type Context, type Implementation, Refusal } from './rule.ts'
import { schedulerOn } from './timers.ts'
import { attempt, type DocumentChange } from './transaction.ts'
import { whyUnfit } from './whyUnfit.ts'

export interface DispatchParts {
  readonly registry: Registry
  readonly documents: Documents
  readonly queue: CommitQueue
  readonly answers: Answers
  readonly epoch: number
  readonly now: () => number
  /** Others may be asked the same: a "no" is written down before it is told, so that nobody does it after all. */
  readonly keepsRefusals: boolean
  /** A fault of ours, to be looked at: the rule threw something that is not a refusal. */
  readonly onFault: (command: string, error: unknown) => void
}

export const refusalOf = (code: EngineRefusal, problems?: readonly string[]): Answer => ({
  ok: false,
  code,
  message: engineRefusals[code],
  ...(problems && { problems: [...problems] }),
})

/** The one way in. Who sits there now, permission, then input, then the rule, which asks for existence; the answer when it is durable. */
export function createDispatch(parts: DispatchParts & { readonly guesses: Guesses }) {
  const { registry, answers, guesses, now } = parts

  return async (shown: Principal, call: CommandCall, address: string | null = null): Promise<Answer> => {
    const implementation = registry.commands.get(call.name)
    if (!implementation) return refusalOf('unknownCommand')
    // Before the permission: who was answered keeps that answer, whatever they may have lost since.
    const answered = answers.find(shown.id, call.id)
    if (answered) return answered
    const principal = principalNow(parts, shown)
    const refuse = (code: EngineRefusal) => refuseCall(parts, shown, call, code)
    if (principal.id !== shown.id) return refuse('signedOut')
    // Before the permission, too: what a viewed role lacks is no reason to tell its viewer that they lack it.
    if (principal.session?.viewing && !implementation.command.whileViewing) return refuse('readOnly')
    if (!principal.can(implementation.command.permission)) return refuse('forbidden')
    if (!answers.isFresh(call.id, now())) return refuse('badId')
    const input = implementation.command.input.safeParse(call.input)
    if (!input.success) return refusalOf('badInput', problemsOf(input.error))
    const guesser = { account: principal.id, address }
    if (guesses.isSpent(implementation.command, guesser, now())) return refuse('tooManyGuesses')
    const asked = { principal, address, input: input.data, commandId: call.id }
    const answer = carryOut(parts, countingGuesses(parts, implementation, guesser), asked)
    answers.keep(principal.id, call.id, answer, now())
    return answer
  }
}

/** As rules see it: with what was accepted and is not durable yet. */
const principalNow = ({ documents }: DispatchParts, shown: Principal): Principal =>
  shown.asOf?.((kind, key = '') => documents.working(kind, key) as never) ?? shown

/**
 * Before any rule was asked. Of guests nothing is kept: they are nobody, for whomever is asked, and there are many of them. Nor of ids
 * that are far from fresh by any clock.
 */
function refuseCall(
  parts: DispatchParts,
  { id: actor }: Principal,
  call: CommandCall,
  code: EngineRefusal,
): Promise<Answer> {
  const { answers, now, keepsRefusals } = parts
  const at = now()
  if (!keepsRefusals || actor === null || !answers.isNear(call.id, at)) return staged(parts, null, [], refusalOf(code))
  const answer = refused(parts, { at, actor, command: call.name, commandId: call.id }, refusalOf(code))
  answers.keep(actor, call.id, answer, at)
  return answer
}

/** Waits until what it rests on is durable, and until it is kept itself. */
function refused(parts: DispatchParts, what: Unfulfilled, answer: Answer): Promise<Answer> {
  const { queue, epoch, keepsRefusals } = parts
  if (answer.ok || !keepsRefusals || what.commandId === null) return staged(parts, null, [], answer)
  if (queue.state().name === 'stopped') return Promise.resolve(refusalOf('unavailable'))
  const { ok: _, ...told } = answer
  return staged(parts, refusalLine({ seq: queue.nextSeq(), epoch }, what, told), [], answer)
}

/** A wrong guess counts the moment it is made: whoever sends many at once must not have them all looked at before one counts. */
function countingGuesses(
  { guesses, now }: Pick<DispatchParts, 'now'> & { readonly guesses: Guesses },
  { command, rule }: Implementation,
  guesser: Guesser,
): Implementation {
  if (!command.guesses) return { command, rule }
  return {
    command,
    rule(context, input) {
      try {
        return rule(context, input)
      } catch (error) {
        if (error instanceof Refusal) guesses.note(command, guesser, error.code, now())
        throw error
      }
    },
  }
}

/** What is asked for, by whom and from where. */
export interface Asked {
  readonly principal: Principal
  readonly address: string | null
  /** Parsed. */
  readonly input: unknown
  /** Of a person: the journal keeps the answer to it in any case. Null for the hub's own orders. */
  readonly commandId: string | null
  /** Of the hub's own order: the journal keeps the answer to it if it keeps anything of it. */
  readonly orderId?: string | null
}

/** Runs a rule and waits until what it did is durable. Never rejects. */
export function carryOut(parts: DispatchParts, implementation: Implementation, asked: Asked): Promise<Answer> {
  const { documents, queue, epoch } = parts
  const { principal, input, commandId, orderId = null } = asked
  const { command } = implementation
  const at = parts.now()
  try {
    const { output, changes, archive } = runRule(parts, implementation, asked, at)
    checkFit(command, output, changes)
    const happening = { at, principal, commandId, orderId, input, output, archive }
    const isKept = isForJournal(changes, happening)
    if (isKept && queue.state().name === 'stopped') return Promise.resolve(refusalOf('unavailable'))
    const versioned = documents.version(changes)
    const entry = isKept ? journalLine(command, { seq: queue.nextSeq(), epoch }, versioned, happening) : null
    documents.stage(versioned)
    return staged(parts, entry, versioned, { ok: true, output, seq: entry?.seq ?? queue.lastSeq() })
  } catch (error) {
    const what = { at, actor: principal.id, command: command.name, commandId: commandId ?? orderId }
    return refused(parts, what, answerToThrown(parts, command, error))
  }
}

/** A rule's fault must not get as far as the store: what does not fit its schema is never staged. */
function checkFit({ name, output: schema }: Command, output: unknown, changes: readonly DocumentChange[]) {
  const answer = schema.safeParse(output)
  if (!answer.success) throw new TypeError(`${name} returned what it does not promise: ${problemsOf(answer.error)}`)
  for (const { id, kind, next, patches } of changes) {
    const wrong = whyUnfit(kind.schema, next, patches)
    if (wrong) throw new TypeError(`${name} leaves ${id} unfit: ${problemsOf(wrong)}`)
  }
}

function runRule(parts: DispatchParts, { command, rule }: Implementation, asked: Asked, at: number) {
  const { principal, address, input, commandId } = asked
  const archive: ArchiveLine[] = []
  const { output, changes } = attempt(parts.documents.working, (transaction) => {
    const context: Context = {
      ...transaction,
      actor: principal,
      address,
      now: at,
      commandId,
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
