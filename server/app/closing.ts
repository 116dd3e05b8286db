import type { Node } from '../cluster/node.ts'
import type { Office } from './office.ts'
import { withinMs } from './withinMs.ts'

const doorsCloseWithinMs = 5_000
/** A store that cannot be reached keeps nobody from stopping: a lease that is not given back ends by itself. */
const handOverWithinMs = 5_000
const nodeClosesWithinMs = 10_000

interface Door {
  close(): PromiseLike<unknown>
}

export interface ClosingParts {
  readonly node: Pick<Node, 'stepDown' | 'close'>
  readonly isAlone: boolean
  readonly office: Office
  readonly replay: Door
  readonly gateway: Door & { drain(ms: number): Promise<void> }
  readonly app: Door
  /** Ms in which people are sent elsewhere before the doors close. */
  readonly drainMs: number
  /** What listens here for the sake of others. */
  readonly stops: readonly (() => void)[]
}

/** Stops the whole hub in order. */
export async function closeWaterhole(parts: ClosingParts): Promise<void> {
  const { isAlone, gateway, drainMs } = parts
  if (!isAlone) await handOver(parts)
  if (drainMs > 0) await gateway.drain(drainMs)
  for (const stop of parts.stops) stop()
  await (isAlone ? closeAlone(parts) : closeOne(parts))
}

/** Another node decides at once, while people are still served here. */
async function handOver({ office, node }: ClosingParts) {
  await office.close()
  await withinMs(handOverWithinMs, node.stepDown())
}

async function closeOne({ replay, gateway, app, node }: ClosingParts) {
  const close = () => withinMs(nodeClosesWithinMs, node.close())
  await withinMs(doorsCloseWithinMs, closeDoors([replay, gateway, app])).finally(close)
}

/** Who looks is noted before the doors close, which would look as if everybody had left. */
async function closeAlone({ office, replay, gateway, app, node }: ClosingParts) {
  const authority = office.authority()
  await authority?.stopWorkers()
  const notes = { close: () => Promise.all([authority?.looks.close(), replay.close()]) }
  const doors = [notes, gateway, app, ...(authority ? [authority.game] : [])]
  // Whatever holds a door open, the journal gets its checkpoint.
  await withinMs(doorsCloseWithinMs, closeDoors(doors))
    .finally(() => authority?.erasing.close())
    .finally(node.close)
}

async function closeDoors(doors: readonly Door[]) {
  for (const door of doors) await door.close()
}
