// npm run bench [names]: what things cost, as ratios of one run. Without a name all of them, one after the other.
import { cpus } from 'node:os'
import { printTable } from './bench/printTable.ts'
import type { Row } from './bench/row.ts'

const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  journal: async () => (await import('./bench/journal.ts')).benchJournal(),
  positions: async () => (await import('./bench/positions.ts')).benchPositions(),
  fanOut: async () => (await import('./bench/fanOut.ts')).benchFanOut(),
  map: async () => (await import('./bench/map.ts')).benchMap(),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown.join('", "')}". There are: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
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
