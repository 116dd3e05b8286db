import { documentId } from '../../../shared/engine/document.ts'
import {
  type Delivery,
  deliveries,
  type LinkName,
  waitForLinkMs,
  wholeDelivery,
} from '../../../shared/features/deliveries/delivery.ts'
import {
  endAttempt,
  moveToManual,
  reportSendable as reportSendableCommand,
} from '../../../shared/features/deliveries/hubCommands.ts'
import { deliveryKinds } from '../../../shared/features/deliveries/kinds.ts'
import { applyPatches } from '../../../shared/protocol/applyPatches.ts'
import type { Patch } from '../../../shared/protocol/down.ts'
import type { Clock } from '../../engine/clock.ts'
import { createDelays } from '../../engine/delays.ts'
import type { Hub, TermHub } from '../../engine/hub.ts'
import { manualCommandText } from './commandText.ts'
import type { DeliveryLink } from './link.ts'
import { isUrgent, type LinkStatus, planSteps, queueOf, type Step } from './plan.ts'
import { createOutcomeResolver, createReporter, createSender, recordLate } from './send.ts'

interface DeliveryWorkerOptions {
  readonly hub: Pick<TermHub, 'read' | 'execute' | 'accepted'>
  readonly server: string
  /** In order of preference. Without links every delivery becomes manual. */
  readonly links: readonly DeliveryLink[]
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Carries out queued deliveries: urgent ones first, issuers in turn, one at a time for each player, in parallel for different players. Every
 * attempt is durable before it is sent. It is planned as soon as the delivery is accepted, so that both become durable in one write. Deliveries
 * that an earlier worker left in state `sending` are resolved first.
 */
export function startDeliveryWorker({ hub, server, links, clock, onFault }: DeliveryWorkerOptions) {
  const delays = createDelays(clock)
  const reporter = createReporter({ hub, server, delays, onFault })
  const resolveOutcome = createOutcomeResolver({ links, clock, delays, reporter, onFault })
  const backoff = createBackoff(clock)
  const queues = createQueues(onFault)
  const turns = createTurns()
  const { noteUnsendable: onUnsendable, noteNotSent: onNotSent } = backoff
  const send = createSender({ hub, server, delays, reporter, resolveOutcome, onFault, onUnsendable, onNotSent })
  let cancelTimer = () => {}

  const entries = () => Object.values(hub.accepted.read(deliveries, server).entries)
  const whole = (one: Delivery) => wholeDelivery(hub.accepted.read, server, one)
  /** The text of the first link that supports the kind, otherwise one in the manner of a console. */
  const manualTextOf = (one: Delivery): string => {
    const link = links.find((each) => each.can(one.kind))
    try {
      return link ? link.commandText(one) : manualCommandText(one)
    } catch {
      return manualCommandText(one)
    }
  }
  const recordWithoutSending = async (step: Step) => {
    const { one } = step
    if (step.does === 'moveToManual')
      await reporter.record(moveToManual, { id: one.id, command: manualTextOf(one), why: step.why })
    if (step.does === 'giveUp') {
      const end = { id: one.id, attempt: one.attempts, state: step.state, why: step.why, reply: null }
      await reporter.record(endAttempt, end)
    }
  }
  const run = (step: Step) => {
    const link = step.does === 'send' ? links.find(({ name }) => name === step.link) : undefined
    if (link) turns.note(step.one)
    queues.run(step.one, link ?? null, () => (link ? send(step.one, link) : recordWithoutSending(step)))
  }
  const runDue = () => {
    if (delays.isStopped()) return
    const known = entries()
    backoff.forgetOthers(known)
    const queued = known
      .filter(({ state }) => state === 'queued')
      .sort((one, other) => one.number - other.number)
      .map(whole)
    const plan = planSteps({
      queued,
      now: clock.now(),
      busy: queues.busy(),
      links: links.map((link) => backoff.statusOf(link, queues.runningOn(link))),
      unsendableOver: backoff.unsendableOver,
      waitedMs: backoff.waitedMs,
      lastTurnOf: turns.lastOf,
      urgentInRow: turns.urgentInRow(queued),
    })
    for (const one of plan.waiting) backoff.noteWaiting(one)
    for (const step of plan.steps) run(step)
    cancelTimer()
    const due = plan.waiting.map(({ id }) => waitForLinkMs - backoff.waitedMs(id))
    const nextMs = Math.min(...due, ...backoff.remainingMs())
    if (Number.isFinite(nextMs)) cancelTimer = clock.after(Math.max(1, nextMs), runDue)
  }
  const reportSendable = createSendableReports({ hub, server, links, onFault })
  const onLinkState = () => {
    reportSendable()
    runDue()
  }
  queues.onDone(runDue)
  /** Continues to watch for what an earlier worker sent. */
  const watchOn = (one: Delivery) => {
    if (one.sentAt === null || hub.read(deliveries, server).entries[one.id]?.state !== 'unknown') return
    const watching = links.find(({ name }) => name === one.link)?.watchOutcome?.(one, one.sentAt)
    if (watching) recordLate(reporter, watching, one)
  }
  const resolveEarlier = async (one: Delivery) => {
    await resolveOutcome(one, 'The hub stopped before the reply came.')
    watchOn(one)
  }
  for (const one of entries().map(whole))
    if (one.state === 'sending') queues.run(one, null, () => resolveEarlier(one))
    else watchOn(one)
  const unsubscribes = [
    hub.accepted.follow(deliveries, server, runDue),
    ...links.map((link) => link.onState(onLinkState)),
  ]
  reportSendable()
  runDue()
  return {
    /** Starts nothing more. Resolves when the outcomes of running attempts are recorded, as far as they are known. */
    async stop() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      cancelTimer()
      delays.stop()
      await queues.settled()
    },
  }
}

