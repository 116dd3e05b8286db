import type { Clock } from '../engine/clock.ts'
import type { TermHub } from '../engine/hub.ts'
import type { Node, NodeState, Term } from './node.ts'

/** A node with a store of its own: it always leads, and there are no peers. */
export function createLoneNode(hub: TermHub, clock: Clock): Node {
  const since = clock.now()
  const term: Term = { epoch: hub.epoch, hub, isHeld: () => true }

  return {
    name: 'alone',
    logFields: {},
    hub,
    clock,
    messages: { node: 'alone', send() {}, listen: () => nothing, onGap: () => nothing },
    presence: { share: () => nothing, changed() {}, others: () => new Map(), onChange: () => nothing },
    role: () => 'leader',
    term: () => term,
    onRole: () => nothing,
    state: (): NodeState => ({
      node: 'alone',
      role: 'leader',
      since,
      epoch: hub.epoch,
      leader: 'alone',
      lag: { entries: 0, ms: 0 },
      connection: { up: true, why: null, since },
      clock: { aheadMs: 0, why: null },
      isReady: hub.state().name === 'serving',
      why: null,
    }),
    hubOutlivesNode: false,
    seq: () => 0,
    atSeq(_seq, act) {
      act()
      return nothing
    },
    whenReached: (_seq, act) => act(),
    unknownSessions: () => ({
      settle: async () => {},
      isUndecided: () => false,
      isUnknownEverywhere: () => true,
    }),
    async stepDown() {},
    async handOver() {},
    close: hub.close,
  }
}

const nothing = () => {}
