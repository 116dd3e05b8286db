import { setTimeout as sleep } from 'node:timers/promises'
import type { Node } from '../cluster/node.ts'

/** A store that cannot be reached does not keep the process from stopping: a lease that is not returned ends by itself. */
const handOverWithinMs = 10_000
const closeWithinMs = 5_000

interface Closable {
  close(): PromiseLike<unknown>
}

interface LeaderServices {
  stopWorkers(): Promise<void>
  readonly views: Closable
  readonly game: Closable
  readonly erasures: { close(): Promise<void> }
}

interface CloseDeps {
  readonly node: Pick<Node, 'handOver' | 'close'>
  /** The leader's services; on a lone node they run until the end. */
  readonly services: {
    current(): LeaderServices | null
    close(): Promise<void>
  }
  readonly replay: Closable
  readonly pinnedMap: Closable
  readonly gateway: Closable & { drain(ms: number): Promise<void> }
  readonly app: Closable
  /** How long clients are moved to other nodes before the sockets close, ms. */
  readonly drainMs: number
  /** Removes the listeners of the hub and of other nodes. */
  readonly stops: readonly (() => void)[]
}

/** Stops everything in order. */
export async function closeApp({
  node,
  services,
  replay,
  pinnedMap,
  gateway,
  app,
  drainMs,
  stops,
}: CloseDeps): Promise<void> {
  // Another node leads while this one still serves its users. A lone node continues to lead.
  await withinMs(handOverWithinMs, node.handOver(services.close))
  if (drainMs > 0) await gateway.drain(drainMs)
  for (const stop of stops) stop()
  const own = services.current()
  await own?.stopWorkers()

  async function closeInOrder() {
    // Views are recorded before the sockets close, which would look as if all viewers had left.
    await Promise.all([own?.views.close(), replay.close()])
    await pinnedMap.close()
    await gateway.close()
    await app.close()
    await own?.game.close()
  }
  // The journal gets its checkpoint, even if something else does not close in time.
  await withinMs(closeWithinMs, closeInOrder())
    .finally(() => own?.erasures.close())
    .finally(node.close)
}

/** Resolves when the work is done or its time is up; rejects if the work does in that time. */
export async function withinMs(ms: number, work: Promise<void> | void) {
  const stop = new AbortController()
  const timeUp = sleep(ms, undefined, { signal: stop.signal }).catch(() => {})
  await Promise.race([work, timeUp]).finally(() => stop.abort())
}
