// npm start: updates outdated builds, then runs the hub in the foreground until a signal stops it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reportBuildFailure } from './build/bringUpToDate.ts'
import { buildEverything } from './build/builds.ts'
import { repositoryRoot } from './repositoryRoot.ts'

await buildEverything().catch(reportBuildFailure)

// The environment overrides the file.
const settings = join(repositoryRoot, '.env')
if (existsSync(settings)) process.loadEnvFile(settings)

await import('../server/main.ts')
