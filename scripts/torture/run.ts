import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../server/game/simulator/random.ts'
import { packLife } from '../../shared/features/packs/packLife.ts'
import { regionCounts } from '../../shared/features/regions/regionCounts.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { server } from '../../shared/features/server/server.ts'
import { vitals } from '../../shared/features/vitals/vitals.ts'
import { applyFault, type Ending, mendWorld } from './applyFault.ts'
import type { NodesOptions } from './arguments.ts'
import { checkAll } from './checks.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { auditEconomy } from './economyChecks.ts'
import { checkArchives, checkHouse, endHolds, readHouses } from './ending.ts'
import { type Evidence, replayJournal } from './evidence.ts'
import { describeFault, type Fault, scheduleOf } from './faults.ts'
import { createGameTruth, liveInGame } from './gameTruth.ts'
import { recordJournal } from './journalRecord.ts'
import { gather, journalOf, waitUntilSettled } from './settle.ts'
import { openUsers, tradersInGame, type Users } from './users.ts'

const maxShownViolations = 20

const summaryOf = ({ seed, faults, violations, entries, commands, repeated, economy, ms }: RunResult) => {
  const traded = Object.entries(economy).map(([what, count]) => `, ${what} ${count}`)
  const counts = `${entries} entries, ${commands} commands, ${repeated} repeated${traded.join('')}, ${(ms / 1_000).toFixed(1)} s`
  return `seed ${seed}: ${violations.length === 0 ? 'ok' : `VIOLATED (${violations.length})`} · ${counts} · ${faults.map(describeFault).join(', ')}`
}

const detailsOf = ({ seed, violations, output }: RunResult) =>
  [
    ...violations.slice(0, maxShownViolations).map((violation) => `  ${violation}`),
    ...(violations.length > maxShownViolations ? [`  … and ${violations.length - maxShownViolations} more`] : []),
    ...(violations.length === 0 ? [] : output).flatMap((lines, node) => [
      `  last output of node ${node}:`,
      ...lines
        .trim()
        .split('\n')
        .slice(-25)
        .map((line) => `    ${line}`),
    ]),
    `  Again: npm run torture -- nodes --seed ${seed} --runs 1`,
  ].join('\n')

/** Runs one seed after the other on a cluster; a cluster with a violation is replaced. */
async function runInSequence(options: NodesOptions, next: () => number | null, report: (result: RunResult) => void) {
  const form = { nodes: options.nodes, hasRedis: options.store === 'redis' }
  let cluster = await openCluster(form)
  try {
    for (let seed = next(); seed !== null; seed = next()) {
      const effort = { leastTrades: options.trades, isRestarted: true }
      const result = await run(cluster, seed, scheduleOf(seed, cluster.form), effort)
      report(result)
      if (result.violations.length === 0) continue
      await cluster.close()
      cluster = await openCluster(form)
    }
  } finally {
    await cluster.close()
  }
}

/** Runs all seeds and prints each result. True if no guarantee was violated. */
export async function runNodes(options: NodesOptions, print: (line: string) => void): Promise<boolean> {
  const startedAt = performance.now()
  const results: RunResult[] = []
  let taken = 0
  const next = () => {
    taken += 1
    return taken > options.runs ? null : options.seed + taken - 1
  }
  const report = (result: RunResult) => {
    results.push(result)
    print(summaryOf(result))
    if (result.violations.length > 0) print(detailsOf(result))
  }
  await Promise.all(
    Array.from({ length: Math.min(options.lanes, options.runs) }, () => runInSequence(options, next, report)),
  )
  const violated = results.filter(({ violations }) => violations.length > 0).map(({ seed }) => seed)
  const commands = results.reduce((sum, one) => sum + one.commands, 0)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const seeds = `seeds ${options.seed} to ${options.seed + options.runs - 1}`
  const outcome = violated.length === 0 ? 'no violation' : `violated: ${violated.toSorted((a, b) => a - b).join(', ')}`
  print(`${results.length} runs, ${seeds}, ${commands} commands in ${seconds} s: ${outcome}`)
  return violated.length === 0
}

/** Minimum time in which users send commands. */
const minWorkMs = 1_200
const mostTradeMs = 150

/** How much a run does beyond its faults. */
export interface Effort {
  /** After the faults users go on until so many commands of the economy were accepted, or until they have had time enough for each. */
  readonly leastTrades: number
  /** Whether the sums are compared once more after all nodes have started from the checkpoint. */
  readonly isRestarted: boolean
}
const defaultTrades = 80
const afterFaultsMs = 300
const readyWithinMs = 60_000

interface RunResult {
  readonly seed: number
  readonly faults: readonly Fault[]
  readonly violations: readonly string[]
  readonly entries: number
  readonly commands: number
  readonly repeated: number
  /** What happened to what users paid for. */
  readonly economy: Readonly<Record<string, number>>
  readonly ms: number
  /** What each node printed. */
  readonly output: readonly string[]
}

const statesOf = ({ slots }: Cluster) => Promise.all(slots.map((slot) => slot.state().catch(() => null)))

async function startNodes(cluster: Cluster, stop: AbortSignal) {
  await Promise.all(cluster.slots.map((slot) => slot.start(stop)))
  for (;;) {
    const states = await statesOf(cluster)
    if (states.every((state) => state?.isReady) && states.some((state) => state?.role === 'leader')) return
    if (stop.aborted)
      throw new Error(`The cluster did not become ready: ${states.map((state) => state?.text ?? 'no node')}`)
    await sleep(20)
  }
}