/** Makes the function that reports which kinds the links can send now, where that has changed. */
function createSendableReports({ hub, server, links, onFault }: Omit<DeliveryWorkerOptions, 'clock'>) {
  let reported: string | null = null
  return () => {
    const up = links.filter((link) => link.state().name === 'up')
    const kinds = deliveryKinds.filter((kind) => up.some((link) => link.can(kind)))
    if (kinds.join() === reported) return
    reported = kinds.join()
    hub.execute('deliveries', reportSendableCommand.name, { server, kinds }).catch((error: unknown) => {
      reported = null
      onFault(reportSendableCommand.name, error)
    })
  }
}

/** Runs one delivery at a time for each queue. */
function createQueues(onFault: (what: string, error: unknown) => void) {
  const running = new Map<string, { readonly work: Promise<void>; readonly over: LinkName | null }>()
  let onDone = () => {}
  return {
    busy: (): ReadonlySet<string> => new Set(running.keys()),
    runningOn: ({ name }: DeliveryLink) => [...running.values()].filter(({ over }) => over === name).length,
    run(one: Delivery, link: DeliveryLink | null, start: () => Promise<void>) {
      const queue = queueOf(one)
      const ended = () => {
        running.delete(queue)
        onDone()
      }
      // Starts in a later microtask, so that a caller that starts several has registered all before the first ends.
      const work = Promise.resolve()
        .then(start)
        .catch((error: unknown) => onFault(`delivery ${one.id}`, error))
        .then(ended)
      running.set(queue, { work, over: link?.name ?? null })
    },
    onDone(listener: () => void) {
      onDone = listener
    },
    async settled() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ work }) => work))
    },
  }
}

const mostIssuers = 1_000

/** Counts the turns of issuers: kept in memory only, for the issuers with the latest turns. */
function createTurns() {
  const last = new Map<string, number>()
  let count = 0
  let urgentInRow = 0
  return {
    lastOf: (issuer: string) => last.get(issuer) ?? 0,
    /** Counts only while others are queued. */
    urgentInRow(queued: readonly Delivery[]) {
      if (queued.every(isUrgent)) urgentInRow = 0
      return urgentInRow
    },
    note(one: Delivery) {
      const { by: issuer } = one
      urgentInRow = isUrgent(one) ? urgentInRow + 1 : 0
      last.delete(issuer)
      last.set(issuer, ++count)
      const [oldest] = last.keys()
      if (last.size > mostIssuers && oldest !== undefined) last.delete(oldest)
    },
  }
}

