// npm run check: the part of npm test that is over in less than a minute and needs nothing but the sources.
import { runAndReport } from './test/runStages.ts'
import { quickStages } from './test/stages.ts'

await runAndReport(quickStages)
