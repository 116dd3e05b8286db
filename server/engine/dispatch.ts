import { randomUUID } from 'node:crypto'
import { auditHead } from '../../shared/engine/auditHead.ts'
import type { Command } from '../../shared/engine/command.ts'
import { missingOf } from '../../shared/engine/permissions.ts'
import { type EngineRefusal, engineRefusals } from '../../shared/engine/refusals.ts'
import type { Answer, CommandCall } from '../../shared/protocol/calls.ts'
import type { Answers, HubAnswers } from './answers.ts'
import { archiveRow } from './archives.ts'
import { type AttemptLimit, countingAttempts } from './attemptLimit.ts'
import type { CommitQueue } from './commitQueue.ts'
import { safeParseFast } from './compiledSchema.ts'
import type { Documents, VersionedChange } from './documents.ts'
import type { ArchiveRow } from './entry.ts'
import { badInput, withValues } from './inputProblems.ts'
import {
  contentsOf,
  isJournaled,
  journalEntry,
  type RefusedCall,
  refusalEntry,
  type SizedEntry,
} from './journalEntry.ts'
import { erasePerson } from './personalData.ts'
import { type Client, hubPrincipal, type Principal, unknownClient } from './principal.ts'
import type { Registry } from './registry.ts'
import { type Context, type Implementation, Refusal, refusalSentence } from './rule.ts'
import { RuleScheduler } from './schedule.ts'
import { checkResult, transact } from './transaction.ts'

interface DispatchDeps {
  readonly registry: Registry
  readonly documents: Documents
  readonly queue: CommitQueue
  readonly answers: Answers
  readonly hubAnswers: HubAnswers
  readonly failedAttempts: AttemptLimit
  readonly epoch: number
  readonly now: () => number
  /** Present wall time, and former ones by which pages may have made their command ids. */
  readonly wallTimes: () => readonly number[]
  readonly monotonic: () => number
  /** Other nodes may get the same call: a refusal is written down before it is answered, so that no other carries the command out. */
  readonly recordsRefusals: boolean
  /** A rule threw something that is not a refusal. */
  readonly onFault: (command: string, error: unknown) => void
}

/** One run of a command, with the checks behind it. */
interface Invocation {
  readonly principal: Principal
  readonly client: Client
  /** Parsed. */
  readonly input: unknown
  /** Of a user's command, whose answer is journaled in any case. Null for commands of the hub itself. */
  readonly commandId: string | null
  /** Of a command of the hub that may be repeated: its answer is journaled if anything of it is. */
  readonly hubCommandId: string | null
  /** Of a user's command: see `contentsOf`. */
  readonly contents: string | null
}

type CallWithContents = CommandCall & { readonly contents: string }

export const refusalOf = (code: EngineRefusal): Answer => ({ ok: false, code, message: engineRefusals[code] })