/** Applies each fault at its time, and ends it. Resolves when the last has ended. */
async function applyFaults(cluster: Cluster, faults: readonly Fault[]) {
  const over = new AbortController()
  await Promise.all(
    faults.map(async (fault) => {
      await sleep(fault.atMs)
      const end: Ending = await applyFault(cluster, fault, over.signal).catch(() => () => {})
      await sleep(fault.forMs)
      await end()
    }),
  )
}

/** Undoes all faults. */
async function endFaults(cluster: Cluster, stop: AbortSignal) {
  for (const { proxies, resume } of cluster.slots) {
    for (const proxy of Object.values(proxies)) proxy.restore()
    resume()
  }
  mendWorld(cluster.game)
  await cluster.redis?.set('maxmemory', '0').catch(() => cluster.redis?.restart())
  for (const slot of cluster.slots) await slot.shift(0)
  await startNodes(cluster, stop)
}

async function work(cluster: Cluster, users: Users, faults: readonly Fault[], { leastTrades }: Effort) {
  const stop = new AbortController()
  const working = users.work(stop.signal)
  void liveInGame(cluster.game, tradersInGame, stop.signal)
  await Promise.all([applyFaults(cluster, faults), sleep(minWorkMs)])
  await sleep(afterFaultsMs)
  await endFaults(cluster, AbortSignal.timeout(readyWithinMs))
  const enough = performance.now() + leastTrades * mostTradeMs
  while (users.trades() < leastTrades && performance.now() < enough) await sleep(50)
  stop.abort()
  return { working }
}

/** Runs users and faults, and gathers the evidence. */
async function runUsers(cluster: Cluster, seed: number, faults: readonly Fault[], effort: Effort) {
  const requestsBefore = cluster.game.log.at(-1)?.number ?? 0
  await startNodes(cluster, AbortSignal.timeout(readyWithinMs))
  const truth = createGameTruth(cluster.game)
  const users = await openUsers(cluster, createRandom(seed ^ 0x5eed), truth)
  let unknown = 0
  try {
    const { working } = await work(cluster, users, faults, effort)
    const unsettled = await waitUntilSettled(cluster, users, working, async () => {
      const ended = await endHolds(cluster, users, truth)
      unknown = ended.unknown
      return ended.unsettled
    })
    const evidence = await gather(cluster, users, requestsBefore)
    return { unsettled, evidence, unknown, houses: await readHouses(cluster) }
  } finally {
    users.close()
  }
}

/** All nodes start from the checkpoint that the last one wrote when it stopped. What they pay then is in the journal, too. */
async function violationsAfterRestart(cluster: Cluster, entries: Evidence['entries']) {
  await startNodes(cluster, AbortSignal.timeout(readyWithinMs))
  const houses = await readHouses(cluster)
  await Promise.all(cluster.slots.map((slot) => slot.stop()))
  const known = entries.at(-1)?.seq ?? 0
  const later = (await journalOf(cluster)).filter(({ seq }) => seq > known)
  return houses.flatMap((house) => checkHouse(house, [...entries, ...later], 'after a restart'))
}

async function check(cluster: Cluster, seed: number, faults: readonly Fault[], effort: Effort) {
  const record = cluster.redis && recordJournal(cluster.redis, cluster.prefix())
  const { unsettled, evidence, unknown, houses } = await runUsers(cluster, seed, faults, effort)
  const output = cluster.slots.map((slot) => slot.output())
  await Promise.all(cluster.slots.map((slot) => slot.stop()))
  const final = await journalOf(cluster)
  const { entries, changed } = (await record?.restore(final)) ?? { entries: final, changed: [] }
  const all = { ...evidence, entries }
  const violated = checkAll(all, (kind) => liveKinds.has(kind))
  const audit = auditEconomy(all, replayJournal(entries))
  const archives = await checkArchives(cluster, entries)
  const ofHouse = [
    ...houses.flatMap((house) => checkHouse(house, entries, 'at the end')),
    ...(effort.isRestarted ? await violationsAfterRestart(cluster, entries) : []),
  ]
  const violations = [...unsettled, ...cluster.ownFaults(), ...violated, ...changed, ...audit.violations]
  const repeated = evidence.commands.filter(({ attempts }) => attempts > 1).length
  return {
    violations: [...violations, ...archives, ...ofHouse],
    output,
    entries: entries.length,
    commands: evidence.commands.length,
    repeated,
    economy: {
      ...audit.counts,
      unsettled: unknown,
      dinosaurs: audit.dinosaurs,
      skins: audit.skins,
      sales: audit.sales,
    },
  }
}

/** One run of a seed, on an empty store. */
export async function run(
  cluster: Cluster,
  seed: number,
  faults = scheduleOf(seed, cluster.form),
  effort: Effort = { leastTrades: defaultTrades, isRestarted: true },
): Promise<RunResult> {
  const startedAt = performance.now()
  cluster.fresh(`t${seed}n${Math.round(startedAt)}`)
  const found = await check(cluster, seed, faults, effort).catch((error: Error) => ({
    violations: [`the run did not complete: ${error.stack}`],
    entries: 0,
    commands: 0,
    repeated: 0,
    economy: {},
    output: cluster.slots.map((slot) => slot.output()),
  }))
  return { ...found, seed, faults, ms: performance.now() - startedAt }
}

/** The kinds of live documents that pages watch here. */
const liveKinds: ReadonlySet<string> = new Set([packLife, regionCounts, roster, server, vitals].map(({ kind }) => kind))
