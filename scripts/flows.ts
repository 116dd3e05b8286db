// npm run flows: runs four flows in one process under V8 coverage and prints which files and functions of the product take part.
// A newcomer reads these files to understand the flow. Needs redis-server for the take-over. --files lists the files of each flow.
import { startCoverage } from './flows/coverage.ts'
import { runFlows } from './flows/flows.ts'

const listFiles = process.argv.includes('--files')
const coverage = await startCoverage()
const counts = await runFlows(coverage)

console.log('| flow | files | functions |\n|---|---|---|')
for (const { flow, files, functions } of counts) {
  console.log(`| ${flow} | ${files.length} | ${functions} |`)
}
if (listFiles) {
  for (const { flow, files } of counts) console.log(`\n${flow}:\n${files.map((file) => `  ${file}`).join('\n')}`)
}
process.exit(0)
