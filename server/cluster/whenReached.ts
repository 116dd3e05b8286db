import type { Clock } from '../engine/clock.ts'
import type { Node } from './node.ts'

/** Longer nobody waits to be let in: a node that hangs behind for longer says so, and shows what it has. */
const waitedMs = 3_000

/** Does `act` once this node shows that entry of the journal, at once if it does already, and when the time is up in any case. */
export const createWhenReached =
  ({ node, clock }: { readonly node: Pick<Node, 'atSeq'>; readonly clock: Pick<Clock, 'after'> }) =>
  (seq: number, act: () => void) => {
    let isDone = false
    let cancel = () => {}
    const callOff = node.atSeq(seq, () => {
      cancel()
      if (!isDone) act()
      isDone = true
    })
    if (isDone) return
    cancel = clock.after(waitedMs, () => {
      callOff()
      isDone = true
      act()
    })
  }
