import type { Answer } from '../../../shared/protocol/calls.ts'
import { CommandRefused } from '../../engine/dispatch.ts'
import { seededDice } from '../../storage/contract/sampleEntries.ts'
import { freshId } from '../../testing/principals.ts'
import { type ClusterJudge, createClusterJudge, type Transfer } from './clusterJudge.ts'
import { type Cluster, type ClusterNode, openCluster } from './openCluster.ts'

const people = ['ann', 'bob', 'cyd', 'dan']
const connections = ['store', 'bus'] as const
type Connection = (typeof connections)[number]

interface Wanted {
  readonly seed: number
  readonly steps?: number
  /** Connections which may be cut. */
  readonly cuts?: readonly Connection[]
}

interface Run {
  readonly cluster: Cluster
  readonly judge: ClusterJudge
  readonly dice: (sides: number) => number
  /** The nodes that have not crashed. */
  readonly nodes: ClusterNode[]
  readonly cuts: readonly Connection[]
}

/** Three nodes go through random faults, then everything is repaired. @returns the broken guarantees */
export async function runCluster({ seed, steps = 30, cuts = connections }: Wanted) {
  const dice = seededDice(seed)
  const slowness = [0, 0, 4, 20][dice(4)] ?? 0
  const cluster = openCluster({ delay: () => (slowness === 0 ? 0 : 5 * dice(slowness)) })
  const judge = createClusterJudge(cluster)
  const nodes: ClusterNode[] = []
  const run = { cluster, judge, dice, nodes, cuts }
  for (const name of ['a', 'b', 'c']) await add(run, name)
  await cluster.pass(2_000)
  for (let step = 0; step < steps; step += 1) {
    for (let gifts = dice(4); gifts > 0; gifts -= 1) give(run)
    if (dice(4) === 0) executeOwn(run)
    if (dice(3) === 0) blow(run, seed * 1_000 + step)
    if (dice(2) === 0) await fault(run, `n${step}`)
    await cluster.pass(50 + dice(600))
  }
  for (const { at } of nodes) {
    at.onceWritten(() => {})
    at.resume()
    for (const connection of connections) at.mend(connection)
  }
  await cluster.pass(22_000)
  // All nodes must see the last command.
  await cluster.until(Promise.all(nodes.map(({ give: gift }) => gift('ann', 'bob', 1).catch(() => {}))))
  await cluster.pass(3_000)
  const broken = [...judge.conclude(nodes), ...notReady(nodes)]
  const answers = judge.transfers.flatMap((transfer) =>
    transfer.answers.map((answer) => (answer.ok ? 'ok' : answer.code)),
  )
  await Promise.all([cluster.pass(10_000), ...nodes.map(({ node }) => node.close())])
  return { broken, answers, epochs: cluster.place.view().epoch, faults: cluster.faults }
}

const notReady = (nodes: readonly ClusterNode[]) => {
  const leaders = nodes.filter(({ node }) => node.role() === 'leader').length
  const ill = nodes.flatMap(({ name, node }) => (node.state().isReady ? [] : [`${name}: ${node.state().why}`]))
  return leaders === 1 ? ill : [...ill, `${leaders} nodes lead`]
}

async function add({ cluster, judge, nodes }: Run, name: string) {
  const node = await cluster.open(name)
  judge.watch(node)
  nodes.push(node)
}

const one = <T>({ dice }: Pick<Run, 'dice'>, all: readonly T[]): T => all[dice(all.length)] as T

/** A user gives coins, and repeats the command on another node when there is no answer. */
function give(run: Run) {
  const { judge, dice, cluster } = run
  const [from, to] = [one(run, people), dice(8) === 0 ? `unknown${dice(1e9)}` : one(run, people)]
  const transfer: Transfer = { actor: from, id: freshId(cluster.clock.now()), to, answers: [] }
  const coins = 1 + dice(20)
  judge.transfers.push(transfer)
  const ask = (times: number) => {
    const node = one(run, run.nodes)
    node.at.come(
      () =>
        void node.give(from, to, coins, transfer.id ?? undefined).then((answer) => {
          judge.answered(node, transfer, answer)
          if (!answer.ok && answer.code === 'fateUnknown' && times > 0) ask(times - 1)
        }),
    )
    if (times > 0)
      cluster.clock.after(1_000 + dice(3_000), () => {
        if (transfer.answers.length === 0) ask(times - 1)
      })
  }
  ask(2)
}

/** A node executes a command of its own, once. */
function executeOwn(run: Run) {
  const { judge, dice } = run
  const node = one(run, run.nodes)
  const transfer: Transfer = { actor: 'post', id: null, to: `box${dice(1e9)}`, answers: [] }
  judge.transfers.push(transfer)
  node.at.come(
    () =>
      void node.hub
        .execute('post', 'sample.receive', { from: one(run, people), to: transfer.to, coins: 1 })
        .then((): Answer => ({ ok: true, output: {}, seq: 0 }), refused)
        .then((answer) => void transfer.answers.push(answer)),
  )
}

const refused = (error: unknown): Answer => {
  if (error instanceof CommandRefused) return { ok: false, code: error.code, message: error.message }
  throw error
}

/** The leader changes a live document. */
function blow({ judge, nodes }: Run, clouds: number) {
  for (const { at, node } of nodes)
    at.come(() => {
      const term = node.term()
      if (!term) return
      judge.seqOfClouds.set(clouds, node.seq())
      term.hub.execute('weather', 'sample.blow', { clouds }).catch(() => {})
    })
}

/** A fault begins or ends. */
async function fault(run: Run, fresh: string) {
  const { cluster, dice, nodes } = run
  const node = one(run, nodes)
  const { at } = node
  const connection = one(run, run.cuts)
  const faults = [
    () => at.pause(),
    () => at.resume(),
    () => at.resume(),
    () => at.cut(connection),
    () => at.mend(connection),
    () => at.mend(connection),
    () => at.onceWritten(() => at.cut('store')),
    () => at.onceWritten(() => at.pause()),
    () => cluster.place.expireLease(),
    () => at.come(() => void node.node.stepDown()),
    async () => {
      // The node crashes and another one starts.
      at.pause()
      for (const each of connections) at.cut(each)
      nodes.splice(nodes.indexOf(node), 1)
      await add(run, fresh)
    },
    async () => {
      if (nodes.length < 3) return
      nodes.splice(nodes.indexOf(node), 1)
      at.come(() => void node.node.close())
      await add(run, fresh)
    },
  ]
  await faults[dice(faults.length)]?.()
}
