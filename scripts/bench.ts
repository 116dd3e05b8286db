// npm run bench [names]: what things cost, as ratios within one run. Without names it runs all benches in turn.
// --viewers, --commands and --passes reduce a bench for a small machine; --quick reduces everything.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { benches } from './bench/benches.ts'
import { printTable, type Row } from './bench/measure.ts'

const sizes = { viewers: { type: 'string' }, commands: { type: 'string' }, passes: { type: 'string' } } as const
const few = { viewers: 200, commands: 10, passes: 1, ticks: 90, loadMs: 2_000 }
const { positionals: asked, values } = readArguments()
const { quick, ...counts } = values
const given = Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, countOf(name, value)]))
const size = quick ? { ...few, ...given } : given

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
