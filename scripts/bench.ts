// npm run bench [names]: what things cost, as ratios within one run. Without names it runs all benches in turn.
// --viewers, --commands and --passes reduce a bench for a small machine; --quick reduces everything; --smallest only shows that
// each bench runs to its end. --list prints the names. --before PATH compares with an older checkout, where a bench can.
import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchSize, printTable, type Row } from './bench/measure.ts'

const flag = { type: 'boolean', default: false } as const
const sizes = { viewers: { type: 'string' }, commands: { type: 'string' }, passes: { type: 'string' } } as const
const smallest: BenchSize = { viewers: 20, commands: 3, passes: 1, ticks: 90, loadMs: 1_000, screens: 3 }
const few: BenchSize = { viewers: 200, commands: 10, passes: 1, ticks: 90, loadMs: 2_000 }
const { positionals: asked, values } = readArguments()
const { quick, smallest: isSmallest, list, before, ...counts } = values
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
  seen: async (size) => (await import('./bench/seen.ts')).benchSeen(size),
  reconnect: async (size) => (await import('./bench/reconnect.ts')).benchReconnect(size),
  storm: async (size) => (await import('./bench/storm.ts')).benchStorm(size),
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
const names = asked.length > 0 ? asked : Object.keys(benches)
console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}\n`)
const rows: Row[] = []
for (const name of names) {
  console.log(`measuring ${name} …`)
  rows.push(...((await benches[name]?.(size)) ?? []))
}
console.log('')
printTable(rows)

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { ...sizes, before: { type: 'string' }, quick: flag, smallest: flag, list: flag },
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
