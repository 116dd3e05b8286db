import { type CommandId, newCommandId } from '../../shared/engine/ids.ts'
import { Answer, type CommandCall, type QueryCall } from '../../shared/protocol/calls.ts'
import type { Clock } from './clock.ts'
import type { Wire } from './wire.ts'

/** A command without an answer yet. */
export interface InFlight {
  readonly id: CommandId
  readonly name: string
  /** When it was sent, epoch ms by the hub's clock: for its age. */
  readonly since: number
  /** How often it has been sent so far; 0 while there is no connection. */
  readonly attempts: number
}

export interface CommandsInFlight {
  /** Resolves with the hub's answer, however long that takes; never rejects. `onUpdate` is called at the start and at each attempt. */
  send(name: string, input: unknown, onUpdate?: (inFlight: InFlight) => void): Promise<Answer>
  /** After a reconnect: sends all unanswered commands again, with the same ids. */
  resend(): void
  /** The watermark of this page: the last journal entry of a command that was sent here; 0 for none. */
  seen(): number
  /** Another principal is signed in now: commands of the previous principal must not be sent in another name. */
  abandon(): void
}

interface CommandDeps {
  readonly clock: Clock
  serverNow(): number
  /** Ten random bytes, for the id. */
  randomBytes(): Uint8Array
  isLive(): boolean
  /** Whether the hub, although it can be reached, has not answered a command in time. */
  setLate(isLate: boolean): void
  readonly wire: Pick<Wire, 'send'>
}

interface Pending {
  inFlight: InFlight
  readonly call: CommandCall
  /** It is not sent again, and waits only for the answer of this connection. */
  isAbandoned?: true
  readonly onUpdate: (inFlight: InFlight) => void
  readonly resolve: (answer: Answer) => void
  cancelTimer: () => void
}

const answerWithinMs = 5_000
const coolDownMs = 2_000
/** For so long the hub is asked again about a command whose outcome it did not know: once it reaches its journal, it does. */
const askedAgainForMs = 60_000
/** The hub refuses messages above 64 kB by closing the connection, so a larger one is not sent at all. */
const largestInput = 60_000

const refusal = (code: string, message: string): Answer => ({ ok: false, code, message })
const tooLarge = refusal('tooLarge', "That's too long to send. Make it shorter.")
const notSent = refusal('notSent', 'Not sent: a different account is signed in now.')
const lost = refusal(
  'unknown',
  'The connection was lost before the hub confirmed this. Check whether it was done before you try again.',
)

/** Whether the connection was lost before the hub confirmed or refused a command. */
export const isLost = ({ code }: Pick<Extract<Answer, { ok: false }>, 'code'>): boolean => code === 'unknown'

/** Commands in flight: each keeps its id until it is answered, and the hub answers an id once. */
export function createCommandsInFlight(deps: CommandDeps): CommandsInFlight {
  const { clock, serverNow, randomBytes, isLive, setLate, wire } = deps
  const pending = new Map<CommandId, Pending>()
  const late = new Set<Pending>()
  let seen = 0

  const settle = (one: Pending, answer: Answer) => {
    one.cancelTimer()
    if (answer.ok) seen = Math.max(seen, answer.seq)
    if (late.delete(one)) setLate(late.size > 0)
    if (pending.delete(one.call.id)) one.resolve(answer)
  }

  const onAnswer = (one: Pending, raw: unknown) => {
    const { data: answer } = Answer.safeParse(raw)
    if (!answer || !pending.has(one.call.id)) return
    const isRefused = (code: string) => !answer.ok && answer.code === code
    // An earlier attempt may have been carried out: only the hub's answer to this id decides that.
    const mayAskAgain = serverNow() - one.inFlight.since < askedAgainForMs
    if (isRefused('tooFast') || (isRefused('fateUnknown') && mayAskAgain)) retryAfter(one, coolDownMs)
    else if (isRefused('badId') && one.inFlight.attempts > 1) settle(one, lost)
    else settle(one, answer)
  }

  const attempt = (one: Pending) => {
    if (one.isAbandoned) return settle(one, one.inFlight.attempts > 0 ? lost : notSent)
    // Without a connection it waits for the next one, which resends.
    if (!isLive()) return
    wire.send('command', one.call, (answer) => onAnswer(one, answer))
    one.inFlight = { ...one.inFlight, attempts: one.inFlight.attempts + 1 }
    one.onUpdate(one.inFlight)
    retryAfter(one, answerWithinMs)
  }

  const retryAfter = (one: Pending, delayMs: number) => {
    one.cancelTimer()
    one.cancelTimer = clock.after(delayMs, () => {
      const hasWaited = delayMs >= answerWithinMs || serverNow() - one.inFlight.since > answerWithinMs
      if (hasWaited && isLive()) {
        late.add(one)
        setLate(true)
      }
      attempt(one)
    })
  }
  const abandon = (one: Pending) => {
    one.isAbandoned = true
    // Where a command has ended its own session, the hello to a guest arrives before the answer.
    if (!one.inFlight.attempts || !isLive()) attempt(one)
  }

  return {
    send: (name, input, onUpdate = () => {}) =>
      new Promise((resolve) => {
        if (sizeOf(input) > largestInput) return resolve(tooLarge)
        const id = newCommandId(serverNow(), randomBytes())
        const inFlight = { id, name, since: serverNow(), attempts: 0 }
        const one: Pending = { inFlight, call: { id, name, input }, onUpdate, resolve, cancelTimer: () => {} }
        pending.set(id, one)
        onUpdate(inFlight)
        attempt(one)
      }),
    seen: () => seen,
    resend() {
      late.clear()
      setLate(false)
      pending.forEach(attempt)
    },
    abandon: () => pending.forEach(abandon),
  }
}

const sizeOf = (input: unknown) => new TextEncoder().encode(JSON.stringify(input) ?? '').length

export interface QueriesInFlight {
  /** One attempt. Refused with 'offline' when there is no connection, or it is lost before the answer. */
  ask(name: string, input: unknown): Promise<Answer>
  /** The connection is lost: its queries get no answer. */
  drop(): void
}

interface QueryDeps {
  readonly clock: Clock
  isLive(): boolean
  readonly wire: Pick<Wire, 'send'>
}

/** How the connection of this page itself refuses a query. */
export type ConnectionRefusal = 'offline' | 'unanswered' | 'unreadable'

const queryTimeoutMs = 15_000
const offline = refusal('offline', "Can't reach the hub right now.")
const unanswered = refusal('unanswered', "The hub didn't answer in time. Try again.")
const unreadable = refusal('unreadable', "This page can't read the hub's answer. Reload the page.")

/** Queries in flight. They change nothing, so they are sent once, and the screen that still needs the answer asks again. */
export function createQueriesInFlight({ clock, isLive, wire }: QueryDeps): QueriesInFlight {
  const open = new Set<(answer: Answer) => void>()

  const send = (call: QueryCall, resolve: (answer: Answer) => void) => {
    const settle = (answer: Answer) => {
      cancelTimer()
      open.delete(settle)
      resolve(answer)
    }
    const cancelTimer = clock.after(queryTimeoutMs, () => settle(unanswered))
    open.add(settle)
    wire.send('query', call, (answer) => settle(Answer.safeParse(answer).data ?? unreadable))
  }

  return {
    ask: (name, input) =>
      new Promise((resolve) => {
        if (isLive()) send({ name, input }, resolve)
        else resolve(offline)
      }),
    drop() {
      for (const settle of [...open]) settle(offline)
    },
  }
}
