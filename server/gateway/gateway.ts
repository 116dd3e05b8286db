import type { DocumentId } from '../../shared/engine/document.ts'
import { type Clock, every, systemClock } from '../engine/clock.ts'
import { createAllowance } from './allowance.ts'
import { type Audience, createAudience } from './audience.ts'
import { createCalls } from './calls.ts'
import { createCatchUp } from './catchUp.ts'
import { createDelivery, type Delivery } from './delivery.ts'
import { createDoorman } from './doorman.ts'
import { closing, createDrain } from './drain.ts'
import { createEntrance, type Entrance } from './entrance.ts'
import { createFlush, type Flush } from './flush.ts'
import type { Gateway, GatewayParts } from './gatewayParts.ts'
import { inSlices } from './inSlices.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { disconnect } from './line.ts'
import { noMetrics } from './metrics.ts'
import { createReception } from './reception.ts'
import { createSeating, type Seating } from './seating.ts'
import { createStreams, type Streams } from './streams.ts'
import { createTap, type Tap } from './tap.ts'
import { standingOf } from './tapStanding.ts'
import type { Viewer } from './viewer.ts'
import { createWatching } from './watching.ts'

const reauthorizedInOneTurn = 250

/** Holds the sockets of one node: translates between them and the hub, and decides nothing. */
export function createGateway(parts: GatewayParts): Gateway {
  const { hub, clock = systemClock, metrics = noMetrics } = parts
  const limits = { ...defaultLimits, ...parts.limits }
  const onFault = (what: string, error: unknown) => parts.log?.error({ err: error }, `sockets: ${what}`)
  const tap = createTap()
  const shared = {
    hub,
    tap,
    clock,
    now: clock.now,
    metrics,
    limits,
    onFault,
    nextTurn: (act: () => void) => void setImmediate(act),
  }

  const audience = createAudience(onFault)
  const streams = createStreams()
  const delivery = createDelivery(shared)
  const mayWatch: Seating['mayWatch'] = (viewer, id) => seating.mayWatch(viewer, id)
  const flush = createFlush({ ...shared, audience, streams, delivery, mayWatch, catchUp: createCatchUp(hub) })
  const seating = createSeating({ ...parts, ...shared, audience, streams, delivery, drop: flush.drop })
  const reception = createReception({
    ...shared,
    seating,
    calls: createCalls(shared),
    watching: createWatching({ ...shared, audience, flush, mayWatch }),
    doorman: createDoorman(createAllowance(limits, clock.now), delivery),
    drop: flush.drop,
  })
  const entrance = createEntrance({ ...parts, ...shared, audience, seating, delivery, flush, reception })
  for (const stream of parts.streams ?? []) streams.define(stream)
  return gatewayOf({ ...shared, hello: parts.hello, audience, streams, delivery, flush, seating, entrance })
}

type Made = Pick<GatewayParts, 'hub' | 'hello'> & {
  readonly tap: Tap
  readonly clock: Clock
  readonly limits: Limits
  readonly audience: Audience
  readonly streams: Streams
  readonly delivery: Delivery
  readonly flush: Flush
  readonly seating: Seating
  readonly entrance: Entrance
  onFault(what: string, error: unknown): void
}

function gatewayOf(made: Made): Gateway {
  const { hub, clock, limits, audience, delivery, flush, entrance, tap } = made
  const reauthorize = reauthorizeOf(made)
  const stopListening = hub.onPublish(flush.published)
  const stopReauthorizing = every(
    clock,
    () => limits.reauthorizeEveryMs,
    async () => reauthorize.inSlices(),
  )
  return {
    streams: streamsOf(made),
    watched: audience.watched,
    onWatched: audience.onWatched,
    watchedIds: audience.idsOf,
    onWatchers: audience.onWatchers,
    reauthorize: reauthorize.atOnce,
    sockets: () => entrance.viewers.size,
    principals: () => entrance.viewers,
    tap(listener) {
      // A key frame takes in what a frame still to be made would have told: that one has to leave first.
      made.flush.now()
      delivery.finish()
      for (const viewer of entrance.viewers) standingOf({ ...made, now: clock.now() }, viewer, listener)
      return tap.listen(listener)
    },
    drain: createDrain({ clock, entrance, delivery }),
    async close() {
      stopListening()
      stopReauthorizing()
      for (const viewer of entrance.viewers) delivery.sendNow(viewer, closing)
      await entrance.close()
    },
  }
}

function reauthorizeOf({ seating, entrance, onFault }: Made) {
  /** One whose session cannot be asked for is let go, and does not keep the others from being asked. */
  const reauthorizeOne = (viewer: Viewer, concerns: (viewer: Viewer) => boolean) => {
    try {
      if (entrance.viewers.has(viewer) && concerns(viewer)) seating.reauthorize(viewer)
    } catch (error) {
      onFault('ask who sits there', error)
      disconnect(viewer.line)
    }
  }
  return {
    /** All in this turn: nobody is sent with the next flush what they may no longer read. */
    atOnce(concerns: (viewer: Viewer) => boolean = () => true) {
      for (const viewer of [...entrance.viewers]) reauthorizeOne(viewer, concerns)
    },
    /** For what time alone has changed. */
    inSlices: () =>
      inSlices([...entrance.viewers], reauthorizedInOneTurn, (viewer) => reauthorizeOne(viewer, () => true)),
  }
}

function streamsOf({ hub, streams, audience, flush }: Made): Gateway['streams'] {
  const drop = (ids: readonly DocumentId[]) => {
    for (const id of ids) for (const { viewer } of [...audience.of(id)]) flush.drop(viewer, id)
  }
  return {
    define(stream) {
      streams.define(stream)
      return () => {
        streams.remove(stream.id)
        drop([stream.id])
      }
    },
    family(family) {
      const { kind } = family
      if (hub.memoryOf(`${kind}/`)) throw new Error(`"${kind}" is a kind of documents: streams need another name.`)
      streams.adopt(family)
      return () => {
        streams.disown(kind)
        drop(audience.idsOf(kind).filter((id) => !streams.get(id)))
      }
    },
    offer(id, frame) {
      if (streams.get(id) && audience.of(id).size === 0) return
      streams.offer(id, frame)
      flush.soon()
    },
  }
}
