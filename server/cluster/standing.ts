import type { Clock } from '../engine/clock.ts'
import type { HubState } from '../engine/hub.ts'
import type { SharedStorage } from '../engine/storage.ts'
import type { AuthorityRun } from './authorityRun.ts'
import { beatEveryMs, type Neighbours } from './neighbours.ts'
import type { NodeState } from './node.ts'
import type { Replica } from './replica.ts'
import type { Roles } from './roles.ts'

/** A node that is further behind sends people what is no longer so. */
const mostLagMs = 5_000

interface StandingParts {
  readonly node: string
  readonly clock: Pick<Clock, 'now'>
  readonly storage: Pick<SharedStorage, 'connection'>
  readonly replica: Replica
  readonly neighbours: Neighbours
  readonly roles: Roles
  readonly run: () => AuthorityRun | null
  /** Why it could not become the authority, if it could not. */
  readonly candidate: () => string | null
  readonly isClosing: () => boolean
}

/** How this node stands: for load balancers, for the owner, and for whoever asks whether a command would be kept. */
export function createStanding(parts: StandingParts) {
  const { clock, replica, neighbours, run } = parts
  const sinceOf = createSince(clock)
  /** For how many beats of ours it has been behind. */
  let behindFor = 0

  const authority = () => (run() ? { seq: run()?.inner.durableSeq() ?? 0, silentFor: 0 } : otherAuthority(neighbours))
  const behind = () => Math.max(0, (authority()?.seq ?? 0) - replica.tail.seq())
  const lagMs = () => {
    const { silentFor = 0 } = authority() ?? {}
    return Math.max(behindFor, silentFor > 1 ? silentFor : 0) * beatEveryMs
  }
  const connection = () => parts.storage.connection()

  const hubState = (): HubState => {
    const own = run()?.inner.state() ?? othersState(neighbours) ?? stopped(nobodyDecides(parts))
    const state = connection().up ? own : stopped(`The store cannot be reached: ${connection().why}`)
    return { ...state, since: sinceOf('hub', `${state.name} ${state.why}`) }
  }
  const ill = () => {
    if (parts.isClosing()) return 'This node stops.'
    if (!replica.isWhole()) return 'It has its documents anew.'
    if (lagMs() > mostLagMs) return `It is ${lagMs()} ms behind.`
    return parts.run() || authority() ? connectionIll(connection()) : nobodyDecides(parts)
  }
  return {
    hubState,
    /** Once each beat. */
    tick() {
      behindFor = behind() > 0 ? behindFor + 1 : 0
    },
    state(): NodeState {
      const why = ill()
      return {
        ...{ node: parts.node, role: parts.roles.role(), since: parts.roles.since(), epoch: replica.epoch() },
        authority: run() ? parts.node : (neighbours.authority()?.node ?? null),
        lag: { entries: behind(), ms: lagMs() },
        connection: connection(),
        isReady: why === null,
        why: why ?? parts.candidate(),
      }
    },
  }
}

/** What keeps this node from it may keep all of them. */
const nobodyDecides = ({ candidate }: Pick<StandingParts, 'candidate'>) => {
  const why = candidate()
  const words = 'No node is known to hold the lease: nothing can be kept until one does.'
  return why === null ? words : `${words} This one ${why}`
}

const stopped = (why: string): Omit<HubState, 'since'> => ({ name: 'stopped', why })

const connectionIll = ({ up, why }: ReturnType<SharedStorage['connection']>) =>
  up ? null : `The store cannot be reached: ${why}`

const othersState = (neighbours: Neighbours): Omit<HubState, 'since'> | null =>
  neighbours.authority()?.beat.office?.state ?? null

function otherAuthority(neighbours: Neighbours) {
  const known = neighbours.authority()
  return known && { seq: known.beat.at.seq, silentFor: known.silentFor }
}

/** Since when something has been as it is. */
function createSince({ now }: Pick<Clock, 'now'>) {
  const known = new Map<string, { as: string; since: number }>()
  return (what: string, as: string) => {
    const before = known.get(what)
    if (before?.as === as) return before.since
    known.set(what, { as, since: now() })
    return now()
  }
}