/** Both entry points: commands of users, and those of the hub itself. Each answer waits until what it rests on is durable. */
export function createDispatch(deps: DispatchDeps) {
  const { registry, documents, queue, answers, hubAnswers, failedAttempts, epoch, now, wallTimes, monotonic } = deps

  /**
   * Answers a call once. An earlier answer comes before the permission: a command that was answered keeps its answer, whatever its user
   * has lost since.
   * @param presented as the connection or the request knows it: it may have lost rights since
   */
  async function dispatch(presented: Principal, call: CommandCall, client = unknownClient): Promise<Answer> {
    const implementation = registry.commands.get(call.name)
    if (!implementation) return refusalOf('unknownCommand')
    const oldest = Math.min(...wallTimes())
    const named = { ...call, contents: contentsOf(implementation.command, call) }
    const answered = answers.find(presented.id, named, oldest)
    if (answered) return answered
    const lookUp = answers.lookUp(presented.id, named, oldest)
    // A promise that is returned without `await` takes two more turns of microtasks.
    if (!lookUp) return await decide(presented, named, implementation, client)
    const stored = await lookUp.catch(lookUpFailed)
    // Meanwhile the same call may have come a second time.
    return answers.find(presented.id, named, oldest) ?? stored ?? decide(presented, named, implementation, client)
  }

  /** Checks the current principal, the permission and the input; the rule then checks what exists. */
  function decide(
    presented: Principal,
    call: CallWithContents,
    implementation: Implementation,
    client: Client,
  ): Promise<Answer> | Answer {
    const { command } = implementation
    const principal = currentPrincipal(presented)
    const refuse = (code: EngineRefusal) => refuseCall(presented, call, refusalOf(code))
    if (principal.id !== presented.id) return refuse('signedOut')
    // Before the permission, too: a user who views the site as a role does not learn which permissions that role lacks.
    if (principal.session?.viewing && !command.whileViewing) return refuse('readOnly')
    if (missingOf(command, principal.can).length > 0) return refuse('forbidden')
    const off = registry.refusalOfSwitch(command.name, documents.working)
    if (off) return refuseCall(presented, call, off)
    const times = wallTimes()
    if (!times.some((at) => answers.isFresh(call.id, at))) return refuse('badId')
    const input = safeParseFast(command.input, call.input, withValues)
    if (!input.success) return badInput(input.error)
    const caller = { account: principal.id, address: client.address }
    if (failedAttempts.isExceeded(command, caller, monotonic())) return refuse('tooManyGuesses')
    const count = (refusal: string) => failedAttempts.count(command, caller, refusal, monotonic())
    const answer = run(countingAttempts(implementation, count), {
      principal,
      client,
      input: input.data,
      commandId: call.id,
      hubCommandId: null,
      contents: call.contents,
    })
    answers.keep(principal.id, call, answer, Math.min(...times))
    return answer
  }

  /** @throws CommandRefused */
  async function execute(actor: string, name: string, input: unknown): Promise<unknown> {
    const parsed = parseCommand(registry, name, input)
    return outputOf(name, await runAsHub(actor, parsed.implementation, parsed.input, null))
  }

  /** May be repeated with the same id until it is answered, even at the next leader, and is done once. Never rejects. */
  function executeOnce(actor: string, name: string, input: unknown, id: string): Promise<Answer> {
    const answered = hubAnswers.find(id)
    if (answered) return answered
    const implementation = registry.commands.get(name)
    if (!implementation) return Promise.resolve(refusalOf('unknownCommand'))
    const parsed = implementation.command.input.safeParse(input, withValues)
    if (!parsed.success) return Promise.resolve(badInput(parsed.error))
    const runNow = () => runAsHub(actor, implementation, parsed.data, id)
    const answer = hubAnswers.lookUp(actor, id)?.then((stored) => stored ?? runNow(), lookUpFailed) ?? runNow()
    hubAnswers.keep(id, answer)
    return answer
  }

  /** The command may have been carried out before, by an earlier leader. */
  function lookUpFailed(error: unknown): Answer {
    deps.onFault('look up an answer', error)
    return refusalOf('fateUnknown')
  }

  const runAsHub = (actor: string, implementation: Implementation, input: unknown, hubCommandId: string | null) =>
    run(implementation, {
      principal: hubPrincipal(actor),
      client: unknownClient,
      input,
      commandId: null,
      hubCommandId,
      contents: null,
    })

  /** By the documents as rules see them: with changes that were accepted and are not durable yet. */
  const currentPrincipal = (presented: Principal): Principal =>
    presented.asOf?.((kind, key = '') => documents.working(kind, key) as never) ?? presented

  /** Refuses before any rule ran. Refusals of guests, who are the same to every node, and of command ids that are too old are not kept. */
  function refuseCall({ id: actor }: Principal, call: CallWithContents, refusal: Answer): Promise<Answer> {
    const at = now()
    if (!deps.recordsRefusals || actor === null || !wallTimes().some((time) => answers.isPlausible(call.id, time)))
      return staged(null, [], refusal)
    const answer = refused({ ...call, at, actor, command: call.name, commandId: call.id }, refusal)
    answers.keep(actor, call, answer, Math.min(...wallTimes()))
    return answer
  }

  /** Waits until what the refusal rests on is durable, and until the refusal itself is. */
  function refused(call: RefusedCall, answer: Answer): Promise<Answer> {
    const isRecorded = deps.recordsRefusals || answers.isFull()
    if (answer.ok || !isRecorded || call.commandId === null) return staged(null, [], answer)
    if (queue.state().name === 'stopped') return Promise.resolve(refusalOf('unavailable'))
    const { ok: _, ...refusal } = answer
    return staged(refusalEntry({ seq: queue.nextSeq(), epoch }, call, refusal), [], answer)
  }

  /** Runs a rule and waits until its changes are durable. Never rejects. */
  function run(implementation: Implementation, invocation: Invocation): Promise<Answer> {
    const { command } = implementation
    const { principal, commandId, hubCommandId, contents } = invocation
    const at = now()
    try {
      const { output, changes, archive } = runRule(implementation, invocation, at)
      checkResult(command, output, changes)
      const done = { ...invocation, at, output, archive }
      const isKept = isJournaled(changes, done)
      if (isKept && queue.state().name === 'stopped') return Promise.resolve(refusalOf('unavailable'))
      const versioned = documents.version(changes)
      const sized = isKept ? journalEntry(command, { seq: queue.nextSeq(), epoch }, versioned, done) : null
      documents.stage(versioned)
      return staged(sized, versioned, { ok: true, output, seq: sized?.entry.seq ?? queue.lastSeq() })
    } catch (error) {
      const call = { at, actor: principal.id, command: command.name, commandId: commandId ?? hubCommandId, contents }
      return refused(call, answerToThrown(command, error))
    }
  }

  function runRule({ command, rule }: Implementation, invocation: Invocation, at: number) {
    const { principal, client, input, commandId } = invocation
    const rows: ArchiveRow[] = []
    const { output, changes } = transact(documents.working, (transaction) => {
      let following = null as Record<'first' | 'last', Map<string, () => void>> | null
      const context: Context = {
        read: transaction.read,
        edit(kind, key = '') {
          registry.derivations.get(kind.kind)?.forEach(({ update, isFollowed }, nth) => {
            following ??= { first: new Map(), last: new Map() }
            following[isFollowed ? 'first' : 'last'].set(`${kind.kind}/${key} ${nth}`, () => {
              const own = isFollowed ? context : { ...context, edit: transaction.edit }
              update(own, key, documents.working(kind, key) as never)
            })
          })
          return transaction.edit(kind, key)
        },
        actor: principal,
        origin: { ...client, session: principal.session?.id ?? null },
        now: at,
        command: command.name,
        commandId,
        newId: randomUUID,
        archive(archive, row) {
          rows.push(archiveRow(registry.archives, archive, row))
          if (archive.audited !== null) transaction.edit(auditHead).rows += 1
        },
        schedule: new RuleScheduler(transaction, at),
        setting: registry.setting,
        erasePerson: (person) => erasePerson(registry, context, person),
        refuse(code, values) {
          throw new Refusal(code, refusalSentence(command.refusals[code] ?? code, values))
        },
      }
      const returned = rule(context, input)
      if (following) {
        for (const follow of following.first.values()) follow()
        for (const follow of following.last.values()) follow()
      }
      return returned
    })
    return { output, changes, archive: rows }
  }

  function answerToThrown({ name }: Command, error: unknown): Answer {
    if (error instanceof Refusal) return { ok: false, code: error.code, message: error.message }
    deps.onFault(name, error)
    return refusalOf('failed')
  }

  /** Waits in the queue even with nothing to write: an answer may rest on changes that are not durable yet. */
  function staged(sized: SizedEntry | null, changes: readonly VersionedChange[], answer: Answer): Promise<Answer> {
    const { entry, characters } = sized ?? { entry: null, characters: 0 }
    const isStoredRefusal = entry !== null && !answer.ok
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const onDurable = () => {
      if (isStoredRefusal) answers.noteStored(answer)
      resolve(answer)
    }
    const onFailure = (why: EngineRefusal) => resolve(refusalOf(why))
    queue.stage({ seq: entry?.seq ?? null, characters, changes, onDurable, onFailure }, entry)
    return promise
  }

  return { dispatch, execute, executeOnce }
}

/** A command of the hub's own that was refused: with the code and the message that a user would get. */
export class CommandRefused extends Error {
  readonly code: string
  constructor(name: string, code: string, message: string) {
    super(message)
    this.name = `CommandRefused (${name}, ${code})`
    this.code = code
  }
  /** Whether the store could not take it. The command itself may be good. */
  get isStorageFailure() {
    return ['storageFull', 'unavailable', 'fateUnknown'].includes(this.code)
  }
}

/** @throws when no feature has the command, or when the input does not have its form */
export function parseCommand(registry: Pick<Registry, 'commands'>, name: string, input: unknown) {
  const implementation = registry.commands.get(name)
  if (!implementation) throw new Error(`No feature declares the command "${name}"`)
  return { implementation, input: implementation.command.input.parse(input) }
}

/** @throws CommandRefused */
export function outputOf(name: string, answer: Answer): unknown {
  if (!answer.ok) throw new CommandRefused(name, answer.code, answer.message)
  return answer.output
}
