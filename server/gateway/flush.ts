import type { Clock } from '../engine/clock.ts'
import type { Published } from '../engine/hub.ts'
import type { Access } from './access.ts'
import type { Backfill } from './backfill.ts'
import { type Connection, type Subscription, unsentBytes } from './connection.ts'
import { batchOf, type EncodedBatch, emptyPath, type FramePart, framePart, longerBy, type Part } from './encoding.ts'
import type { Limits } from './limits.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { Outbox } from './outbox.ts'
import type { Stream, Streams } from './streams.ts'
import type { Subscriptions } from './subscriptions.ts'

export interface FlushDeps {
  readonly limits: Pick<Limits, 'slowBytes' | 'keyEveryMs'>
  readonly metrics: Pick<GatewayMetrics, 'flushed' | 'skipped'>
  readonly streams: Streams
  readonly subscriptions: Subscriptions
  readonly access: Pick<Access, 'mayWatch' | 'drop' | 'dropUnreadable'>
  readonly backfill: Backfill
  readonly outbox: Outbox
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** Runs in the next turn of the event loop. */
  nextTurn(act: () => void): void
  onFault(what: string, error: unknown): void
}

export interface Flush {
  /** These documents have changed. */
  published(changes: readonly Published[]): void
  /** This subscription has to be brought up to date. */
  joining(subscription: Subscription): void
  /** A call is answered: in one write with the changes that become due in the same turn. */
  answer(connection: Connection, batch: EncodedBatch): void
  /** Plans a flush for the next turn: a stream has a new frame. */
  soon(): void
  /** Flushes in this moment instead of the next turn. */
  now(): void
}

/**
 * Collects the changes that are due in one turn of the event loop and makes one batch per connection from it: patches and positions
 * that are due together leave in one write. A fault of one document or stream does not stop the others.
 */
export function createFlush(deps: FlushDeps): Flush {
  const { limits, metrics, streams, subscriptions, access, backfill, outbox, clock, nextTurn, onFault } = deps
  let dueChanges: Published[] = []
  let dueJoins = new Set<Subscription>()
  let isPlanned = false

  /** Clears the due changes before they are handled: changes that become due meanwhile get their own flush. */
  const flush = () => {
    const changes = dueChanges
    const joins = dueJoins
    dueChanges = []
    dueJoins = new Set()
    isPlanned = false

    const began = performance.now()
    // First, even before frames that were offered before the change: a connection that may no longer read gets nothing more.
    access.dropUnreadable(new Set(changes.map(({ id }) => id)))
    const joining = [...joins].filter(isCurrent)
    const batches = createBatches(outbox)
    addPatches(changes, batches)
    addBackfill(joining, batches)
    addFrames(joining, batches)
    batches.enqueueAll()
    metrics.flushed(performance.now() - began)
    outbox.start()
  }

  const addPatches = (changes: readonly Published[], batches: Batches) => {
    for (const change of changes) {
      for (const { connection, isJoining } of subscriptions.of(change.id)) {
        if (!isJoining) batches.add(connection, backfill.patch(change))
      }
    }
  }

  const addBackfill = (joining: readonly Subscription[], batches: Batches) => {
    for (const subscription of joining) {
      if (streams.get(subscription.id)) continue
      try {
        bringUpToDate(subscription, batches)
      } catch (error) {
        onFault(`backfill ${subscription.id}`, error)
      }
    }
  }
  /** The backfill includes everything published so far: a joining subscription gets it instead of those patches. */
  const bringUpToDate = (subscription: Subscription, batches: Batches) => {
    const { connection, id, held } = subscription
    const missing = access.mayWatch(connection, id) ? backfill.missing(id, held) : null
    if (!missing) return access.drop(connection, id)
    subscription.isJoining = false
    for (const part of missing) batches.add(connection, part)
  }

  const addFrames = (joining: readonly Subscription[], batches: Batches) => {
    const frames = streams.take()
    const ids = new Set(frames.keys())
    for (const { id } of joining) ids.add(id)
    for (const id of ids) {
      const stream = streams.get(id)
      if (stream) addStreamGuarded(stream, frames.get(id) ?? [], batches)
    }
  }
  const addStreamGuarded = (stream: Stream, frames: readonly (() => FramePart)[], batches: Batches) => {
    try {
      addStream(
        stream,
        frames.map((make) => make()),
        batches,
      )
    } catch (error) {
      onFault(`stream ${stream.id}`, error)
    }
  }
  /**
   * Frames go to connections that follow the stream, a key frame to those that join or were too slow. The key frame is
   * made after the frames, so that its receivers continue with the next frame.
   */
  const addStream = (stream: Stream, frames: readonly FramePart[], batches: Batches) => {
    const at = clock.monotonic()
    let made: { readonly key: FramePart | null } | undefined
    const makeKey = () => {
      const frame = stream.key(clock.now())
      return { key: frame && framePart(stream.id, frame) }
    }
    const addKey = (subscription: Subscription) => {
      if (at - subscription.lastKeyAt < limits.keyEveryMs) return
      made ??= makeKey()
      const { key } = made
      // Nothing is known yet: the subscription keeps waiting until the first frame is offered.
      if (!key) return
      batches.add(subscription.connection, key)
      subscription.isJoining = false
      subscription.lastKeyAt = at
    }
    for (const subscription of subscriptions.of(stream.id)) {
      if (isSlow(subscription)) skip(subscription)
      else if (subscription.isJoining) addKey(subscription)
      else for (const frame of frames) batches.add(subscription.connection, frame)
    }
  }
  const isSlow = ({ connection }: Subscription) => unsentBytes(connection.transport) > limits.slowBytes
  const skip = (subscription: Subscription) => {
    subscription.isJoining = true
    metrics.skipped()
  }

  const soon = () => {
    if (!isPlanned) nextTurn(flush)
    isPlanned = true
  }

  return {
    published(changes) {
      dueChanges.push(...changes)
      soon()
    },
    joining(subscription) {
      dueJoins.add(subscription)
      soon()
    },
    answer(connection, batch) {
      outbox.enqueueAnswer(connection, batch)
      soon()
    },
    soon,
    now: flush,
  }
}

/** Whether the connection has not unsubscribed since. */
const isCurrent = (subscription: Subscription) =>
  subscription.connection.subscriptions.get(subscription.id) === subscription

interface Batches {
  add(connection: Connection, part: Part): void
  enqueueAll(): void
}

/** The parts of each connection in one flush. Connections with the same parts share one batch, encoded once. */
function createBatches(outbox: Pick<Outbox, 'enqueue'>): Batches {
  const root = emptyPath()
  const receivers: Connection[] = []
  return {
    add(connection, part) {
      if (!connection.due) receivers.push(connection)
      connection.due = longerBy(connection.due ?? root, part)
    },
    enqueueAll() {
      for (const connection of receivers) {
        if (connection.due) outbox.enqueue(connection, batchOf(connection.due))
        connection.due = null
      }
    },
  }
}
