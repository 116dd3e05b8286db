// npm run check: the part of npm test that takes less than a minute and needs nothing but the sources.
import { runAndReport } from './test/runStages.ts'
import { quickStages } from './test/stages.ts'

await runAndReport(quickStages)
