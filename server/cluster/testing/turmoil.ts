import type { Answer } from '../../../shared/protocol/commandCall.ts'
import { OrderRefused } from '../../engine/orderRefused.ts'
import { seededDice } from '../../storage/contract/seededDice.ts'
import { freshId } from '../../testing/people.ts'
import { type ClusterJudge, createClusterJudge, type Deed } from './clusterJudge.ts'
import { type Cluster, type ClusterNode, openCluster } from './openCluster.ts'

const people = ['ann', 'bob', 'cyd', 'dan']
const lines = ['store', 'bus'] as const
type Line = (typeof lines)[number]

interface Wanted {
  readonly seed: number
  readonly steps?: number
  /** What nodes are cut off from. */
  readonly cuts?: readonly Line[]
}

interface Turmoil {
  readonly cluster: Cluster
  readonly judge: ClusterJudge
  readonly dice: (sides: number) => number
  /** Those that have not crashed. */
  readonly nodes: ClusterNode[]
  readonly cuts: readonly Line[]
}

/** Three nodes go through whatever a seed holds, then all is mended. Returns what was broken of the promise. */
export async function runTurmoil({ seed, steps = 30, cuts = lines }: Wanted) {
  const dice = seededDice(seed)
  const slowness = [0, 0, 4, 20][dice(4)] ?? 0
  const cluster = openCluster({ delay: () => (slowness === 0 ? 0 : 5 * dice(slowness)) })
  const judge = createClusterJudge(cluster)
  const nodes: ClusterNode[] = []
  const turmoil = { cluster, judge, dice, nodes, cuts }
  for (const name of ['a', 'b', 'c']) await add(turmoil, name)
  await cluster.pass(2_000)
  for (let step = 0; step < steps; step += 1) {
    for (let gifts = dice(4); gifts > 0; gifts -= 1) give(turmoil)
    if (dice(4) === 0) order(turmoil)
    if (dice(3) === 0) blow(turmoil, seed * 1_000 + step)
    if (dice(2) === 0) await upset(turmoil, `n${step}`)
    await cluster.pass(50 + dice(600))
  }
  for (const { at } of nodes) {
    at.onceWritten(() => {})
    at.resume()
    for (const line of lines) at.mend(line)
  }
  await cluster.pass(22_000)
  // What comes last is seen by all.
  await cluster.until(Promise.all(nodes.map(({ give: gift }) => gift('ann', 'bob', 1).catch(() => {}))))
  await cluster.pass(3_000)
  const broken = [...judge.conclude(nodes), ...notReady(nodes)]
  const answers = judge.deeds.flatMap((deed) => deed.answers.map((answer) => (answer.ok ? 'ok' : answer.code)))
  await Promise.all([cluster.pass(10_000), ...nodes.map(({ node }) => node.close())])
  return { broken, answers, epochs: cluster.place.view().epoch, faults: cluster.faults }
}

const notReady = (nodes: readonly ClusterNode[]) => {
  const authorities = nodes.filter(({ node }) => node.role() === 'authority').length
  const ill = nodes.flatMap(({ name, node }) => (node.state().isReady ? [] : [`${name}: ${node.state().why}`]))
  return authorities === 1 ? ill : [...ill, `${authorities} nodes are the authority`]
}

async function add({ cluster, judge, nodes }: Turmoil, name: string) {
  const node = await cluster.open(name)
  judge.watch(node)
  nodes.push(node)
}

const one = <T>({ dice }: Pick<Turmoil, 'dice'>, all: readonly T[]): T => all[dice(all.length)] as T

/** Somebody gives, and repeats it elsewhere when no answer comes. */
function give(turmoil: Turmoil) {
  const { judge, dice, cluster } = turmoil
  const [from, to] = [one(turmoil, people), dice(8) === 0 ? `stranger${dice(1e9)}` : one(turmoil, people)]
  const deed: Deed = { actor: from, id: freshId(cluster.clock.now()), to, answers: [] }
  const coins = 1 + dice(20)
  judge.deeds.push(deed)
  const ask = (times: number) => {
    const node = one(turmoil, turmoil.nodes)
    node.at.come(
      () =>
        void node.give(from, to, coins, deed.id ?? undefined).then((answer) => {
          judge.answered(node, deed, answer)
          if (!answer.ok && answer.code === 'fateUnknown' && times > 0) ask(times - 1)
        }),
    )
    if (times > 0)
      cluster.clock.after(1_000 + dice(3_000), () => {
        if (deed.answers.length === 0) ask(times - 1)
      })
  }
  ask(2)
}

/** A node orders something of its own, which is asked once. */
function order(turmoil: Turmoil) {
  const { judge, dice } = turmoil
  const node = one(turmoil, turmoil.nodes)
  const deed: Deed = { actor: 'post', id: null, to: `box${dice(1e9)}`, answers: [] }
  judge.deeds.push(deed)
  node.at.come(
    () =>
      void node.hub
        .order('post', 'village.receive', { from: one(turmoil, people), to: deed.to, coins: 1 })
        .then((): Answer => ({ ok: true, output: {}, seq: 0 }), refused)
        .then((answer) => void deed.answers.push(answer)),
  )
}

const refused = (error: unknown): Answer => {
  if (error instanceof OrderRefused) return { ok: false, code: error.code, message: error.message }
  throw error
}

/** Whoever is the authority tells of the weather. */
function blow({ judge, nodes }: Turmoil, clouds: number) {
  for (const { at, node } of nodes)
    at.come(() => {
      const run = node.run()
      if (!run) return
      judge.seqOfClouds.set(clouds, node.seq())
      run.hub.order('weather', 'village.blow', { clouds }).catch(() => {})
    })
}

/** Something goes wrong, or is mended. */
async function upset(turmoil: Turmoil, fresh: string) {
  const { cluster, dice, nodes } = turmoil
  const node = one(turmoil, nodes)
  const { at } = node
  const line = one(turmoil, turmoil.cuts)
  const upsets = [
    () => at.pause(),
    () => at.resume(),
    () => at.resume(),
    () => at.cut(line),
    () => at.mend(line),
    () => at.mend(line),
    () => at.onceWritten(() => at.cut('store')),
    () => at.onceWritten(() => at.pause()),
    () => cluster.place.expireLease(),
    () => at.come(() => void node.node.stepDown()),
    async () => {
      // It crashes, and another is started.
      at.pause()
      for (const each of lines) at.cut(each)
      nodes.splice(nodes.indexOf(node), 1)
      await add(turmoil, fresh)
    },
    async () => {
      if (nodes.length < 3) return
      nodes.splice(nodes.indexOf(node), 1)
      at.come(() => void node.node.close())
      await add(turmoil, fresh)
    },
  ]
  await upsets[dice(upsets.length)]?.()
}
