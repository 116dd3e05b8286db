import { z } from 'zod'
import type { VisibleFriends } from '../features/friends/friendReports.ts'
import type { VisibleMembers } from '../features/packs/packReports.ts'
import type { Reading } from '../features/roster/reading.ts'
import type { Node } from './node.ts'

/** A reading of the game and the leader's derived data. Every node shows each of its users the part that they may see. */
export interface SharedReading {
  readonly reading: Reading
  readonly packs: VisibleMembers
  readonly friends: VisibleFriends
}

interface PositionRelayDeps {
  readonly node: Pick<Node, 'messages' | 'seq' | 'atSeq'>
  /** The highest epoch known here: a leader of an earlier epoch must not show anything. */
  epoch(): number
  /** Shows it to the users of this node. */
  show(shared: SharedReading): void
}

/** `seq` is the leader's position: a user who was removed by then must not be shown the reading. */
const ReadingMessage = z.object({ epoch: z.int(), seq: z.int(), shared: z.custom<SharedReading>(Boolean) })

/** Sends the leader's readings to all nodes. A node shows one when its copies have reached the leader's position. */
export function createPositionRelay({ node, epoch, show }: PositionRelayDeps) {
  let cancel = () => {}
  const stop = node.messages.listen('readings', ReadingMessage, (message) => {
    if (message.epoch < epoch()) return
    // A reading that waits is older than this one, which replaces it.
    cancel()
    cancel = node.atSeq(message.seq, () => show(message.shared))
  })
  return {
    /** On this node it is shown at once: the commands that result from it are published here already. */
    send(shared: SharedReading, term: { readonly epoch: number }) {
      show(shared)
      node.messages.send('readings', { epoch: term.epoch, seq: node.seq(), shared })
    },
    close() {
      stop()
      cancel()
    },
  }
}
