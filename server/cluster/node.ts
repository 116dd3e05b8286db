import type { Bus } from '../engine/bus.ts'
import type { Hub } from '../engine/hub.ts'
import type { SharedStorage } from '../engine/storage.ts'

/** The one who runs rules, or one of those who hold the same documents and pass commands on. */
export type NodeRole = 'authority' | 'follower'

/** The time in which this node is the authority, from a load to the loss of its lease. */
export interface Run {
  readonly epoch: number
  /** Reads as every hub of this node does. What is ordered here is done in this run or never: it is for workers. */
  readonly hub: Hub
  /** Whether it surely goes on at this moment. Asked right before what cannot be taken back, as sending to the game. */
  isHeld(): boolean
}

export interface NodeState {
  /** The name of the node; new with each start. */
  readonly node: string
  readonly role: NodeRole
  /** Epoch ms since when it has been that. */
  readonly since: number
  readonly epoch: number
  /** The name of the node that holds the lease, as far as it is known here. */
  readonly authority: string | null
  /** How far the documents of this node are behind: entries, and ms for which that has been so, or nothing was heard. */
  readonly lag: { readonly entries: number; readonly ms: number }
  readonly connection: ReturnType<SharedStorage['connection']>
  /** Whether those who come should be sent here. Not while it has not caught up, knows no authority, or stops. */
  readonly isReady: boolean
  /** Why it is not ready, or could not become the authority. */
  readonly why: string | null
}

/** One of the processes that are one hub together. */
export interface Node {
  /**
   * As a hub that is alone, for all that serve people: what is read is this node's copy, which is everyone's in the same order;
   * what is asked for goes to the authority, wherever that is, and is answered when this node shows it too.
   */
  readonly hub: Hub
  readonly bus: Bus
  role(): NodeRole
  /** The run of this node, if it is the authority. */
  run(): Run | null
  /** Called when the role changes, with the run that begins. Not for the role that it has already. Returns the way to stop. */
  onRole(listener: (role: NodeRole, run: Run | null) => void): () => void
  state(): NodeState
  /** The journal up to which this node's copy stands. */
  seq(): number
  /**
   * Runs `act` when this node's copy stands at `seq` or later, and shows what was live by then as far as it has come here: at once
   * if it does. In the same turn as that is published. Returns the way to call it off.
   */
  atSeq(seq: number, act: () => void): () => void
  /** Gives the lease back in order, for another to take, and goes on as a follower that takes it only if nobody else does. */
  stepDown(): Promise<void>
  /** Answers what it has taken, gives the lease back, and stops. */
  close(): Promise<void>
}
