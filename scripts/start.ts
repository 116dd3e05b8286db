// npm start: updates outdated builds, then runs the hub in the foreground until a signal stops it.
import { join } from 'node:path'
import { loadEnvFile } from '../server/config/envFile.ts'
import { reportBuildFailure } from './build/bringUpToDate.ts'
import { buildEverything } from './build/builds.ts'
import { repositoryRoot } from './repositoryRoot.ts'

if (process.argv.length > 2) {
  console.error(
    `npm start takes no options, and ${process.argv[2]} has no effect. Settings are in .env, or before the command: PORT=9000 npm start.`,
  )
  process.exit(1)
}

await buildEverything().catch(reportBuildFailure)

// The environment overrides the file.
try {
  loadEnvFile(join(repositoryRoot, '.env'))
} catch (error) {
  console.error(`The hub can't start.\n${(error as Error).message}`)
  process.exit(1)
}

await import('../server/main.ts')
