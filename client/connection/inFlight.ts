import { type CommandId, newCommandId } from '../../shared/engine/ids.ts'
import { Answer, type CommandCall, type QueryCall } from '../../shared/protocol/calls.ts'
import type { Clock } from './clock.ts'
import type { Wire } from './wire.ts'

/** A command that has not been answered yet. */
export interface Flight {
  readonly id: CommandId
  readonly name: string
  /** Epoch ms of this machine: since when it is in flight, for its age. */
  readonly since: number
  /** How often it has gone out so far; 0 while there is no connection. */
  readonly attempts: number
}

export interface Flights {
  /** Resolves with the hub's answer, however long that takes; never rejects. `told` hears of each attempt. */
  send(name: string, input: unknown, told?: (flight: Flight) => void): Promise<Answer>
  /** There is a connection anew: everything unanswered goes out again, with the ids it had. */
  resend(): void
  /** The last entry of the journal in which something that was sent here was done; 0 for none. Another node must have come so far. */
  seen(): number
  /** Somebody else sits here now: what was theirs must not be sent in another's name. */
  abandon(): void
}

interface FlightParts {
  readonly clock: Clock
  serverNow(): number
  /** Ten of them, for the id. */
  randomBytes(): Uint8Array
  isLive(): boolean
  readonly wire: Pick<Wire, 'send'>
}

const answerWithinMs = 5_000
const coolDownMs = 2_000
/** The hub refuses messages above 64 kB by closing the connection, so a larger one is not sent at all. */
const largestInput = 60_000

const refusal = (code: string, message: string): Answer => ({ ok: false, code, message })
const tooLarge = refusal('tooLarge', 'That is too much to send at once: make it shorter.')
const unknown = refusal(
  'unknown',
  'Nobody can say whether the hub carried that out before the connection was lost. Look before you repeat it.',
)

interface Pending {
  flight: Flight
  readonly call: CommandCall
  readonly told: (flight: Flight) => void
  readonly settle: (answer: Answer) => void
  callOff: () => void
}

/** Commands on their way: each keeps its id until it is answered, and the hub answers an id once. */
export function createFlights({ clock, serverNow, randomBytes, isLive, wire }: FlightParts): Flights {
  const pending = new Map<CommandId, Pending>()
  let seen = 0

  const land = (one: Pending, answer: Answer) => {
    one.callOff()
    if (answer.ok) seen = Math.max(seen, answer.seq)
    if (pending.delete(one.call.id)) one.settle(answer)
  }

  const judge = (one: Pending, raw: unknown) => {
    const { data: answer } = Answer.safeParse(raw)
    if (!answer || !pending.has(one.call.id)) return
    const isRefused = (code: string) => !answer.ok && answer.code === code
    // An earlier attempt may have been carried out: only the hub's answer to this id can tell.
    if (isRefused('tooFast')) retryAfter(one, coolDownMs)
    else if (isRefused('badId') && one.flight.attempts > 1) land(one, unknown)
    else land(one, answer)
  }

  const attempt = (one: Pending) => {
    // Without a connection it waits for the next one, which resends.
    if (!isLive()) return
    wire.send('command', one.call, (answer) => judge(one, answer))
    one.flight = { ...one.flight, attempts: one.flight.attempts + 1 }
    one.told(one.flight)
    retryAfter(one, answerWithinMs)
  }

  const retryAfter = (one: Pending, delayMs: number) => {
    one.callOff()
    one.callOff = clock.after(delayMs, () => attempt(one))
  }

  const launch = (name: string, input: unknown, told: (flight: Flight) => void, settle: (answer: Answer) => void) => {
    const id = newCommandId(serverNow(), randomBytes())
    const flight = { id, name, since: clock.now(), attempts: 0 }
    const one: Pending = { flight, call: { id, name, input }, told, settle, callOff: () => {} }
    pending.set(id, one)
    told(flight)
    attempt(one)
  }

  return {
    send: (name, input, told = () => {}) =>
      new Promise((settle) => {
        if (sizeOf(input) > largestInput) settle(tooLarge)
        else launch(name, input, told, settle)
      }),
    seen: () => seen,
    resend: () => pending.forEach(attempt),
    abandon: () => pending.forEach((one) => void land(one, one.flight.attempts > 0 ? unknown : gone)),
  }
}

const gone = refusal('notSent', 'That was not sent: somebody else is signed in now.')
const sizeOf = (input: unknown) => new TextEncoder().encode(JSON.stringify(input) ?? '').length

export interface Queries {
  /** One attempt. Refused with 'offline' when there is no connection, or it is lost before the answer. */
  ask(name: string, input: unknown): Promise<Answer>
  /** The connection is lost: what was asked on it will not be answered. */
  drop(): void
}

interface QueryParts {
  readonly clock: Clock
  isLive(): boolean
  readonly wire: Pick<Wire, 'send'>
}

const answerWithinMsOfQueries = 15_000
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
    const callOff = clock.after(answerWithinMsOfQueries, () => settle(unanswered))
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
