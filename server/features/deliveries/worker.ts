import { documentId } from '../../../shared/engine/document.ts'
import { type Delivery, deliveries, type LinkName } from '../../../shared/features/deliveries/delivery.ts'
import { wholeOf } from '../../../shared/features/deliveries/deliveryWords.ts'
import { end, handOver } from '../../../shared/features/deliveries/hubCommands.ts'
import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { DeliveryLink } from './deliveryLink.ts'
import { createFate } from './fate.ts'
import { handText } from './handText.ts'
import { createLines } from './lines.ts'
import { nextSteps, patienceMs, type Step } from './nextSteps.ts'
import { createPauses } from './pauses.ts'
import { createReporting } from './reporting.ts'
import { createSending } from './sending.ts'
import { createSetbacks } from './setbacks.ts'

export interface DeliveryWorkerParts {
  readonly hub: Pick<Hub, 'read' | 'order' | 'onPublish'>
  readonly server: string
  /** The first is preferred. With none everything is done by hand. */
  readonly links: readonly DeliveryLink[]
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Has done what waits to be done in the game: for each player in order, and different players beside each other. What was being
 * sent when an earlier run ended is asked for first. Nothing is sent before it is noted that it will be.
 */
export function startDeliveryWorker(parts: DeliveryWorkerParts) {
  const { hub, server, links, clock } = parts
  const { pauses, sending, fate, lines, setbacks, act } = openTools(parts)
  const linkCalled = (name: LinkName) => links.find((link) => link.name === name)
  let cancelWake = () => {}

  const entries = () => Object.values(hub.read(deliveries, server).entries).map((one) => wholeOf(hub.read, server, one))
  const take = (step: Step) => {
    const link = step.does === 'send' ? linkCalled(step.link) : undefined
    lines.run(step.one, link ?? null, () => (link ? sending(step.one, link) : act(step)))
  }
  const look = () => {
    if (pauses.isStopped()) return
    const known = entries()
    setbacks.forgetOthers(known)
    const queued = known.filter(({ state }) => state === 'queued').sort((one, other) => one.number - other.number)
    const now = clock.now()
    const plan = nextSteps({
      ...{ queued, now, busy: lines.busy(), links: links.map((link) => setbacks.viewOf(link, lines.runningOn(link))) },
      ...{ unfit: setbacks.unfit, waitsSince: setbacks.waitsSince },
    })
    for (const one of plan.waiting) setbacks.noteWaiting(one)
    for (const step of plan.steps) take(step)
    cancelWake()
    const due = plan.waiting.map(({ id }) => (setbacks.waitsSince(id) ?? now) + patienceMs)
    const wakeAt = Math.min(...due, ...setbacks.restsUntil())
    if (Number.isFinite(wakeAt)) cancelWake = clock.after(Math.max(1, wakeAt - now), look)
  }
  lines.onDone(look)
  for (const one of entries())
    if (one.state === 'sending') lines.run(one, null, () => fate(one, 'The hub ended before the reply came.'))
  const stopFollowing = [
    hub.onPublish((published) => {
      if (published.some(({ id }) => id === documentId(deliveries, server))) look()
    }),
    ...links.map((link) => link.onState(look)),
  ]
  look()
  return {
    /** Takes up nothing more. Resolves when what is on its way has been told of, as far as it is answered. */
    async stop() {
      for (const stop of stopFollowing) stop()
      cancelWake()
      pauses.stop()
      await lines.settled()
    },
  }
}

function openTools({ hub, server, links, clock, onFault }: DeliveryWorkerParts) {
  const pauses = createPauses(clock)
  const reporting = createReporting({ hub, server, pauses, onFault })
  const fate = createFate({ links, clock, pauses, reporting, onFault })
  const setbacks = createSetbacks(clock)
  const sending = createSending({
    ...{ hub, server, pauses, reporting, fate, onFault },
    onUnfit: setbacks.noteUnfit,
    onNotSent: setbacks.noteNotSent,
  })
  /** What is not sent. */
  const act = async (step: Step) => {
    const { one } = step
    if (step.does === 'handOver')
      await reporting.attempt(handOver, { id: one.id, command: textFor(links, one), why: step.why })
    if (step.does === 'giveUp')
      await reporting.attempt(end, {
        ...{ id: one.id, attempt: one.attempts, state: step.state, why: step.why, reply: null },
      })
  }
  return { pauses, fate, sending, act, setbacks, lines: createLines(onFault) }
}

/** As the first link words it that could do it; else as a console might. */
function textFor(links: readonly DeliveryLink[], one: Delivery & GameAction): string {
  const link = links.find((each) => each.can(one.kind))
  try {
    return link ? link.word(one) : handText(one)
  } catch {
    return handText(one)
  }
}
