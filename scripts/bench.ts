// npm run bench: what things cost, as ratios within one run. It runs all benches in turn and writes their table into scripts/bench/README.md.
// npm run bench NAME … or --only NAME,…: these benches; the table is printed, and the README stays as it is.
// After --minutes (60) no further bench begins. --viewers, --commands and --passes reduce a bench for a small machine; --quick reduces
// everything; --smallest only shows that each bench runs to its end. --list prints the names. --before PATH compares with an older checkout,
// where a bench can.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { readFlags } from '../server/game/commandLine.ts'
import { type BenchSize, printTable, type Row, tableOf } from './bench/measure.ts'
import { repositoryRoot } from './repositoryRoot.ts'

const flag = { type: 'boolean', default: false } as const
const sizes = { viewers: { type: 'string' }, commands: { type: 'string' }, passes: { type: 'string' } } as const
const smallest: BenchSize = {
  viewers: 20,
  commands: 3,
  passes: 1,
  ticks: 90,
  loadMs: 200,
  screens: 1,
  warmsUp: false,
}
const few: BenchSize = { viewers: 200, commands: 10, passes: 1, ticks: 90, loadMs: 2_000 }
const { positionals, values } = readArguments()
const { quick, smallest: isSmallest, list, before, only, minutes, ...counts } = values
const asked = [...positionals, ...(only?.split(',') ?? [])]
const given = Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, countOf(name, value)]))
const size: BenchSize = {
  ...(quick && few),
  ...(isSmallest && smallest),
  ...given,
  ...(before !== undefined && { before }),
}

/** The benches by name. Each loads its modules only when it runs: what one has loaded would change the figures of another. */
const benches: Readonly<Record<string, (size: BenchSize) => Promise<Row[]>>> = {
  journal: async (size) => (await import('./bench/journal.ts')).benchJournal(size),
  stores: async (size) => (await import('./bench/stores.ts')).benchStores(size),
  scale: async (size) => (await import('./bench/scale.ts')).benchScale(size),
  takeOver: async (size) => (await import('./bench/takeOver.ts')).benchTakeOver(size),
  backup: async (size) => (await import('./bench/backup.ts')).benchBackup(size),
  seen: async (size) => (await import('./bench/seen.ts')).benchSeen(size),
  eventStart: async (size) => (await import('./bench/eventStart.ts')).benchEventStart(size),
  inbox: async (size) => (await import('./bench/inbox.ts')).benchInbox(size),
  campaign: async (size) => (await import('./bench/campaign.ts')).benchCampaign(size),
  statistics: async (size) => (await import('./bench/statistics.ts')).benchStatistics(size),
  leaderboards: async (size) => (await import('./bench/leaderboards.ts')).benchLeaderboards(size),
  users: async (size) => (await import('./bench/users.ts')).benchUsers(size),
  reconnect: async (size) => (await import('./bench/reconnect.ts')).benchReconnect(size),
  storm: async (size) => (await import('./bench/storm.ts')).benchStorm(size),
  gateways: async (size) => (await import('./bench/gateways.ts')).benchGateways(size),
  gatewayLoss: async (size) => (await import('./bench/gatewayLoss.ts')).benchGatewayLoss(size),
  log: async (size) => (await import('./bench/log.ts')).benchLog(size),
  logShown: async (size) => (await import('./bench/logShown.ts')).benchLogShown(size),
  logCrashes: async (size) => (await import('./bench/logCrashes.ts')).benchLogCrashes(size),
  economy: async (size) => (await import('./bench/economy.ts')).benchEconomy(size),
  positions: async (size) => (await import('./bench/positions.ts')).benchPositions(size),
  fanOut: async (size) => (await import('./bench/fanOut.ts')).benchFanOut(size),
  deliver: async (size) => (await import('./bench/deliver.ts')).benchDeliver(size),
  abuse: async (size) => (await import('./bench/abuse.ts')).benchAbuse(size),
  map: async (size) => (await import('./bench/map.ts')).benchMap(size),
  screens: async (size) => (await import('./bench/screens.ts')).benchScreens(size),
}

if (list) {
  console.log(Object.keys(benches).join('\n'))
  process.exit()
}
if (before !== undefined && !existsSync(join(before, 'client/routes.tsx')))
  fail(`--before is the folder of an older checkout of this project, not "${before}".`)
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  fail(`There is no bench "${unknown.join('", "')}". There are: ${Object.keys(benches).join(', ')}.`)
}
const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
console.log(`${machine}\n`)
const isWhole = asked.length === 0 && Object.keys(size).length === 0
const { rows, missing } = await measureAll(asked.length > 0 ? asked : Object.keys(benches))
console.log('')
printTable(rows)
if (isWhole) writeReadme(rows, missing)
if (missing.length > 0) fail(`Not measured: ${missing.join(', ')}.`)

/** Measures one bench after the other. One that fails is named at the end, and the others go on. */
async function measureAll(names: readonly string[]) {
  const rows: Row[] = []
  const missing: string[] = []
  const mostMs = countOf('minutes', minutes) * 60_000
  const begunAt = performance.now()
  for (const [at, name] of names.entries()) {
    const spentMs = performance.now() - begunAt
    if (spentMs > mostMs) {
      const rest = names.slice(at)
      console.log(`${minutes} minutes are over.`)
      missing.push(...rest)
      break
    }
    console.log(`measuring ${name} … (${at + 1} of ${names.length}, ${Math.round(spentMs / 60_000)} min so far)`)
    try {
      rows.push(...((await benches[name]?.(size)) ?? []))
    } catch (error) {
      console.error(`The bench ${name} failed:`, error)
      missing.push(name)
    }
  }
  return { rows, missing }
}

/** Puts the table between the two marks of the README, with what it was measured on. */
function writeReadme(measured: readonly Row[], missing: readonly string[]) {
  const path = join(repositoryRoot, 'scripts/bench/README.md')
  const [before = '', , after] = readFileSync(path, 'utf8').split(
    /(?<=<!-- measured -->\n)|(?=<!-- end of what was measured -->)/,
  )
  if (after === undefined) fail(`${path} has no marks between which the table belongs.`)
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: repositoryRoot, encoding: 'utf8' }).trim()
  const day = new Date().toISOString().slice(0, 10)
  const left = missing.length > 0 ? ` Not measured in this run: ${missing.join(', ')}.` : ''
  writeFileSync(
    path,
    `${before}\nMeasured on ${day} at ${commit}: ${machine}.${left}\n\n${unpadded(tableOf(measured))}\n\n${after}`,
  )
  console.log(`The table is in ${path}.`)
}

/** A table as the README has it. Declared as a function: the whole run is over before a constant here would have its value. */
function unpadded(table: string) {
  return table.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---')
}

function readArguments() {
  try {
    return readFlags({
      allowPositionals: true,
      options: {
        ...sizes,
        before: { type: 'string' },
        only: { type: 'string' },
        minutes: { type: 'string', default: '60' },
        quick: flag,
        smallest: flag,
        list: flag,
      },
    })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

function countOf(name: string, value: string) {
  const count = Number(value)
  return Number.isSafeInteger(count) && count > 0 ? count : fail(`--${name} is a whole number above 0, not "${value}".`)
}

function fail(why: string): never {
  console.error(why)
  process.exit(1)
}
