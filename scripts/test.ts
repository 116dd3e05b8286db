// npm test: everything that must hold, from a bare checkout. A stage that fails does not hide the others.
import { runAndReport } from './test/runAndReport.ts'
import { allStages } from './test/stages.ts'

await runAndReport(allStages)
