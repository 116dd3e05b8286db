// npm run bench [names]: what things cost, as ratios within one run. Without names it runs all benches in turn.
// --viewers, --commands and --passes reduce a bench for a small machine; --quick reduces everything.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { printTable, type Row } from './bench/measure.ts'

const sizes = { viewers: { type: 'string' }, commands: { type: 'string' }, passes: { type: 'string' } } as const
const few = { viewers: 200, commands: 10, passes: 1 }
const { positionals: asked, values } = readArguments()
const { quick, ...counts } = values
const given = Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, countOf(name, value)]))
const size = quick ? { ...few, ...given } : given

const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  journal: async () => (await import('./bench/journal.ts')).benchJournal(size),
  stores: async () => (await import('./bench/stores.ts')).benchStores(size),
  seen: async () => (await import('./bench/seen.ts')).benchSeen(size),
  reconnect: async () => (await import('./bench/reconnect.ts')).benchReconnect(size),
  storm: async () => (await import('./bench/storm.ts')).benchStorm(size),
  gatewayLoss: async () => (await import('./bench/gatewayLoss.ts')).benchGatewayLoss(size),
  positions: async () => (await import('./bench/positions.ts')).benchPositions(),
  fanOut: async () => (await import('./bench/fanOut.ts')).benchFanOut(),
  deliver: async () => (await import('./bench/deliver.ts')).benchDeliver(size),
  map: async () => (await import('./bench/map.ts')).benchMap(),
}

const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  fail(`There is no bench "${unknown.join('", "')}". There are: ${Object.keys(benches).join(', ')}.`)
}
const names = asked.length > 0 ? asked : Object.keys(benches)
console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}\n`)
const rows: Row[] = []
for (const name of names) {
  console.log(`measuring ${name} …`)
  rows.push(...((await benches[name]?.()) ?? []))
}
console.log('')
printTable(rows)

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { ...sizes, quick: { type: 'boolean', default: false } } })
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
