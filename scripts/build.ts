// Makes the island and the page if they are out of date, and nothing else: what an image of the hub is built with.
import { reportBuildFailure } from './build/bringUpToDate.ts'
import { buildEverything } from './build/buildEverything.ts'

await buildEverything().catch(reportBuildFailure)
