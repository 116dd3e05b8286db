// One file because the way of a command, from the call over its turn and the mod to what the game shows, is read in one piece.
import { randomBytes } from 'node:crypto'
import type { DeliveryKind, GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { type Clock, systemClock } from '../../engine/clock.ts'
import { ActionError, type ActionLink, type ActionOutcome, isHarmlessTwice } from '../actionLink.ts'
import type { GameLink, LinkLog } from '../link.ts'
import { type BridgeAnswer, parseAnswer } from './answers.ts'
import { isShown, judgeReading } from './evidence.ts'
import { createModWatch } from './modWatch.ts'
import { type Baseline, baselineOf, createReader } from './readings.ts'
import type { OpenTransport } from './transport.ts'
import { bridgeCommand, idPrefix, lineOf, textOf, type Verb, type VerbTable } from './verbs.ts'

interface CommandBridgeOptions {
  readonly open: OpenTransport
  /** Reads what the game shows: its own RCON. */
  readonly game: Pick<GameLink, 'players' | 'animals'>
  readonly verbs: VerbTable
  readonly clock?: Clock
  readonly log?: LinkLog
  readonly timings?: Partial<BridgeTimings>
  /** Unguessable, and new for each command. */
  readonly newId?: () => string
}

/** Durations in ms. */
export interface BridgeTimings {
  /** The mod must have taken a command by then; otherwise it is withdrawn. */
  readonly takeMs: number
  /** From the call to the outcome, at most. The worker waits 15 s. */
  readonly withinMs: number
  /** Between two readings while an effect is awaited. */
  readonly readMs: number
  /** How long the answer of the mod is awaited once the game shows the effect. */
  readonly graceMs: number
  /** How long a command without an answer keeps others of its player from being sent. Longer than `withinMs`. */
  readonly holdMs: number
  /** Interval of `ping`; null: that of the transport. */
  readonly pingMs: number | null
}

const usualTimings: BridgeTimings = {
  takeMs: 6_000,
  withinMs: 14_000,
  readMs: 1_000,
  graceMs: 1_500,
  holdMs: 30_000,
  pingMs: null,
}

/** A command, from its turn to its outcome. */
interface Sent {
  readonly id: string
  readonly verb: string
  readonly before: Baseline | null
  /** Epoch ms. */
  readonly at: number
  answer: BridgeAnswer | null
  isTaken: boolean
  isNotSent: boolean
  /** The game showed its effect. */
  isShown: boolean
  error: unknown
  /** Wakes what waits for the next change. */
  changed(): void
  /** Resolves at the next change. */
  next: Promise<void>
}

const mostRemembered = 500

/**
 * The link to a CommandBridge mod. Its answers prove nothing, since `ok` says only that a call did not throw: where the game shows the
 * effect, an action is confirmed by readings. What the mod took is never sent again.
 */
export function createCommandBridgeLink(options: CommandBridgeOptions): ActionLink {
  const { open, game, verbs, clock = systemClock, log = { info() {}, warn() {} } } = options
  const { newId = () => `${idPrefix}${randomBytes(8).toString('hex')}` } = options
  const timings = { ...usualTimings, ...options.timings }
  const sent = new Map<string, Sent>()
  /** By player: released with the answer, or after `holdMs`. */
  const held = new Map<string, Promise<void>>()
  /** By kind and player: what was lost, to be settled by `findOutcome`. */
  const lost = new Map<string, Sent>()
  const waiting = new Set<() => void>()
  let isClosed = false

  const transport = open({
    answered(line) {
      const answer = parseAnswer(line)
      if (!answer) return
      watch.answered(answer)
      const command = sent.get(answer.id)
      if (!command || command.answer || answer.isPassedOn) return
      command.answer = answer
      if (answer.isUnknownVerb) watch.lacks(command.verb)
      command.changed()
    },
    seen: () => watch.seen(),
    failed: (why) => watch.failed(why),
  })
  const { takeMs, pingMs } = timings
  const watch = createModWatch({ transport, clock, log, newId, takeMs, pingMs: pingMs ?? transport.pingMs })
  const readNow = createReader(game)

  /** Waits for the event, at most so long, and not beyond `close`. */
  const within = async (ms: number, event: Promise<unknown> | null) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = clock.after(Math.max(0, ms), resolve)
    waiting.add(resolve)
    await (event ? Promise.race([event, promise]) : promise)
    waiting.delete(resolve)
    cancel()
  }
  const verbFor = (kind: DeliveryKind): Verb => {
    const verb = verbs[kind]
    if (verb) return verb
    throw new ActionError('unsendable', `The mod has no verb for ${kind}.`)
  }
  const checkUp = () => {
    if (isClosed) throw new ActionError('notSent', 'the link is closed')
    const { name, why } = watch.state()
    if (name !== 'up') throw new ActionError('notSent', why ?? 'the mod has not answered yet')
  }
  const expectAnswers = () => transport.expect(watch.isExpecting() || sent.size > 0)
  watch.onExpecting(expectAnswers)
  expectAnswers()

  /** Waits until no command for this player is open, and holds the player. @returns the way to let go */
  const takeTurn = async (queue: string, until: number) => {
    for (let former = held.get(queue); former; former = held.get(queue)) {
      await within(until - clock.monotonic(), former)
      if (held.get(queue) !== former) continue
      throw new ActionError('notSent', 'The mod has not answered an earlier command for this player yet.')
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    held.set(queue, promise)
    return () => {
      if (held.get(queue) === promise) held.delete(queue)
      resolve()
    }
  }
  const createSent = (verb: string, before: Baseline | null): Sent => {
    let change = Promise.withResolvers<void>()
    const one: Sent = {
      id: newId(),
      verb,
      before,
      at: clock.now(),
      answer: null,
      isTaken: false,
      isNotSent: false,
      isShown: false,
      error: null,
      next: change.promise,
      changed() {
        const { resolve } = change
        change = Promise.withResolvers<void>()
        one.next = change.promise
        resolve()
      },
    }
    return one
  }
  /** Holds the player until the command is answered or shown, was not sent, or is old. */
  const hold = (queue: string, one: Sent) => {
    const until = clock.monotonic() + timings.holdMs
    const end = (async () => {
      while (!one.answer && !one.isNotSent && !one.isShown && !isClosed && clock.monotonic() < until)
        await within(until - clock.monotonic(), one.next)
      held.delete(queue)
      sent.delete(one.id)
      expectAnswers()
    })()
    held.set(queue, end)
  }
  /** Resolves when the mod has it. @throws ActionError notSent */
  const send = async (one: Sent, line: string, leaving: () => void, until: number) => {
    const change = (changes: Partial<Sent>) => {
      Object.assign(one, changes)
      one.changed()
    }
    transport.offer({
      id: one.id,
      line,
      leaving,
      taken: () => change({ isTaken: true }),
      notSent: (error) => change({ isNotSent: true, error }),
    })
    const isOpen = () => !one.isTaken && !one.isNotSent && !one.answer && !isClosed
    while (isOpen() && clock.monotonic() < until) await within(until - clock.monotonic(), one.next)
    if (one.isNotSent) throw notSent(one.error)
    if (one.isTaken || one.answer) return
    const isBack = await transport.withdraw(one.id)
    if (!isBack || one.isTaken || one.answer) return
    change({ isNotSent: true })
    watch.notTaken()
    throw new ActionError('notSent', `The mod took no command for ${Math.round(takeMs / 1_000)} s; it was withdrawn.`)
  }
  /** Watches the game and the mod's answer. @throws ActionError lost */
  const follow = async (action: GameAction, one: Sent, until: number): Promise<ActionOutcome> => {
    let shownAt: number | null = null
    let shown: ReturnType<typeof judgeReading> = null
    while (!isClosed) {
      if (one.answer) {
        const { ok, text } = one.answer
        if (!ok) return { state: 'refused', reply: text || null, why: text || 'The mod refused it.' }
        if (!isShown(action.kind)) return { state: 'confirmed', reply: text || null, why: byWord }
      }
      if (isShown(action.kind) && !shown) {
        const reading = await readNow().catch(() => null)
        shown = reading && judgeReading(action, one.before, reading, one.answer?.ok ?? false)
        shownAt = shown && clock.monotonic()
        // The answer may have come meanwhile.
        if (one.answer && !one.answer.ok) continue
      }
      const now = clock.monotonic()
      const isOver = shownAt !== null && now >= Math.min(until, shownAt + timings.graceMs)
      if (shown && (one.answer || isOver)) {
        one.isShown = true
        one.changed()
        return {
          state: 'confirmed',
          reply: one.answer?.text || null,
          why: null,
          ...(!shown.changed && { changed: false }),
        }
      }
      if (now >= until) break
      const waitMs = shownAt === null ? timings.readMs : shownAt + timings.graceMs - now
      await within(Math.min(until - now, waitMs), one.answer ? null : one.next)
    }
    throw new ActionError('lost', one.answer?.ok ? unseen : action.kind === 'park' ? unansweredPark : unanswered)
  }
  const remember = (action: GameAction, one: Sent) => {
    lost.delete(keyOf(action))
    lost.set(keyOf(action), one)
    const [oldest] = lost.keys()
    if (lost.size > mostRemembered && oldest !== undefined) lost.delete(oldest)
  }

  return {
    name: 'commandBridge',
    state: watch.state,
    onState: watch.onState,
    concurrency: 16,
    reportsDeparture: true,
    can: (kind) => verbs[kind] !== undefined && watch.knows(verbs[kind].verb),
    isHarmlessTwice,
    commandText: (action) => textOf(verbFor(action.kind), action),
    async perform(action, leaving = () => {}) {
      const verb = verbFor(action.kind)
      bridgeCommand(verb, action, null)
      checkUp()
      const [takeBy, until] = [clock.monotonic() + takeMs, clock.monotonic() + timings.withinMs]
      const queue = action.target?.id ?? 'server'
      const letGo = await takeTurn(queue, takeBy)
      let one: Sent
      try {
        const before = isShown(action.kind) ? await baselineOf(action, verb, readNow) : nothingSeen
        if ('state' in before) return before
        checkUp()
        one = createSent(verb.verb, before)
        sent.set(one.id, one)
        expectAnswers()
        hold(queue, one)
        const command = bridgeCommand(verb, action, before.place)
        await send(one, lineOf(command, one.id, clock.now()), leaving, takeBy)
      } finally {
        letGo()
      }
      return follow(action, one, until).catch((error: unknown) => {
        remember(action, one)
        throw error
      })
    },
    async findOutcome(action, sentAt) {
      if (isClosed) throw new ActionError('notSent', 'the link is closed')
      const known = lost.get(keyOf(action))
      // One of an earlier attempt says nothing about this one.
      const { answer = null, before = null } = known && known.at >= sentAt ? known : {}
      if (answer && !answer.ok) return { state: 'refused', reply: answer.text, why: answer.text }
      if (!isShown(action.kind)) return answer && { state: 'confirmed', reply: answer.text, why: byWord }
      const shown = judgeReading(action, before, await readNow(), answer !== null)
      return shown && { state: 'confirmed', reply: answer?.text || null, why: 'The game shows it.' }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      watch.stop()
      await transport.close()
      for (const wake of waiting) wake()
    },
  }
}

const nothingSeen: Baseline = { animal: null, place: null }
const byWord = "The mod says so; the game doesn't show it."
const unseen = 'The mod says that it was done, and the game does not show it.'
const unanswered = 'The mod took the command and did not answer, and the game shows no effect.'
const unansweredPark =
  'The mod took the command and did not answer, and the game does not show whether a dinosaur was stored.'
const keyOf = ({ kind, target }: GameAction) => `${kind} ${target?.id ?? ''}`

const notSent = (error: unknown): ActionError =>
  error instanceof ActionError
    ? error
    : new ActionError('notSent', error instanceof Error ? error.message : String(error), { cause: error })
