import type { Command, OutputOf } from '../../../shared/engine/command.ts'
import {
  type Delivery,
  deliveries,
  type LinkName,
  wholeDelivery,
} from '../../../shared/features/deliveries/delivery.ts'
import { beginAttempt, endAttempt, requeue } from '../../../shared/features/deliveries/hubCommands.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Delays } from '../../engine/delays.ts'
import { CommandRefused } from '../../engine/dispatch.ts'
import type { Hub } from '../../engine/hub.ts'
import { createReport } from '../../engine/reportUntilKept.ts'
import { type DeliveryLink, isLost, isNotSent, isUnsendable, type Outcome } from './link.ts'

/** Limit of one attempt. The wait before it does not count. */
const runWithinMs = 15_000
/** How long the game is asked for the outcome before it counts as unknown. */
export const resolveWithinMs = 10_000
const askAgainMs = 1_000
/** Of a kind that is harmless twice. */
const maxAttempts = 3

interface SenderOptions {
  readonly hub: Pick<Hub, 'read'>
  readonly server: string
  readonly delays: Delays
  readonly reporter: Reporter
  readonly resolveOutcome: ResolveOutcome
  /** This link can never send the delivery. */
  readonly onUnsendable: (one: Delivery, link: DeliveryLink) => void
  /** The link says that it is up, yet did not send. */
  readonly onNotSent: (one: Delivery, link: DeliveryLink) => void
  readonly onFault: (what: string, error: unknown) => void
}

/** Makes the function that runs one attempt over one link: recorded first, then sent, then its outcome is recorded. */
export function createSender(options: SenderOptions) {
  const { hub, server, delays, reporter, resolveOutcome, onUnsendable, onNotSent, onFault } = options
  const requeueUnsent = (one: Delivery, why: string) =>
    reporter.recordUntilKept(requeue, { id: one.id, attempt: one.attempts, sent: false, why })

  const fail = async (one: Delivery, link: DeliveryLink, error: unknown) => {
    if (isUnsendable(error) || isNotSent(error)) {
      const note = isUnsendable(error) ? onUnsendable : onNotSent
      note(one, link)
      return requeueUnsent(one, messageOf(error))
    }
    if (!isLost(error)) onFault(`sending over ${link.name}`, error)
    return resolveOutcome(one, messageOf(error))
  }
  const perform = async (one: Delivery, link: DeliveryLink) => {
    const departure = createDeparture()
    const answer = (async () => link.perform(one, departure.leaving))()
    try {
      const inTime = await delays.within(runWithinMs, answer)
      if (inTime) return await reporter.recordUntilKept(endAttempt, attemptOutcome(one, inTime.result))
    } catch (error) {
      return fail(one, link, error)
    }
    // Once cancelled it cannot leave, so a delivery that has not left yet counts as never sent.
    if (departure.cancel() === 'notSent' && link.reportsDeparture) {
      onNotSent(one, link)
      return requeueUnsent(one, notSentInTime)
    }
    await resolveOutcome(one, link.whyUnanswered?.(one.kind) ?? noReply)
    recordLate(reporter, answer, one)
  }
  return async (one: Delivery, link: DeliveryLink): Promise<void> => {
    const command = commandTextFor(options, one, link)
    if (command === null) return
    const attempt = { id: one.id, link: link.name, command, again: one.attempts > 0 }
    const begun = await reporter.record(beginAttempt, attempt)
    // Erasure may have removed the delivery meanwhile.
    const sending = hub.read(deliveries, server).entries[one.id]
    if (begun && sending?.state === 'sending') await perform(wholeDelivery(hub.read, server, sending), link)
  }
}

/** An answer after the limit still settles a delivery that is unknown. A lost one says what was seen instead. */
export function recordLate(reporter: Reporter, answer: Promise<Outcome>, one: Delivery): void {
  const attempt = { id: one.id, attempt: one.attempts }
  answer
    .then((outcome) => attemptOutcome(one, outcome))
    .catch((error: unknown) => {
      if (!isLost(error)) throw error
      return { ...attempt, state: 'unknown', reply: null, why: messageOf(error) }
    })
    .then((end) => reporter.record(endAttempt, end))
    .catch(() => {})
}