/** How long a link is skipped after it was up and yet did not send. */
const backoffMs = 1_000
const none: ReadonlySet<LinkName> = new Set()

/** Why queued deliveries wait: kept in memory only, for the life of the worker. */
function createBackoff(clock: Clock) {
  const unsendable = new Map<string, Set<LinkName>>()
  const since = new Map<string, number>()
  const until = new Map<LinkName, number>()
  const noteWaiting = ({ id }: Delivery) => void (since.has(id) || since.set(id, clock.monotonic()))
  return {
    unsendableOver: (id: string) => unsendable.get(id) ?? none,
    waitedMs: (id: string) => clock.monotonic() - (since.get(id) ?? clock.monotonic()),
    remainingMs: () => [...until.values()].map((at) => at - clock.monotonic()).filter((ms) => ms > 0),
    noteWaiting,
    noteUnsendable({ id }: Delivery, { name }: DeliveryLink) {
      unsendable.set(id, new Set([...(unsendable.get(id) ?? none), name]))
    },
    noteNotSent(one: Delivery, { name }: DeliveryLink) {
      noteWaiting(one)
      until.set(name, clock.monotonic() + backoffMs)
    },
    /** Keeps only what belongs to queued and sending deliveries. */
    forgetOthers(known: readonly Delivery[]) {
      if (unsendable.size === 0 && since.size === 0) return
      const open = new Set(known.flatMap(({ id, state }) => (state === 'queued' || state === 'sending' ? id : [])))
      for (const notes of [unsendable, since]) for (const id of notes.keys()) if (!open.has(id)) notes.delete(id)
    },
    statusOf(link: DeliveryLink, running: number): LinkStatus {
      const state = link.state().name
      const isSkipped = (until.get(link.name) ?? Number.NEGATIVE_INFINITY) > clock.monotonic()
      return {
        name: link.name,
        isUp: state === 'up' && !isSkipped,
        mayComeUp: isSkipped || state === 'connecting' || state === 'down',
        free: link.concurrency - running,
        can: (kind) => link.can(kind),
        isHarmlessTwice: (kind) => link.isHarmlessTwice(kind),
      }
    },
  }
}

interface DeliveryChangeOptions {
  readonly hub: Pick<Hub, 'read' | 'onPublish'>
  readonly server: string
}

/**
 * Calls the listener with each delivery whose state or attempt has changed, once that is durable: for each change, even where several become
 * durable together. Returns the unsubscribe.
 */
export function onDeliveryChange(
  { hub, server }: DeliveryChangeOptions,
  listener: (delivery: Delivery) => void,
): () => void {
  const document = documentId(deliveries, server)
  const known = new Map(Object.entries(hub.read(deliveries, server).entries))
  const follow = (patches: readonly Patch[]) => {
    const before = patchedOf(known, patches)
    const after = applyPatches({ entries: before }, patches).entries
    for (const id of Object.keys(before)) if (!Object.hasOwn(after, id)) known.delete(id)
    for (const [id, one] of Object.entries(after)) {
      const previous = known.get(id)
      known.set(id, one)
      if (previous?.state !== one.state || previous.attempts !== one.attempts) listener(one)
    }
  }
  return hub.onPublish((published) => {
    for (const { id, patches } of published) if (id === document) follow(patches)
  })
}

/** The deliveries that patches of their document may change: copying all of them with each change would cost more than the change. */
function patchedOf(known: ReadonlyMap<string, Delivery>, patches: readonly Patch[]): Record<string, Delivery> {
  const isAll = patches.some(
    ({ path: [field, id] }) => field === undefined || (field === 'entries' && id === undefined),
  )
  if (isAll) return Object.fromEntries(known)
  const ids = patches.flatMap(({ path: [field, id] }) => (field === 'entries' ? String(id) : []))
  return Object.fromEntries(
    ids.flatMap((id) => {
      const one = known.get(id)
      return one ? [[id, one] as const] : []
    }),
  )
}
