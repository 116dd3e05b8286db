// npm start: brings what is out of date up to date, then becomes the hub, in the foreground, until it is told to stop.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reportBuildFailure } from './build/bringUpToDate.ts'
import { buildEverything } from './build/buildEverything.ts'
import { repositoryRoot } from './repositoryRoot.ts'

await buildEverything().catch(reportBuildFailure)

// What the environment says already counts more than the file.
const settings = join(repositoryRoot, '.env')
if (existsSync(settings)) process.loadEnvFile(settings)

await import('../server/main.ts')
