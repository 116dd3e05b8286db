import type { CommandId } from '../../../shared/engine/ids.ts'
import type { Principal } from '../../engine/principal.ts'
import { createTestClock } from '../../testing/clock.ts'
import { freshId, guest, person } from '../../testing/people.ts'
import { createSharedMemory } from '../../testing/sharedMemory.ts'
import { villageFeatures } from '../../testing/villageFeature.ts'
import { createNode, type NodeParts } from '../createNode.ts'

interface ClusterParts extends Partial<Pick<NodeParts, 'features' | 'principalFromProof'>> {
  readonly delay?: () => number
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Somebody of the village who has come in by a session of their name. */
export const villager = (name: string): Principal => ({
  ...person(name),
  asOf: () => villager(name),
  proof: { by: 'session', hash: name },
})
const villagerBy: NodeParts['principalFromProof'] = (proof) => (proof.by === 'guest' ? guest : villager(proof.hash))

/** Several nodes over one place in memory, and the one clock that moves them all. */
export function openCluster({ delay, features = villageFeatures, principalFromProof = villagerBy }: ClusterParts = {}) {
  const clock = createTestClock()
  const place = createSharedMemory({ clock, ...(delay && { delay }) })
  const faults: string[] = []

  const { pass, until } = createMoves(clock)
  const open = async (name: string) => {
    const at = place.open(name)
    const onFault = (what: string, error: unknown) =>
      void faults.push(`${name}: ${what}: ${error instanceof Error ? error.message : error}`)
    const opening = createNode({ storage: at.storage, clock: at.clock, features, principalFromProof, onFault })
    const node = await until(opening)
    return {
      ...{ name, at, node, hub: node.hub },
      ask: (principal: Principal, command: string, input: unknown, id: CommandId = freshId(clock.now())) =>
        node.hub.dispatch(principal, { id, name: command, input }),
      give: (from: string, to: string, coins: number, id: CommandId = freshId(clock.now())) =>
        node.hub.dispatch(villager(from), { id, name: 'village.give', input: { to, coins } }),
    }
  }
  /** Three nodes, of which the first has the lease. */
  const openThree = async () => {
    const first = await open('a')
    await pass(2_000)
    const others = [await open('b'), await open('c')] as const
    await pass(2_000)
    return [first, ...others] as const
  }
  return { clock, place, faults, pass, until, open, openThree }
}
export type Cluster = ReturnType<typeof openCluster>
export type ClusterNode = Awaited<ReturnType<Cluster['open']>>

/** The ways of moving time on, each step with what it sets off. */
function createMoves(clock: ReturnType<typeof createTestClock>) {
  /** What falls due next, with what it sets off, if that is before `end`. */
  const step = async (end: number, isDone = () => false) => {
    await turn()
    await turn()
    if (isDone()) return false
    const next = clock.untilNext()
    if (next === null || clock.now() + next > end) return false
    clock.pass(next)
    return true
  }
  /** All that falls due on the way. */
  const pass = async (ms: number) => {
    const end = clock.now() + ms
    for (let isMore = true; isMore; ) isMore = await step(end)
    clock.pass(end - clock.now())
    await turn()
  }
  /** Moves time on until it is done. */
  const until = async <T>(work: Promise<T>, ms = 60_000): Promise<T> => {
    let isDone = false
    const done = () => {
      isDone = true
    }
    work.then(done, done)
    const end = clock.now() + ms
    for (let isMore = true; isMore; ) isMore = await step(end, () => isDone)
    if (!isDone) throw new Error(`It was not done in ${ms} ms.`)
    return work
  }
  return { pass, until }
}
