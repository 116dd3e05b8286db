import type { CommandId } from '../../../shared/engine/ids.ts'
import type { Principal } from '../../engine/principal.ts'
import { createTestClock } from '../../testing/clock.ts'
import { freshId, guest, person } from '../../testing/principals.ts'
import { sampleFeatures } from '../../testing/sampleFeature.ts'
import { createSharedMemory } from '../../testing/shared/sharedMemory.ts'
import { type ClusterNodeDeps, createClusterNode } from '../clusterNode.ts'

interface ClusterOptions extends Partial<Pick<ClusterNodeDeps, 'features' | 'principalFromProof'>> {
  readonly delay?: () => number
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A user of the test hub, signed in with a session of the same name. */
export const userInSession = (name: string): Principal => ({
  ...person(name),
  asOf: () => userInSession(name),
  proof: { by: 'session', hash: name },
})
const userBy: ClusterNodeDeps['principalFromProof'] = (proof) =>
  proof.by === 'guest' ? guest : userInSession(proof.hash)

/** Several nodes which share a place in memory, and one clock for all of them. */
export function openCluster({ delay, features = sampleFeatures, principalFromProof = userBy }: ClusterOptions = {}) {
  const clock = createTestClock()
  const place = createSharedMemory({ clock, ...(delay && { delay }) })
  const faults: string[] = []
  const warnings: string[] = []

  const { pass, until } = createMoves(clock)
  /** @param aheadMs how far the wall clock of the node is ahead */
  const open = async (name: string, aheadMs = 0) => {
    const at = place.open(name)
    const own = { ...at.clock, now: () => at.clock.now() + aheadMs }
    const onFault = (what: string, error: unknown) =>
      void faults.push(`${name}: ${what}: ${error instanceof Error ? error.message : error}`)
    const opening = createClusterNode({
      storage: at.storage,
      clock: own,
      features,
      principalFromProof,
      onFault,
      onClockApart: (why) => void warnings.push(`${name}: ${why}`),
    })
    const node = await until(opening)
    return {
      name,
      at,
      node,
      hub: node.hub,
      ask: (principal: Principal, command: string, input: unknown, id: CommandId = freshId(clock.now())) =>
        node.hub.dispatch(principal, { id, name: command, input }),
      give: (from: string, to: string, coins: number, id: CommandId = freshId(clock.now())) =>
        node.hub.dispatch(userInSession(from), { id, name: 'sample.give', input: { to, coins } }),
    }
  }
  /** Three nodes; the first is the leader. */
  const openThree = async () => {
    const first = await open('a')
    await pass(2_000)
    const others = [await open('b'), await open('c')] as const
    await pass(2_000)
    return [first, ...others] as const
  }
  return { clock, place, faults, warnings, pass, until, open, openThree }
}
export type Cluster = ReturnType<typeof openCluster>
export type ClusterNode = Awaited<ReturnType<Cluster['open']>>

/** Ways to move time on, one timer after the other. */
function createMoves(clock: ReturnType<typeof createTestClock>) {
  /** Moves to the next timer if it is due before `end`, and lets its effects happen. */
  const step = async (end: number, isDone = () => false) => {
    await turn()
    await turn()
    if (isDone()) return false
    const next = clock.untilNext()
    if (next === null || clock.now() + next > end) return false
    clock.pass(next)
    return true
  }
  /** Lets all timers within `ms` happen. */
  const pass = async (ms: number) => {
    const end = clock.now() + ms
    for (let isMore = true; isMore; ) isMore = await step(end)
    clock.pass(end - clock.now())
    await turn()
  }
  /** Moves time on until the work is done. */
  const until = async <T>(work: Promise<T>, ms = 60_000): Promise<T> => {
    let isDone = false
    const done = () => {
      isDone = true
    }
    work.then(done, done)
    const end = clock.now() + ms
    for (let isMore = true; isMore; ) isMore = await step(end, () => isDone)
    if (!isDone) throw new Error(`The work was not done in ${ms} ms.`)
    return work
  }
  return { pass, until }
}
