import type { Clock } from '../engine/clock.ts'
import type { Hub, TermHub } from '../engine/hub.ts'
import type { SharedStorage } from '../engine/storage.ts'
import type { Messages } from './messages.ts'
import type { SharedPresence } from './peers.ts'
import type { UnknownSessionDeps, UnknownSessions } from './unknownSessions.ts'

/** The leader runs rules and writes the journal; followers replicate its documents and pass commands on to it. */
export type NodeRole = 'leader' | 'follower'

/** The time in which this node leads: from loading the store to losing the lease. */
export interface Term {
  readonly epoch: number
  /** Reads like the node's hub. A command executed here is done within this term or not at all: it is meant for workers. */
  readonly hub: TermHub
  /** Whether this node certainly leads at this moment. Check it right before any irreversible step, such as sending to the game. */
  isHeld(): boolean
}

export interface NodeState {
  /** Name of the node; new with each start. */
  readonly node: string
  readonly role: NodeRole
  /** Epoch ms of the last change of role. */
  readonly since: number
  readonly epoch: number
  /** Name of the leader, if this node knows one. */
  readonly leader: string | null
  /** How far this node's documents are behind the leader: in journal entries, and for how long in ms (also ms without a heartbeat). */
  readonly lag: { readonly entries: number; readonly ms: number }
  readonly connection: ReturnType<SharedStorage['connection']>
  /** How far the clock of this node is ahead of the leader's, and what to do if that is much. Less than a second is not measured. */
  readonly clock: { readonly aheadMs: number; readonly why: string | null }
  /** Whether a load balancer should send users here: false while the node is behind, knows no leader, or stops. */
  readonly isReady: boolean
  /** Why the node is not ready, or could not become the leader. */
  readonly why: string | null
}

/** One process of the hub. Two implementations: `createClusterNode` shares a store with other nodes, `createLoneNode` has its own. */
export interface Node {
  readonly name: string
  /** Fields that name this node in log lines; empty where all lines are of one node. */
  readonly logFields: { readonly node?: string }
  /**
   * Used by everything that serves users: reads this node's copies, passes commands to the leader, and answers when this node shows
   * the result.
   */
  readonly hub: Hub
  /** For what serves users: wall time is the leader's, monotonic time and timers are those of this process. */
  readonly clock: Clock
  /** Messages to the other nodes. */
  readonly messages: Messages
  /** The presence of all nodes: what is watched on each. */
  readonly presence: SharedPresence
  role(): NodeRole
  /** The term of this node while it leads. */
  term(): Term | null
  /** Called when the role changes, with the term that begins; not for the present role. Returns the way to stop. */
  onRole(listener: (role: NodeRole, term: Term | null) => void): () => void
  state(): NodeState
  /** Whether the hub may have continued while this process was down, led by another node. */
  readonly hubOutlivesNode: boolean
  /** Position in the journal that this node shows. */
  seq(): number
  /**
   * Calls `act` when this node shows the journal up to `seq`, with the live changes received by then: at once if it does already,
   * otherwise in the turn in which that is published. Returns the way to cancel.
   */
  atSeq(seq: number, act: () => void): () => void
  /** As `atSeq`, but calls `act` after 3 s in any case: a client must not wait longer for a node that is behind. */
  whenReached(seq: number, act: () => void): void
  /** Waits for sessions and tokens that another node opened a moment ago. */
  unknownSessions(deps: UnknownSessionDeps): UnknownSessions
  /** Returns the lease for another node to take; this node takes it again only if no other does. */
  stepDown(): Promise<void>
  /** Calls `leave`, then steps down, where another node can lead; does nothing on a lone node, which leads until it closes. */
  handOver(leave: () => Promise<void>): Promise<void>
  /** Answers accepted calls, returns the lease and stops. */
  close(): Promise<void>
}
