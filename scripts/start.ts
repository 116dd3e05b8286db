// npm start: brings what is out of date up to date, then runs the hub in the foreground until it is told to stop.
import { spawn } from 'node:child_process'
import { reportBuildFailure } from './build/bringUpToDate.ts'
import { buildEverything } from './build/buildEverything.ts'
import { repositoryRoot } from './repositoryRoot.ts'

/** A file `.env` beside package.json is read if there is one; what the environment says already counts more. */
function runHub(args: readonly string[]): void {
  const hub = spawn(process.execPath, ['--env-file-if-exists=.env', 'server/main.ts', ...args], {
    cwd: repositoryRoot,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A terminal sends Ctrl+C to the hub as well: passing it on would press it twice.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : hub.kill(signal)))
  }
  hub.on('error', (error) => {
    console.error(`The hub could not be started: ${error.message}`)
    process.exit(1)
  })
  hub.on('exit', (exitCode) => process.exit(exitCode ?? 1))
}

await buildEverything().catch(reportBuildFailure)
runHub(process.argv.slice(2))
