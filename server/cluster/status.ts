import type { Clock } from '../engine/clock.ts'
import type { HubState } from '../engine/hub.ts'
import type { SharedStorage } from '../engine/storage.ts'
import type { createTerms } from './leader.ts'
import type { LeaderClock } from './leaderClock.ts'
import type { NodeState } from './node.ts'
import { heartbeatEveryMs, type Peers } from './peers.ts'
import type { Replica } from './replica.ts'

/** A node that is further behind shows users an old state. */
const mostLagMs = 5_000

interface StatusDeps {
  readonly name: string
  readonly clock: Pick<Clock, 'now'>
  readonly storage: Pick<SharedStorage, 'connection'>
  readonly replica: Replica
  readonly peers: Peers
  readonly leaderClock: Pick<LeaderClock, 'aheadMs' | 'why'>
  readonly terms: Pick<ReturnType<typeof createTerms>, 'current' | 'role' | 'since'>
  /** Why this node could not become the leader, if it could not. */
  readonly electionFailure: () => string | null
  readonly isClosing: () => boolean
}

/** State of the node for load balancers and the owner, and state of the hub as a whole. */
export function createStatus(deps: StatusDeps) {
  const { name, clock, storage, replica, peers, leaderClock, terms, electionFailure, isClosing } = deps
  /** Heartbeats of this node for which it has been behind. */
  let behindFor = 0
  let known: { readonly what: string; readonly since: number } | null = null

  const leader = () => {
    const own = terms.current()
    if (own) return { seq: own.inner.durableSeq(), silentFor: 0 }
    const other = peers.leader()
    return other && { seq: other.heartbeat.at.seq, silentFor: other.silentFor }
  }
  const entriesBehind = () => Math.max(0, (leader()?.seq ?? 0) - replica.journal.seq())
  const lagMs = () => {
    const { silentFor = 0 } = leader() ?? {}
    return Math.max(behindFor, silentFor > 1 ? silentFor : 0) * heartbeatEveryMs
  }
  const since = (what: string) => {
    if (known?.what !== what) known = { what, since: clock.now() }
    return known.since
  }
  /** The reason why this node cannot lead may hold for all of them. */
  const noLeader = () => {
    const why = electionFailure()
    const message = 'No known node holds the lease. Nothing can be saved until one does.'
    return why === null ? message : `${message} This one ${why}`
  }
  const whyNotReady = () => {
    const { up, why } = storage.connection()
    if (isClosing()) return 'This node stops.'
    if (!replica.isComplete()) return 'It reloads its documents.'
    if (lagMs() > mostLagMs) return `It is ${lagMs()} ms behind.`
    if (!leader()) return noLeader()
    return up ? null : `The store cannot be reached: ${why}`
  }
  return {
    hubState(): HubState {
      const { up, why } = storage.connection()
      const decided =
        terms.current()?.inner.state() ?? peers.leader()?.heartbeat.leader?.state ?? stoppedState(noLeader())
      const state = up ? decided : stoppedState(`The store cannot be reached: ${why}`)
      return { ...state, since: since(`${state.name} ${state.why}`) }
    },
    /** Must be called at each heartbeat of this node. */
    tick() {
      behindFor = entriesBehind() > 0 ? behindFor + 1 : 0
    },
    state(): NodeState {
      const why = whyNotReady()
      return {
        node: name,
        role: terms.role(),
        since: terms.since(),
        epoch: replica.epoch(),
        leader: terms.current() ? name : (peers.leader()?.node ?? null),
        lag: { entries: entriesBehind(), ms: lagMs() },
        connection: storage.connection(),
        clock: { aheadMs: -leaderClock.aheadMs() || 0, why: leaderClock.why() },
        isReady: why === null,
        why: why ?? electionFailure(),
      }
    },
  }
}

const stoppedState = (why: string): Omit<HubState, 'since'> => ({ name: 'stopped', why })