/** Any error counts as unsendable, so that a bug of a link is not met with each delivery again. */
function commandTextFor({ onUnsendable, onFault }: SenderOptions, one: Delivery, link: DeliveryLink): string | null {
  try {
    return link.commandText(one)
  } catch (error) {
    if (!isUnsendable(error)) onFault(`command text for ${link.name}`, error)
    onUnsendable(one, link)
    return null
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const notSentInTime = `It waited ${runWithinMs / 1_000} seconds for its turn on the connection and was not sent.`
const noReply = `No reply within ${runWithinMs / 1_000} seconds.`

/** Knows whether the first byte has left, and prevents that after `cancel`. */
function createDeparture() {
  let state: 'waiting' | 'sent' | 'cancelled' = 'waiting'
  return {
    leaving() {
      if (state === 'cancelled') throw new Error('It was cancelled before it was sent.')
      state = 'sent'
    },
    cancel(): 'sent' | 'notSent' {
      if (state === 'sent') return 'sent'
      state = 'cancelled'
      return 'notSent'
    },
  }
}

interface OutcomeResolverOptions {
  readonly links: readonly DeliveryLink[]
  readonly clock: Clock
  readonly delays: Delays
  readonly reporter: Reporter
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Makes the function that settles a delivery whose reply was lost or whose sender has ended: by what the game shows, otherwise by another
 * attempt where that is harmless, otherwise as `unknown`. Its queue waits meanwhile, so that later deliveries do not change what the game
 * shows.
 */
export function createOutcomeResolver({ links, clock, delays, reporter, onFault }: OutcomeResolverOptions) {
  const ask = async (link: DeliveryLink, one: Delivery, until: number): Promise<Outcome | null> => {
    while (clock.monotonic() < until && !delays.isStopped()) {
      try {
        const asked = link.findOutcome?.(one, one.sentAt ?? one.queuedAt) ?? Promise.resolve(null)
        return (await delays.within(until - clock.monotonic(), asked))?.result ?? null
      } catch (error) {
        if (!isNotSent(error)) {
          onFault(`asking ${link.name} for the outcome`, error)
          return null
        }
        await delays.delay(askAgainMs)
      }
    }
    return null
  }
  const findOutcome = async (one: Delivery): Promise<Outcome | null> => {
    const until = clock.monotonic() + resolveWithinMs
    const able = links.filter((link) => link.findOutcome)
    for (const link of able.toSorted((a, b) => Number(b.name === one.link) - Number(a.name === one.link))) {
      const outcome = await ask(link, one, until)
      if (outcome) return outcome
    }
    return null
  }
  const isHarmlessTwice = (name: LinkName | null, kind: Delivery['kind']) =>
    links.find((link) => link.name === name)?.isHarmlessTwice(kind) ?? false
  /** @param one in state `sending` */
  return async (one: Delivery, why: string): Promise<void> => {
    const attempt = { id: one.id, attempt: one.attempts }
    const outcome = await findOutcome(one)
    if (outcome) return reporter.recordUntilKept(endAttempt, attemptOutcome(one, outcome))
    // The next worker resolves it; this one has no time left.
    if (delays.isStopped()) return
    if (one.attempts < maxAttempts && isHarmlessTwice(one.link, one.kind))
      return reporter.recordUntilKept(requeue, { ...attempt, sent: true, why })
    return reporter.recordUntilKept(endAttempt, { ...attempt, state: 'unknown', reply: null, why })
  }
}
type ResolveOutcome = ReturnType<typeof createOutcomeResolver>

/** A refusal of a later attempt does not settle an earlier attempt whose reply was lost. */
function attemptOutcome({ id, attempts: attempt }: Delivery, outcome: Outcome) {
  if (outcome.state === 'confirmed' || attempt === 1) return { id, attempt, ...outcome }
  return { id, attempt, state: 'unknown', reply: outcome.reply, why: 'An earlier attempt may have been carried out.' }
}

/** Delay before a command that the journal did not take is executed again. */
const retryAfterMs = 1_000

interface ReporterOptions {
  readonly hub: Pick<Hub, 'execute'>
  readonly server: string
  readonly delays: Delays
  readonly onFault: (what: string, error: unknown) => void
}

/** Reports the course of deliveries to the hub. A report is durable when its promise resolves. */
export function createReporter({ hub, server, delays, onFault }: ReporterOptions) {
  const hasMoved = (error: unknown) => error instanceof CommandRefused && error.code === 'moved'
  const report = createReport({ hub, delays, onFault, isOver: hasMoved })
  return {
    /** One attempt. Null where the delivery has moved on, or where the store failed; then it resolves after a delay. */
    async record<C extends Command>(command: C, input: object): Promise<OutputOf<C> | null> {
      try {
        return (await hub.execute('deliveries', command.name, { server, ...input })) as OutputOf<C>
      } catch (error) {
        if (hasMoved(error)) return null
        if (!(error instanceof CommandRefused && error.isStorageFailure)) onFault(command.name, error)
        await delays.delay(retryAfterMs)
        return null
      }
    },
    /** Repeats until it is durable, the delivery has moved on, or the worker stops: only the worker knows what happened. */
    recordUntilKept: (command: Command, input: object): Promise<void> =>
      report('deliveries', command.name, { server, ...input }),
  }
}
export type Reporter = ReturnType<typeof createReporter>
