// Builds the island and the page if they are out of date, and nothing else. The container image is built with it.
import { reportBuildFailure } from './build/bringUpToDate.ts'
import { buildEverything } from './build/builds.ts'

await buildEverything().catch(reportBuildFailure)
